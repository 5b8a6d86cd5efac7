import { and, eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  auditRows,
  idempotencyKeys,
  orderLines,
  orders,
  outbox,
  sessions,
  userEmployeeRoles,
  userSites,
  users,
} from '../../server/db/tables/index.ts';
import { clientFixture } from '../ordering/fixture.ts';
import type { Caller } from '../world.ts';

const path = '/api/employees/bulk';

async function fixture() {
  const scene = await clientFixture();
  const { database, person } = scene;
  const bulk = async (body: object, by: Caller = scene.admin, headers?: Record<string, string>) => {
    const { status, body: answer } = await by.post(path, body, headers);
    return status === 200 ? answer.results : { status, errors: answer.errors };
  };
  const several = async (count: number, values: Parameters<typeof person>[1] = {}) => {
    const made = [];
    for (let n = 0; n < count; n++) made.push(await person('employee', values));
    return made.map(({ id }) => id);
  };
  const events = (what: 'employee.changed' | 'employee.roles_and_sets_changed' | 'employee.archived' | 'employee.invited', ids: number[]) =>
    database.reader
      .select({ on_id: auditRows.on_id, before: auditRows.before, after: auditRows.after })
      .from(auditRows)
      .where(and(eq(auditRows.what, what), inArray(auditRows.on_id, ids)))
      .orderBy(auditRows.id);
  const versions = async (ids: number[]) =>
    (await database.reader.select({ version: users.version }).from(users).where(inArray(users.id, ids)).orderBy(users.id)).map(
      ({ version }) => version,
    );
  return { ...scene, bulk, several, events, versions, office: await scene.as('super') };
}

const notFound = 'This does not exist, or you do not have access to it.';

describe('a bulk change', () => {
  test('adds and removes sites, roles and sets, with a result and an audit event for each person', async () => {
    const { bulk, several, events, versions, site, elsewhere, set, client, employeeRole, admin } = await fixture();
    const ids = await several(3);
    const [crew, former] = [await employeeRole({ account_id: client.id }), await employeeRole({ account_id: client.id, holders: ids })];
    const [first = 0, second = 0, third = 0] = ids;
    await admin.put(`/api/employees/${third}`, { employee_roles: [crew.id], sites: [elsewhere.id], clothing_sets: [set.id] });
    const body = {
      ids,
      add: { sites: [elsewhere.id], employee_roles: [crew.id], clothing_sets: [set.id] },
      remove: { sites: [site.id], employee_roles: [former.id] },
    };
    expect(await bulk(body)).toEqual([
      { id: first, ok: true, message: 'Changed.' },
      { id: second, ok: true, message: 'Changed.' },
      { id: third, ok: true, message: 'There was nothing to change.' },
    ]);
    const { body: after } = await admin.get(`/api/employees/${first}`);
    expect(after).toMatchObject({ sites: [{ id: elsewhere.id }], employee_roles: [{ id: crew.id }], clothing_sets: [{ id: set.id }], version: 2 });
    expect(await versions(ids)).toEqual([2, 2, 2]);
    expect(await events('employee.changed', [first, second])).toEqual(
      [first, second].map((on_id) => ({ on_id, before: { sites: [site.name] }, after: { sites: [elsewhere.name] } })),
    );
    expect(await events('employee.roles_and_sets_changed', [first])).toEqual([
      {
        on_id: first,
        before: { employee_roles: [former.name], clothing_sets: [] },
        after: { employee_roles: [crew.name], clothing_sets: [set.name] },
      },
    ]);
  });

  test('charges a draft to another role of its wearer if the wearer loses the role to which it was charged', async () => {
    const { bulk, wearer, draft, order, client, employeeRole, database } = await fixture();
    const [kept, lost] = [await employeeRole({ account_id: client.id, holders: [wearer.id] }), await employeeRole({ account_id: client.id })];
    await database.unitOfWork((db) => db.insert(userEmployeeRoles).values({ user_id: wearer.id, employee_role_id: lost.id }));
    const uuid = await draft();
    const line = await order(uuid, undefined, 1, undefined, undefined, { budget: lost.id });
    await bulk({ ids: [wearer.id], remove: { employee_roles: [lost.id] } });
    const [row] = await database.reader.select({ role: orderLines.employee_role_id }).from(orderLines).where(eq(orderLines.id, line.id));
    expect(row?.role).toBe(kept.id);
  });

  test('leaves out people whom the caller may not edit, and does not reveal people of another company', async () => {
    const { bulk, several, signed, person, site, elsewhere, user, account, newSite, now, admin, client, office } = await fixture();
    const other = await account({ name: 'Bulk Elsewhere' });
    const stranger = await user('employee', { account_id: other.id, sites: [(await newSite(other.id)).id], surname: 'Bulk-Stranger' });
    const archived = await person('employee', { deleted_at: now() });
    const siteAdmin = await signed('site_admin', { sites: [site.id, elsewhere.id] });
    const boss = await person('client_admin');
    const far = await person('employee', { sites: [] });
    const [mine = 0] = await several(1);
    const ids = [mine, stranger.id, archived.id, siteAdmin.id, boss.id, far.id, 999_999];
    const expected = [
      { id: mine, ok: true, message: 'Changed.' },
      { id: stranger.id, ok: false, message: notFound },
      { id: archived.id, ok: false, message: 'This person is archived.' },
      { id: siteAdmin.id, ok: false, message: 'You are not allowed to do this.' },
      { id: boss.id, ok: false, message: 'You are not allowed to do this.' },
      { id: far.id, ok: false, message: notFound },
      { id: 999_999, ok: false, message: notFound },
    ];
    expect(await bulk({ ids, add: { sites: [elsewhere.id] } }, siteAdmin)).toEqual(expected);
    expect((await admin.get(`/api/employees/${mine}`)).body.sites).toHaveLength(2);
    // The office can change only people of the client in the path.
    const bulkPath = `/api/admin/accounts/${client.id}/employees/bulk`;
    const { body } = await office.post(bulkPath, { ids: [stranger.id, boss.id], add: { sites: [elsewhere.id] } });
    expect(body.results).toEqual([
      { id: stranger.id, ok: false, message: notFound },
      { id: boss.id, ok: true, message: 'Changed.' },
    ]);
    expect((await office.post('/api/admin/accounts/999999/employees/bulk', { ids: [mine], add: { sites: [site.id] } })).status).toBe(404);
    expect((await office.post(path, { ids: [mine], archive: true })).status).toBe(403);
    expect((await (await signed('employee')).post(path, { ids: [mine], archive: true })).status).toBe(403);
  });

  test('is refused for a person whom it would leave without a site, or without any of the caller’s sites', async () => {
    const { bulk, person, signed, site, elsewhere, database } = await fixture();
    const [one, both] = [await person('employee'), await person('employee', { sites: [site.id, elsewhere.id] })];
    const boss = await person('client_admin');
    expect(await bulk({ ids: [one.id, both.id, boss.id], remove: { sites: [site.id] } })).toEqual([
      { id: one.id, ok: false, message: 'Choose at least one site.' },
      { id: both.id, ok: true, message: 'Changed.' },
      { id: boss.id, ok: true, message: 'Changed.' },
    ]);
    expect(await database.reader.$count(userSites, eq(userSites.user_id, one.id))).toBe(1);
    const wide = await person('employee', { sites: [site.id, elsewhere.id] });
    const manager = await signed('manager');
    expect(await bulk({ ids: [wide.id], remove: { sites: [site.id] } }, manager)).toEqual([
      { id: wide.id, ok: false, message: 'Choose at least one of your own sites.' },
    ]);
    expect(await bulk({ ids: [wide.id], remove: { sites: [elsewhere.id] } }, manager)).toMatchObject({
      status: 422,
      errors: { 'remove.sites.0': [expect.any(String)] },
    });
  });

  test('stores nothing about a person for whom it is refused, and stores the changes to everybody else', async () => {
    const { bulk, person, several, site, set, admin, versions } = await fixture();
    const [fine = 0] = await several(1);
    const noAddress = await person('employee', { email: null });
    const onlySite = await person('employee');
    const ids = [fine, noAddress.id, onlySite.id];
    await admin.put(`/api/employees/${fine}`, {
      sites: [
        site.id,
        (await admin.post('/api/sites', { name: 'Bulk Yard', delivery_address: { address_line_1: '1 Far Lane', postcode: 'LS1 4AP' } })).body.id,
      ],
    });
    const results = await bulk({ ids, add: { clothing_sets: [set.id] }, remove: { sites: [site.id] }, invite: true });
    expect(results.map(({ ok, message }: { ok: boolean; message: string }) => [ok, message])).toEqual([
      [true, 'Changed and invited.'],
      [false, 'This person has no email address.'],
      [false, 'Choose at least one site.'],
    ]);
    for (const id of [noAddress.id, onlySite.id]) expect((await admin.get(`/api/employees/${id}`)).body.clothing_sets).toEqual([]);
    expect(await versions(ids)).toEqual([3, 1, 1]);
  });

  test('invites people who have an email address and have not signed in', async () => {
    const { bulk, person, database, events, now } = await fixture();
    const invited = await person('manager', { email: `bulk.invited.${Date.now()}@northgate.test` });
    const addressless = await person('employee', { email: null });
    const signedIn = await person('manager', { signed_in_at: now() });
    const disabled = await person('manager', { is_disabled: true });
    expect(await bulk({ ids: [invited.id, addressless.id, signedIn.id, disabled.id], invite: true })).toEqual([
      { id: invited.id, ok: true, message: 'Invited.' },
      { id: addressless.id, ok: false, message: 'This person has no email address.' },
      { id: signedIn.id, ok: false, message: 'This person has signed in already and needs no invitation.' },
      { id: disabled.id, ok: false, message: 'This person is disabled and cannot sign in.' },
    ]);
    expect(await database.reader.$count(outbox, and(eq(outbox.to, invited.email ?? ''), eq(outbox.kind, 'invitation')))).toBe(1);
    expect(await events('employee.invited', [invited.id])).toMatchObject([{ after: { email: invited.email } }]);
    const [row] = await database.reader.select({ invited_at: users.invited_at }).from(users).where(eq(users.id, invited.id));
    expect(row?.invited_at).toBe(now());
  });

  test('archives people by the rules for archiving one person', async () => {
    const { bulk, person, signIn, several, admin, events, now, database, draft, order, submit, medium, dress } = await fixture();
    const managers = [await person('manager'), await person('site_admin')];
    const requester = await person('employee');
    await dress(requester.id);
    const asking = await signIn(requester);
    const uuid = await draft(asking, [requester.id]);
    await order(uuid, medium.id, 1, asking, requester.id);
    await submit(uuid, {}, asking);
    const [one = 0] = await several(1);
    const leaver = await person('employee', { deleted_at: now() });
    const ids = [...managers.map(({ id }) => id), one, leaver.id, admin.id];
    expect(await bulk({ ids, archive: true })).toEqual([
      ...ids.slice(0, 3).map((id) => ({ id, ok: true, message: 'Archived.' })),
      { id: leaver.id, ok: true, message: 'Archived already.' },
      { id: admin.id, ok: false, message: 'You cannot archive or delete yourself.' },
    ]);
    expect(await events('employee.archived', ids)).toHaveLength(3);
    expect(await database.reader.$count(sessions, inArray(sessions.user_id, ids.slice(0, 3)))).toBe(0);
    // Only the client manager is left to approve the site's request, and so is notified of it.
    const notices = (await admin.get('/api/notifications')).body.items;
    expect(JSON.stringify(notices)).toContain(`/orders/${uuid}`);
  });

  test('of everybody who matches a filter takes the same filters as the list of people', async () => {
    const { bulk, several, person, elsewhere, database, admin, set } = await fixture();
    await several(3, { surname: 'Bulk-Match' });
    await person('manager', { surname: 'Bulk-Match' });
    const filter = { search: 'bulk-match', role: 'employee', orderBy: 'name', page: 1 };
    const { people, is_cut } = (await admin.get('/api/employees/matching?search=bulk-match&role=employee')).body as {
      people: { id: number; name: string }[];
      is_cut: boolean;
    };
    const ids = people.map(({ id }) => id);
    expect([ids.length, is_cut]).toEqual([3, false]);
    for (const { name } of people) expect(name).toMatch(/ Bulk-Match$/);
    const results = await bulk({ filter, add: { sites: [elsewhere.id] } });
    expect(results.map(({ id }: { id: number }) => id)).toEqual(ids);
    expect(await database.reader.$count(userSites, and(eq(userSites.site_id, elsewhere.id), inArray(userSites.user_id, ids)))).toBe(3);
    expect(await bulk({ filter: { search: 'nobody like that' }, add: { clothing_sets: [set.id] } })).toEqual([]);
    expect(await bulk({ filter: { site_id: elsewhere.id, show: 'no_clothing_set', archived: true }, add: { clothing_sets: [set.id] } })).toHaveLength(
      3,
    );
  });

  test.each<[string, object, string]>([
    ['of nobody', { add: { sites: [1] } }, 'ids'],
    ['of an empty list', { ids: [], add: { sites: [1] } }, 'ids'],
    ['of ids and a filter', { ids: [1], filter: {}, archive: true }, 'ids'],
    ['that changes nothing', { ids: [1], add: {}, remove: { sites: [] } }, 'add'],
    ['that archives and changes', { ids: [1], archive: true, invite: true }, 'archive'],
    ['that adds what it removes', { ids: [1], add: { sites: [1] }, remove: { sites: [1] } }, 'remove'],
    ['of more than 5,000 people', { ids: Array.from({ length: 5001 }, (_, n) => n + 1), archive: true }, 'ids'],
    ['by an unknown filter', { filter: { status: 'x' }, archive: true }, 'filter'],
    ['by an unknown role', { filter: { role: 'super' }, archive: true }, 'filter.role'],
    ['with an unknown site', { ids: [1], add: { sites: [999_999] } }, 'add.sites.0'],
    ['with an unknown role to remove', { ids: [1], remove: { employee_roles: [999_999] } }, 'remove.employee_roles.0'],
  ])('%s is refused on the faulty field', async (_what, body, field) => {
    const { bulk } = await fixture();
    const { status, errors } = await bulk(body);
    expect([status, Object.keys(errors)]).toEqual([422, [field]]);
  });
});

describe('the same bulk change sent again', () => {
  test('with the same key gets the same results and changes nothing more, even if it runs in several parts', async () => {
    const { several, admin, elsewhere, database, versions, key, site } = await fixture();
    const ids = await several(45);
    const body = { ids, add: { sites: [elsewhere.id] } };
    const headers = key();
    const answers = await Promise.all([1, 2].map(() => admin.post(path, body, headers)));
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(answers[0]?.body.results).toHaveLength(45);
    const again = await admin.post(path, body, headers);
    expect(again.body).toEqual(answers[0]?.body);
    expect(again.headers.get('Idempotent-Replay')).toBe('true');
    expect(new Set(await versions(ids))).toEqual(new Set([2]));
    expect(await database.reader.$count(auditRows, and(eq(auditRows.what, 'employee.changed'), inArray(auditRows.on_id, ids)))).toBe(45);
    const other = await admin.post(path, { ids, remove: { sites: [site.id] } }, headers);
    expect(other).toMatchObject({ status: 422, body: { errors: { 'Idempotency-Key': [expect.any(String)] } } });
    // A refused request gets the same refusal again.
    const refused = key();
    for (const _ of [1, 2]) expect((await admin.post(path, { ids, add: { sites: [999_999] } }, refused)).status).toBe(422);
  });

  test('completes the first change if it was interrupted', async () => {
    const { several, admin, elsewhere, database, versions, key, services } = await fixture();
    const ids = await several(45);
    const body = { ids, add: { sites: [elsewhere.id] } };
    const headers = key();
    // The changes and keys of the last parts are deleted, as if these parts had never run.
    expect((await admin.post(path, body, headers)).status).toBe(200);
    const stored = headers['Idempotency-Key'] ?? '';
    await services.database.unitOfWork(async (db) => {
      await db.delete(idempotencyKeys).where(inArray(idempotencyKeys.key, [`${stored}/2`, `${stored}/3`]));
      await db.delete(userSites).where(and(eq(userSites.site_id, elsewhere.id), inArray(userSites.user_id, ids.slice(16))));
    });
    const again = await admin.post(path, body, headers);
    expect(again.headers.get('Idempotent-Replay')).toBeNull();
    expect(again.body.results.filter(({ message }: { message: string }) => message === 'Changed.')).toHaveLength(45);
    expect(await database.reader.$count(userSites, and(eq(userSites.site_id, elsewhere.id), inArray(userSites.user_id, ids)))).toBe(45);
    expect((await versions(ids)).slice(0, 16)).toEqual(Array(16).fill(2));
  });
});

describe('bulk changes that run at the same time', () => {
  test('are all stored for every person', async () => {
    const { several, admin, elsewhere, set, client, employeeRole, database, versions } = await fixture();
    const ids = await several(30);
    const role = await employeeRole({ account_id: client.id });
    const adds = [{ sites: [elsewhere.id] }, { clothing_sets: [set.id] }, { employee_roles: [role.id] }];
    const answers = await Promise.all(adds.map((add, n) => admin.post(path, { ids: n ? [...ids].reverse() : ids, add })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(await versions(ids))).toEqual(new Set([4]));
    expect(await database.reader.$count(userEmployeeRoles, eq(userEmployeeRoles.employee_role_id, role.id))).toBe(30);
  });

  test('archive each person once, and an order that somebody submits meanwhile is submitted completely or not at all', async () => {
    const { person, signIn, admin, wearer, draft, order, submit, database } = await fixture();
    const leavers = await Promise.all(Array.from({ length: 6 }, () => person('manager')));
    const uuids: string[] = [];
    const callers: Caller[] = [];
    for (const leaver of leavers) {
      const caller = await signIn(leaver);
      const uuid = await draft(caller, [wearer.id]);
      await order(uuid, undefined, 1, caller);
      callers.push(caller);
      uuids.push(uuid);
    }
    const ids = leavers.map(({ id }) => id);
    const [one, other, ...submitted] = await Promise.all([
      admin.post(path, { ids, archive: true }),
      admin.post(path, { ids: [...ids].reverse(), archive: true }),
      ...uuids.map((uuid, n) => submit(uuid, {}, callers[n])),
    ]);
    const messages = [...(one?.body.results ?? []), ...(other?.body.results ?? [])].map(({ message }: { message: string }) => message);
    expect(messages.filter((message) => message === 'Archived.')).toHaveLength(6);
    expect(messages.filter((message) => message === 'Archived already.')).toHaveLength(6);
    expect(await database.reader.$count(auditRows, and(eq(auditRows.what, 'employee.archived'), inArray(auditRows.on_id, ids)))).toBe(6);
    for (const [n, { status }] of submitted.entries()) {
      expect([200, 401]).toContain(status);
      const [row] = await database.reader
        .select({ submitted_at: orders.submitted_at })
        .from(orders)
        .where(eq(orders.uuid, uuids[n] ?? ''));
      expect(row?.submitted_at !== null).toBe(status === 200);
    }
    for (const caller of callers) expect((await caller.get('/api/auth/me')).status).toBe(401);
  });
});
