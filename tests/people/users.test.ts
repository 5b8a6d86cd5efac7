import { and, eq, inArray, isNull, notInArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { hashPassword } from '../../server/auth/password.ts';
import { auditRows, outbox, sessions, users } from '../../server/db/tables/index.ts';
import { checkPin } from '../../shared/sync/pin.ts';
import { superPassword, take } from '../auth/impersonating.ts';
import { clientFixture } from '../ordering/fixture.ts';

const password = 'violet harbour lamp';
let n = 0;
const newAddress = () => `user.${++n}.${Date.now()}@kitroom.test`;

async function fixture() {
  const scene = await clientFixture();
  const { database, user, signIn } = scene;
  const office = await scene.as('super');
  const one = (id: number) => `/api/admin/users/${id}`;
  const staff = (roles: string, more: object = {}) => ({ forenames: 'Pia', surname: 'Moss', roles: [roles], email: newAddress(), ...more });
  const events = async (id: number) =>
    (
      await database.reader
        .select({ what: auditRows.what })
        .from(auditRows)
        .where(and(eq(auditRows.on_type, 'user'), eq(auditRows.on_id, id)))
        .orderBy(auditRows.id)
    ).map(({ what }) => what);
  /** Inserts a person of the provider with a password. Returns the person with a signed-in caller. */
  const colleague = async (role: 'super' | 'warehouse' | 'embroiderer', values: object = {}) => {
    const row = await user(role, { email: newAddress(), password_hash: await hashPassword(password), ...values });
    return { ...row, caller: await signIn(row) };
  };
  const login = (email: string | null) => scene.anyone.post('/api/auth/login', { email, password });
  return { ...scene, office, one, staff, events, colleague, login };
}

describe('the provider’s own people', () => {
  test('get a role of the provider and an invitation when the office adds them', async () => {
    const { office, one, staff, events, database, client, clothingSet } = await fixture();
    const set = await clothingSet(client.id);
    const body = staff('embroiderer', { clothing_sets: [set.id], invite: true, started_on: '2026-11-02', contact_phone: '01' });
    const created = await office.post('/api/admin/users', body);
    expect(created).toMatchObject({
      status: 201,
      body: {
        account_id: null,
        primary_role: 'embroiderer',
        roles: [{ name: 'embroiderer', label: 'Embroiderer' }],
        email: body.email,
        clothing_sets: [{ id: set.id }],
        started_on: '2026-11-02',
        leaves_on: null,
        is_disabled: false,
        has_pin: false,
        can: { edit: true, delete: true },
      },
    });
    const { id } = created.body;
    expect((await office.get(one(id))).body).toEqual(created.body);
    expect(await events(id)).toEqual(['employee.created', 'employee.invited']);
    const [mail] = await database.reader.select().from(outbox).where(eq(outbox.to, body.email));
    expect(mail?.text).toContain('has added you to Kitroom. Choose a password');
  });

  test.each<[string, object, string, string]>([
    ['without an email address', { email: '' }, 'email', 'Enter an email address to sign in with.'],
    ['with a client’s role', { roles: ['client_admin'] }, 'roles.0', ''],
    ['without a role', { roles: [] }, 'roles', 'Choose a role.'],
    ['who pick but have clothing sets', { roles: ['warehouse'], clothing_sets: [1] }, 'clothing_sets', 'Only an embroiderer is given clothing sets.'],
    ['with an unknown clothing set', { roles: ['embroiderer'], clothing_sets: [999_999] }, 'clothing_sets.0', 'This clothing set does not exist'],
    ['who leave before they start', { started_on: '2026-11-02', leaves_on: '2026-11-01' }, 'leaves_on', 'The last day is before the first.'],
    ['whose first day does not exist', { started_on: '2026-11-31' }, 'started_on', 'This day does not exist.'],
  ])('%s are refused on the faulty field', async (_who, wrong, field, message) => {
    const { office, staff } = await fixture();
    const { status, body } = await office.post('/api/admin/users', { ...staff('super'), ...wrong });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(body.errors[field][0]).toContain(message);
  });

  test('with the email address of somebody else are refused, even if both are added at the same time', async () => {
    const { office, staff, admin } = await fixture();
    const { email } = (await admin.get('/api/profile')).body;
    expect((await office.post('/api/admin/users', { ...staff('super'), email })).body.errors).toEqual({
      email: ['This email address already exists'],
    });
    const body = staff('warehouse');
    const answers = await Promise.all([1, 2].map(() => office.post('/api/admin/users', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  test('are changed by a super, only in the fields that the request contains; nobody can change their own record', async () => {
    const { office, one, colleague, client, clothingSet, events, wearer } = await fixture();
    const set = await clothingSet(client.id);
    const { id, version } = await colleague('warehouse', { leaves_on: '2026-12-24' });
    const changed = await office.put(one(id), { roles: ['embroiderer'], selectedClothingSets: [set.id], surname: 'Reed', version });
    expect(changed).toMatchObject({
      status: 200,
      body: { surname: 'Reed', primary_role: 'embroiderer', clothing_sets: [{ id: set.id }], leaves_on: '2026-12-24', version: 2 },
    });
    expect(await office.put(one(id), { surname: 'Late', version })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { surname: 'Reed' } },
    });
    expect((await office.put(one(id), { started_on: '2026-12-25' })).body.errors).toEqual({ leaves_on: ['The last day is before the first.'] });
    // A person who is no longer an embroiderer loses their sets.
    expect((await office.put(one(id), { roles: ['warehouse'] })).body).toMatchObject({ primary_role: 'warehouse', clothing_sets: [] });
    expect(await events(id)).toEqual(['employee.changed', 'employee.changed']);
    expect((await office.put(one(office.id), { roles: ['warehouse'] })).status).toBe(403);
    expect((await office.put(one(id), { roles: ['manager'] })).status).toBe(422);
    expect((await office.put(one(wearer.id), { surname: 'Other' })).status).toBe(404);
    expect((await office.put(one(id), { email: null })).body.errors).toEqual({ email: ['Enter an email address to sign in with.'] });
    expect((await office.put(one(id), {})).status).toBe(422);
  });

  test('who are disabled are signed out at once, and cannot sign in until they are enabled', async () => {
    const { office, one, colleague, login } = await fixture();
    const { id, caller, email } = await colleague('warehouse');
    expect((await office.put(one(id), { is_disabled: true })).body).toMatchObject({ is_disabled: true, can: { edit: true, impersonate: false } });
    expect((await caller.get('/api/auth/me')).status).toBe(401);
    expect((await login(email)).status).toBe(422);
    expect((await office.put(one(id), { is_disabled: false })).body.is_disabled).toBe(false);
    expect((await caller.get('/api/auth/me')).status).toBe(401);
    expect((await login(email)).status).toBe(200);
  });

  test('can be given another password, which ends their sessions', async () => {
    const { office, one, colleague, anyone } = await fixture();
    const { id, caller, email } = await colleague('warehouse');
    const typed = { password: 'amber station kite', password_confirmation: 'amber station kite' };
    expect((await office.put(one(id), { ...typed, password_confirmation: 'other' })).body.errors).toHaveProperty('password_confirmation');
    expect((await office.put(one(id), typed)).status).toBe(200);
    expect((await caller.get('/api/auth/me')).status).toBe(401);
    expect((await anyone.post('/api/auth/login', { email, password: typed.password })).status).toBe(200);
  });

  test('who lose the role of super can no longer act as somebody else', async () => {
    const { office, one, colleague, caller, wearer } = await fixture();
    const boss = await colleague('super', { password_hash: await hashPassword(superPassword) });
    const acting = caller((await take(boss.caller, wearer.id)).body.token, wearer.id);
    expect((await acting.get('/api/auth/me')).status).toBe(200);
    await office.put(one(boss.id), { roles: ['warehouse'] });
    expect((await acting.get('/api/auth/me')).status).toBe(401);
    expect((await boss.caller.get('/api/admin/users')).status).toBe(403);
  });
});

describe('the last super', () => {
  /** Makes two supers and disables all others. `restore` enables the disabled ones again. */
  async function twoSupers() {
    const scene = await fixture();
    const { database, services, office, colleague } = scene;
    const other = await colleague('super');
    const isOther = and(eq(users.role, 'super'), isNull(users.deleted_at), eq(users.is_disabled, false), notInArray(users.id, [office.id, other.id]));
    const rest = (await database.reader.select({ id: users.id }).from(users).where(isOther)).map(({ id }) => id);
    const setRest = (is_disabled: boolean) =>
      services.database.unitOfWork(async (db) => {
        if (rest.length) await db.update(users).set({ is_disabled }).where(inArray(users.id, rest));
      });
    await setRest(true);
    const restore = async () => {
      await setRest(false);
      await services.database.unitOfWork(async (db) => {
        await db
          .update(users)
          .set({ role: 'super', is_disabled: false })
          .where(inArray(users.id, [office.id, other.id]));
      });
    };
    return { ...scene, other, restore };
  }

  test.each<[string, object]>([
    ['disable', { is_disabled: true }],
    ['demote', { roles: ['warehouse'] }],
  ])('remains if two supers %s each other at the same moment', async (_what, change) => {
    const { office, other, one, database, restore } = await twoSupers();
    const answers = await Promise.all([office.put(one(other.id), change), other.caller.put(one(office.id), change)]);
    const kinds = answers.map(({ status, body }) => (status === 409 ? body.code : status)).sort();
    expect([
      [200, 'last_super'],
      [200, 401],
      [200, 403],
    ]).toContainEqual(kinds);
    expect(await database.reader.$count(users, and(eq(users.role, 'super'), isNull(users.deleted_at), eq(users.is_disabled, false)))).toBe(1);
    await restore();
  });

  test('cannot be disabled; a super who is not the last can be disabled and demoted', async () => {
    const { office, other, one, restore } = await twoSupers();
    expect((await office.put(one(other.id), { is_disabled: true })).status).toBe(200);
    // A disabled super is not the last super, and can be demoted.
    expect((await office.put(one(other.id), { roles: ['warehouse'] })).status).toBe(200);
    expect((await office.put(one(office.id), { is_disabled: true })).status).toBe(403);
    await restore();
  });
});

describe('a PIN', () => {
  test('is set and removed by a super, for people of the warehouse only', async () => {
    const { office, one, colleague, database, events, wearer } = await fixture();
    const { id, caller } = await colleague('warehouse');
    const pin = (to: number, value: unknown) => office.put(`${one(to)}/pin`, { pin: value });
    expect((await pin(id, '4711')).body).toMatchObject({ id, has_pin: true });
    const [row] = await database.reader.select({ hash: users.pin_hash }).from(users).where(eq(users.id, id));
    expect(await checkPin(row?.hash ?? '', '4711')).toBe(true);
    expect((await pin(id, null)).body).toMatchObject({ has_pin: false });
    expect(await events(id)).toEqual(['pin.set', 'pin.removed']);
    for (const wrong of ['123', '123456789', 'abcd', 4711]) expect((await pin(id, wrong)).body.errors, String(wrong)).toHaveProperty('pin');
    expect((await pin((await colleague('embroiderer')).id, '4711')).status).toBe(403);
    expect((await pin(office.id, '4711')).status).toBe(403);
    expect((await pin(wearer.id, '4711')).status).toBe(404);
    expect((await caller.put(`${one(id)}/pin`, { pin: '4711' })).status).toBe(403);
  });
});

describe('the list of a person’s sessions', () => {
  test('is shown to a super for the provider’s people; the super can end all sessions of a person', async () => {
    const { office, one, colleague, signIn, events, now, wearer } = await fixture();
    const { id, role, caller } = await colleague('warehouse');
    const tablet = await signIn({ id, role }, { device_name: 'Tablet 3' });
    const { body } = await office.get(`${one(id)}/sessions`);
    expect(body.items).toMatchObject([{ device_name: 'Tablet 3', last_seen_at: now(), impersonator: null }, { device_name: null }]);
    expect(JSON.stringify(body)).not.toContain('token');
    expect((await office.delete(`${one(id)}/sessions`)).body).toEqual({ ended: 2 });
    for (const who of [caller, tablet]) expect((await who.get('/api/auth/me')).status).toBe(401);
    expect((await office.delete(`${one(id)}/sessions`)).body).toEqual({ ended: 0 });
    expect(await events(id)).toEqual(['user.signed_out']);
    expect((await office.get(`${one(wearer.id)}/sessions`)).status).toBe(404);
    expect((await office.delete(`${one(office.id)}/sessions`)).status).toBe(403);
  });

  test('is shown to callers who may edit a client’s person; the client’s callers do not see the names of the provider’s people', async () => {
    const { admin, person, signIn, as, signed, account, database, caller } = await fixture();
    const someone = await person('manager');
    const self = await signIn(someone);
    const boss = await as('super', { password_hash: await hashPassword(superPassword) });
    const acting = caller((await take(boss, someone.id)).body.token, someone.id);
    const path = `/api/employees/${someone.id}/sessions`;
    expect((await admin.get(path)).body.items).toMatchObject([{ impersonator: { id: null, name: 'Kitroom' } }, { impersonator: null }]);
    expect((await boss.get(path)).body.items[0].impersonator).toMatchObject({ id: boss.id });
    expect((await self.get(path)).status).toBe(403);
    expect((await (await as('client_admin', { account_id: (await account()).id })).delete(path)).status).toBe(404);
    expect((await (await signed('employee')).delete(path)).status).toBe(404);
    expect((await admin.delete(path)).body).toEqual({ ended: 2 });
    for (const who of [self, acting]) expect((await who.get('/api/auth/me')).status).toBe(401);
    expect(await database.reader.$count(sessions, eq(sessions.user_id, someone.id))).toBe(0);
    expect((await boss.get('/api/auth/me')).status).toBe(200);
  });
});

describe('a link to set a new password', () => {
  const tokenOf = (text = ''): string => /token=([\w-]+)/.exec(text)?.[1] ?? '';

  test('is sent to a client’s person when a caller who may edit the person requests it, and sets the new password', async () => {
    const { admin, person, client, database, anyone, events, account, as, signed } = await fixture();
    const someone = await person('manager');
    const path = `/api/accounts/${client.id}/employees/${someone.id}/send-reset`;
    expect(await admin.post(path)).toMatchObject({ status: 202, body: { accepted: true } });
    const [mail] = await database.reader
      .select()
      .from(outbox)
      .where(eq(outbox.to, someone.email ?? ''));
    expect(mail).toMatchObject({ kind: 'password_reset', account_id: client.id });
    expect((await anyone.post('/api/auth/reset-password', { token: tokenOf(mail?.text), password })).status).toBe(200);
    expect(await events(someone.id)).toEqual(['password.reset_sent', 'password.reset']);
    const nobody = await person('employee', { email: null });
    expect((await admin.post(`/api/accounts/${client.id}/employees/${nobody.id}/send-reset`)).body.errors).toEqual({
      email: ['This person has no email address.'],
    });
    const other = await account();
    expect((await admin.post(`/api/accounts/${other.id}/employees/${someone.id}/send-reset`)).status).toBe(404);
    expect((await (await as('client_admin', { account_id: other.id })).post(path)).status).toBe(404);
    expect((await (await signed('employee')).post(path)).status).toBe(404);
    expect((await admin.post(`/api/accounts/${client.id}/employees/${admin.id}/send-reset`)).status).toBe(403);
  });

  test('cannot be sent to people of an archived company, and an invitation is refused in the same way', async () => {
    const { office, person, client, database } = await fixture();
    const someone = await person('manager');
    await office.delete(`/api/admin/accounts/${client.id}`);
    const refused = { status: 422, body: { errors: { email: ['Their company is archived, so they cannot sign in.'] } } };
    expect(await office.post(`/api/accounts/${client.id}/employees/${someone.id}/send-reset`)).toMatchObject(refused);
    expect(await office.post(`/api/employees/${someone.id}/invite`)).toMatchObject(refused);
    expect(await office.put(`/api/admin/accounts/${client.id}/employees/${someone.id}`, { invite: true })).toMatchObject(refused);
    const many = await office.post(`/api/admin/accounts/${client.id}/employees/bulk`, { ids: [someone.id], invite: true });
    expect(many.body.results).toEqual([{ id: someone.id, ok: false, message: 'Their company is archived, so they cannot sign in.' }]);
    expect(await database.reader.$count(outbox, eq(outbox.to, someone.email ?? ''))).toBe(0);
  });

  test('is sent to the provider’s people when a super requests it, at most five times an hour for each person', async () => {
    const { office, one, colleague, database, setClock, wearer, key } = await fixture();
    const { id, email } = await colleague('warehouse');
    const path = `${one(id)}/send-reset`;
    const headers = key();
    for (const _ of [1, 2]) expect((await office.post(path, undefined, headers)).status).toBe(202);
    expect(await database.reader.$count(outbox, eq(outbox.to, email ?? ''))).toBe(1);
    for (const _ of [2, 3, 4, 5]) expect((await office.post(path)).status).toBe(202);
    expect((await office.post(path)).status).toBe(429);
    setClock(61);
    expect((await office.post(path)).status).toBe(202);
    const disabled = await colleague('warehouse', { is_disabled: true });
    expect((await office.post(`${one(disabled.id)}/send-reset`)).body.errors).toEqual({ email: ['This person is disabled and cannot sign in.'] });
    expect((await office.post(`${one(wearer.id)}/send-reset`)).status).toBe(404);
  });
});

test('the first and last day of a client’s person are stored, and the last day cannot be before the first', async () => {
  const { admin, site, person } = await fixture();
  const starter = { forenames: 'Nell', surname: 'Gray', roles: ['employee'], sites: [site.id] };
  const created = await admin.post('/api/employees', { ...starter, started_on: '2026-11-23', leaves_on: '' });
  expect(created.body).toMatchObject({ started_on: '2026-11-23', leaves_on: null });
  const { id } = await person('employee', { started_on: '2026-11-23' });
  const path = `/api/employees/${id}`;
  expect((await admin.put(path, { leaves_on: '2026-11-22' })).body.errors).toEqual({ leaves_on: ['The last day is before the first.'] });
  expect((await admin.put(path, { leaves_on: '2026-11-23' })).body).toMatchObject({ started_on: '2026-11-23', leaves_on: '2026-11-23' });
  expect((await admin.put(path, { leaves_on: null })).body).toMatchObject({ leaves_on: null });
  expect((await admin.put(path, { started_on: 'soon' })).body.errors).toEqual({ started_on: ['Enter a date.'] });
});
