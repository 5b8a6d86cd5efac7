import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditRows, outbox, users } from '../../server/db/tables/index.ts';
import { clientFixture } from '../ordering/fixture.ts';

const password = 'violet harbour lamp';
const typed = { password, password_confirmation: password };
const sortedIds = (rows: { id: number }[]): number[] => rows.map(({ id }) => id).sort((one, other) => one - other);
const starter = (sites: number[], more: object = {}) => ({ forenames: 'Nell', surname: 'Gray', roles: ['employee'], sites, ...more });

async function fixture() {
  const scene = await clientFixture();
  const mails = (to: string) => scene.database.reader.select().from(outbox).where(eq(outbox.to, to));
  const events = async (id: number, what: 'employee.created' | 'employee.changed') =>
    scene.database.reader
      .select({ before: auditRows.before, after: auditRows.after })
      .from(auditRows)
      .where(and(eq(auditRows.what, what), eq(auditRows.on_id, id)))
      .orderBy(auditRows.id);
  const login = (email: string) => scene.anyone.post('/api/auth/login', { email, password });
  return { ...scene, mails, events, login, office: await scene.as('super') };
}

describe('a new person', () => {
  test('gets the name, role, sites, employee roles and sets of the form, is audited, and can be ordered for at once', async () => {
    const { admin, site, set, client, employeeRole, events, draft } = await fixture();
    const crew = await employeeRole({ account_id: client.id });
    const flags = { can_view_restricted_products: true, is_supervised_orderer: true };
    const body = { employee_number: 'N-1', contact_phone: '', sex: '', employee_roles: [crew.id], selectedClothingSets: [set.id], ...flags };
    const created = await admin.post('/api/employees', starter([site.id], body));
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      account_id: client.id,
      name: 'Nell Gray',
      email: null,
      employee_number: 'N-1',
      contact_phone: null,
      sex: null,
      primary_role: 'employee',
      roles: [{ name: 'employee', label: 'Employee' }],
      sites: [{ id: site.id }],
      employee_roles: [{ id: crew.id }],
      clothing_sets: [{ id: set.id }],
      ...flags,
      can: { edit: true, supervise: true },
      version: 1,
    });
    const { id } = created.body;
    expect((await admin.get(`/api/employees/${id}`)).body).toMatchObject({ ...created.body, budget_spend_data: [] });
    for (const sex of ['m', 'f']) expect((await admin.put(`/api/employees/${id}`, { sex })).body.sex).toBe(sex);
    expect(await events(id, 'employee.created')).toMatchObject([{ after: { surname: 'Gray', sites: [site.name], clothing_sets: [set.name] } }]);
    expect(await draft(admin, [id])).toBeTruthy();
  });

  test('is added once even if the request is sent again', async () => {
    const { admin, site, key, database } = await fixture();
    const headers = key();
    const answers = await Promise.all([1, 2, 3].map(() => admin.post('/api/employees', starter([site.id], { surname: 'Once-Only' }), headers)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await database.reader.$count(users, eq(users.surname, 'Once-Only'))).toBe(1);
  });

  test('signs in with the password of the form', async () => {
    const { admin, site, login } = await fixture();
    const email = 'typed@northgate.test';
    const { body } = await admin.post('/api/employees', starter([site.id], { email: 'Typed@Northgate.test', ...typed }));
    expect((await login(email)).status).toBe(200);
    // A person who has signed in is not invited again, but can get a link to set a new password.
    expect((await admin.post(`/api/employees/${body.id}/invite`)).body.errors).toEqual({
      email: ['This person has signed in already and needs no invitation.'],
    });
  });

  test('chooses a password with the link of the invitation; the link can be used once, within a week', async () => {
    const { admin, site, mails, anyone, login, setClock } = await fixture();
    const email = 'invited@northgate.test';
    const { body } = await admin.post('/api/employees', starter([site.id], { email, invite: true }));
    await admin.post('/api/employees', starter([site.id], { email: 'late@northgate.test', invite: true }));
    const tokenOf = (text: string): string => /token=([\w-]+)/.exec(text)?.[1] ?? '';
    const [first] = await mails(email);
    expect(first).toMatchObject({ kind: 'invitation', account_id: body.account_id });
    expect((await admin.post(`/api/employees/${body.id}/invite`)).status).toBe(200);
    const [, second] = await mails(email);
    const reset = (mail?: { text: string }) => anyone.post('/api/auth/reset-password', { token: tokenOf(mail?.text ?? ''), password });
    expect((await reset(first)).status).toBe(422);
    setClock(7 * 24 * 60 - 1);
    expect(second?.text).toMatch(/\/reset-password\?token=[\w-]+&first=1/);
    expect(await reset(second)).toMatchObject({ status: 200, body: { accepted: true, email } });
    expect((await reset(second)).status).toBe(422);
    expect((await login(email)).status).toBe(200);
    setClock(7 * 24 * 60 + 1);
    const [expired] = await mails('late@northgate.test');
    expect((await reset(expired)).status).toBe(422);
  });

  test('can be added by the office to any company that is not archived', async () => {
    const { office, client, site, account, newSite, now } = await fixture();
    const path = `/api/admin/accounts/${client.id}/employees`;
    expect((await office.post(path, starter([site.id]))).body).toMatchObject({ account_id: client.id });
    expect((await office.post('/api/employees', starter([site.id]))).status).toBe(403);
    const archived = await account({ deleted_at: now() });
    const archivedSite = await newSite(archived.id);
    expect((await office.post(`/api/admin/accounts/${archived.id}/employees`, starter([archivedSite.id]))).status).toBe(404);
  });

  test.each<[string, object, string, string]>([
    ['without any name', { forenames: ' ', surname: '' }, 'surname', 'Enter a name.'],
    ['without a role', { roles: [] }, 'roles', 'Choose a role.'],
    [
      'as a manager without an email address',
      { roles: ['manager'] },
      'email',
      'Enter an email address: only somebody who never signs in can be without one.',
    ],
    [
      'with an invitation and without an email address',
      { invite: true },
      'email',
      'Enter an email address: only somebody who never signs in can be without one.',
    ],
    ['with half an email address', { email: 'nell@' }, 'email', 'Enter a full email address, such as name@company.co.uk'],
    ['with a number of 51 characters', { employee_number: '1'.repeat(51) }, 'employee_number', 'At most 50 characters'],
    ['with a phone number of 33 characters', { contact_phone: '0'.repeat(33) }, 'contact_phone', 'At most 32 characters'],
    ['without a site', { sites: [] }, 'sites', 'Choose at least one site.'],
    ['with an unknown site', { sites: [999_999] }, 'sites.0', 'This site does not exist, or you do not have access to it.'],
    ['with two different passwords', { password, password_confirmation: 'other' }, 'password_confirmation', 'The two passwords are not the same.'],
    ['with a password that is easy to guess', { password: 'password123', password_confirmation: 'password123' }, 'password', ''],
  ])('is refused %s; the answer names the faulty field, and nothing is stored', async (_what, wrong, field, message) => {
    const { admin, site, database, client } = await fixture();
    const before = await database.reader.$count(users, eq(users.account_id, client.id));
    const { status, body } = await admin.post('/api/employees', { ...starter([site.id]), ...wrong });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(body.errors[field][0]).toContain(message);
    expect(await database.reader.$count(users, eq(users.account_id, client.id))).toBe(before);
  });

  test('is refused if somebody else has the email address, even if both people are added at the same time', async () => {
    const { admin, site, database } = await fixture();
    const email = 'twice@northgate.test';
    const answers = await Promise.all(['Nell', 'Ivo'].map((forenames) => admin.post('/api/employees', starter([site.id], { forenames, email }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.errors).toEqual({ email: ['This email address already exists'] });
    expect(await database.reader.$count(users, eq(users.email, email))).toBe(1);
  });
});

describe('changing a person', () => {
  test('changes only the fields that are sent, and is audited without the password', async () => {
    const { admin, person, site, elsewhere, events, login } = await fixture();
    const email = 'changed@northgate.test';
    const { id } = await person('employee', { email, employee_number: 'E-7' });
    const path = `/api/employees/${id}`;
    const changed = await admin.put(path, { surname: 'Reed', roles: ['manager'], sites: [site.id, elsewhere.id], ...typed, version: 1 });
    expect(changed.body).toMatchObject({ surname: 'Reed', primary_role: 'manager', employee_number: 'E-7', email, version: 2 });
    expect(sortedIds(changed.body.sites)).toEqual(sortedIds([site, elsewhere]));
    expect((await login(email)).status).toBe(200);
    const [event] = await events(id, 'employee.changed');
    expect(event).toMatchObject({ before: { primary_role: 'employee' }, after: { primary_role: 'manager', has_new_password: true } });
    expect(JSON.stringify(event)).not.toContain(password);
    expect(await admin.put(path, { surname: 'Late', version: 1 })).toMatchObject({ status: 409, body: { code: 'stale_version', current: { id } } });
  });

  test('ends the person’s sessions if the password changes, and keeps them if the role changes', async () => {
    const { admin, person, signIn } = await fixture();
    const someone = await person('manager', { email: 'ended@northgate.test' });
    const self = await signIn(someone);
    await admin.put(`/api/employees/${someone.id}`, { roles: ['site_admin'] });
    expect((await self.get('/api/auth/me')).body.user.primary_role).toBe('site_admin');
    await admin.put(`/api/employees/${someone.id}`, typed);
    expect((await self.get('/api/auth/me')).status).toBe(401);
  });

  test('changes the email address at once and notifies both addresses', async () => {
    const { office, client, person, mails } = await fixture();
    const { id } = await person('manager', { email: 'former@northgate.test' });
    const path = `/api/admin/accounts/${client.id}/employees/${id}`;
    expect((await office.put(path, { email: 'present@northgate.test' })).body.email).toBe('present@northgate.test');
    expect([await mails('former@northgate.test'), await mails('present@northgate.test')]).toMatchObject([
      [{ kind: 'email_changed' }],
      [{ kind: 'email_in_use' }],
    ]);
    expect((await office.put(path, { email: null })).body.errors).toMatchObject({ email: [expect.any(String)] });
    expect((await office.put(path, { email: '', roles: ['employee'] })).body).toMatchObject({ email: null, primary_role: 'employee' });
  });

  test('is refused if the new or the current role is above the caller’s, and if callers change their own role', async () => {
    const { person, signed, admin, office, client } = await fixture();
    const { id } = await person('employee', { email: 'risen@northgate.test' });
    const boss = await person('client_admin');
    const [manager, siteAdmin] = [await signed('manager'), await signed('site_admin')];
    const give = (by: typeof manager, role: string) => by.put(`/api/employees/${id}`, { roles: [role] });
    for (const [by, above] of [
      [manager, 'site_admin'],
      [siteAdmin, 'client_admin'],
    ] as const)
      expect(await give(by, above)).toMatchObject({ status: 422, body: { errors: { roles: ['You cannot give this role.'] } } });
    for (const role of ['super', 'warehouse', 'embroiderer']) expect((await give(admin, role)).status).toBe(422);
    expect((await siteAdmin.put(`/api/employees/${boss.id}`, { surname: 'Low' })).status).toBe(403);
    expect((await admin.put(`/api/employees/${admin.id}`, { roles: ['employee'] })).status).toBe(403);
    expect((await (await signed('employee')).put(`/api/employees/${id}`, { surname: 'Low' })).status).toBe(404);
    expect((await office.put(`/api/admin/accounts/${client.id}/employees/${boss.id}`, { roles: ['manager'] })).body.primary_role).toBe('manager');
  });

  test('as a Site Manager adds and removes only the manager’s sites', async () => {
    const { person, signed, site, elsewhere } = await fixture();
    const siteAdmin = await signed('site_admin');
    const { id } = await person('employee', { sites: [site.id, elsewhere.id] });
    const set = (sites: number[]) => siteAdmin.put(`/api/employees/${id}`, { sites });
    expect((await set([site.id])).body.errors).toEqual({ sites: ['This site does not exist, or you do not have access to it.'] });
    expect((await set([elsewhere.id])).body.errors).toEqual({ sites: ['Choose at least one of your own sites.'] });
    expect(sortedIds((await set([elsewhere.id, site.id])).body.sites)).toEqual(sortedIds([site, elsewhere]));
    const own = await person('employee');
    expect((await siteAdmin.put(`/api/employees/${own.id}`, { sites: [site.id, elsewhere.id] })).body.errors).toMatchObject({
      'sites.1': [expect.any(String)],
    });
  });

  test('can make the person’s orders need approval only if a Client Manager or the office makes the change', async () => {
    const { admin, person, signed } = await fixture();
    const { id } = await person('manager', { email: 'supervised@northgate.test' });
    const siteAdmin = await signed('site_admin');
    const change = (by: typeof admin, is_supervised_orderer: boolean) => by.put(`/api/employees/${id}`, { is_supervised_orderer });
    expect((await change(siteAdmin, true)).body.errors).toMatchObject({ is_supervised_orderer: [expect.any(String)] });
    expect((await change(siteAdmin, false)).status).toBe(200);
    expect((await change(admin, true)).body).toMatchObject({ is_supervised_orderer: true });
  });
});
