import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { hashPassword } from '../../server/auth/password.ts';
import { users } from '../../server/db/tables/index.ts';
import { insertMany } from '../../server/db/write-many.ts';
import { clientFixture } from '../ordering/fixture.ts';

const ids = (body: { items: { id: number }[] }): number[] => body.items.map(({ id }) => id);
const password = 'violet harbour lamp';

async function fixture() {
  const scene = await clientFixture();
  const office = await scene.as('super');
  const path = `/api/admin/accounts/${scene.client.id}/employees`;
  const list = async (query: string, by = office, address = path) => {
    const { status, body } = await by.get(`${address}?per_page=100&${query}`);
    expect([status, body.errors]).toEqual([200, undefined]);
    return body;
  };
  return { ...scene, office, path, list };
}

describe('a list of a client’s people', () => {
  test('shows who has been invited, who has signed in, and what the caller may do with each person', async () => {
    const { office, person, path, anyone, now, setClock, site, admin } = await fixture();
    const email = 'list.invited@northgate.test';
    const { body: invited } = await admin.post('/api/employees', {
      forenames: 'Nell',
      surname: 'Gray',
      roles: ['manager'],
      sites: [site.id],
      email,
      invite: true,
    });
    expect(invited).toMatchObject({ invited_at: now(), signed_in_at: null, has_password: false });
    const signedIn = await person('manager', { email: 'list.signed.in@northgate.test', password_hash: await hashPassword(password) });
    setClock(1);
    await anyone.post('/api/auth/login', { email: signedIn.email, password });
    const rows = (await office.get(`${path}?per_page=100`)).body.items;
    const rowOf = (id: number) => rows.find((row: { id: number }) => row.id === id);
    expect(rowOf(invited.id)).toMatchObject({ is_archived: false, signed_in_at: null, has_password: false });
    expect(rowOf(signedIn.id)).toMatchObject({ invited_at: null, signed_in_at: now(), has_password: true });
    expect(rowOf(signedIn.id).can).toEqual({ edit: true, archive: true, delete: true, restore: false, impersonate: true });
    const own = (await admin.get('/api/employees?per_page=100')).body.items;
    const canOf = (id: number) => own.find((row: { id: number }) => row.id === id).can;
    expect(canOf(signedIn.id)).toEqual({ edit: true, archive: true, delete: false, restore: false, impersonate: false });
    expect(canOf(admin.id)).toEqual({ edit: false, archive: false, delete: false, restore: false, impersonate: false });
  });

  test('is searched by words of at least two characters in the name, number and email address', async () => {
    const { list, person } = await fixture();
    const sian = await person('employee', {
      forenames: 'Siân Mair',
      surname: 'Llewellyn-Rhys',
      employee_number: 'NG-0018',
      email: 'sian.lr@northgate.test',
    });
    const mark = await person('employee', { forenames: 'Mark', surname: 'Rhys', employee_number: 'A_1107' });
    const find = async (search: string) => ids(await list(`search=${encodeURIComponent(search)}`));
    for (const search of ['llewellyn', 'Llewellyn Siân', 'mair rhys', 'ng-0018', 'LR@north', 'ma ll', '0018 rhys'])
      expect(await find(search), search).toEqual([sian.id]);
    expect(await find('rhys')).toEqual([sian.id, mark.id]);
    expect(await find('A_11')).toEqual([mark.id]);
    expect(await find('A%11')).toEqual([]);
    expect(await find('rhys"')).toEqual([]);
    expect((await find('m')).length).toBeGreaterThan(1);
    // Accents and the kind of apostrophe make no difference, and a name may be typed as the list shows it.
    const zoe = await person('employee', { forenames: 'Zoë', surname: 'O’Neill-Łoś', employee_number: 'ZÉ-9' });
    for (const search of ['zoe', 'ZOË', "zoë o'neill", 'O’Neill', 'neill-los', 'ŁOŚ', "O'Neill-Łoś, Zoë", 'zé-9', 'ZE-9'])
      expect(await find(search), search).toEqual([zoe.id]);
    // A Chinese name is found as it is written, as one word with the surname first, and by the parts of the name.
    const xiaoming = await person('employee', { forenames: '小明', surname: '王' });
    for (const search of ['王小明', '王小', '小明', '小明 王', '王 小明', '王, 小明']) expect(await find(search), search).toEqual([xiaoming.id]);
    expect(await find('明王')).toEqual([]);
    // A changed name is found at once, and the former name is no longer found.
    const { office, path } = await fixture();
    await office.put(`${path.replace(/\d+/, String(mark.account_id))}/${mark.id}`, { surname: 'Zebedee' });
    expect(await find('zebed')).toEqual([mark.id]);
    expect(await find('mark rhys')).toEqual([]);
  });

  test('is filtered by role, site, employee role and clothing set', async () => {
    const { list, person, elsewhere, wearer, set, client, employeeRole, admin, parent } = await fixture();
    const far = await person('manager', { sites: [elsewhere.id] });
    const crew = await employeeRole({ account_id: client.id, holders: [far.id] });
    expect(ids(await list('role=manager'))).toEqual([far.id]);
    expect(ids(await list(`site_id=${elsewhere.id}`))).toEqual([far.id]);
    expect(ids(await list(`employee_role_id=${crew.id}`))).toEqual([far.id]);
    expect(ids(await list(`clothing_set_id=${set.id}`))).toEqual([wearer.id]);
    // The set holds the whole style; a SKU of the style, and a style that is in no set, have nobody.
    expect(ids(await list(`product_id=${parent.id}`))).toEqual([wearer.id]);
    expect(ids(await list(`product_id=${parent.id + 999_999}`))).toEqual([]);
    // Another client’s people are not listed, whatever they may have.
    const other = await fixture();
    expect(ids(await other.list(`product_id=${parent.id}`))).toEqual([]);
    expect(ids(await list('role=client_admin', admin, '/api/employees'))).toEqual([admin.id]);
    for (const wrong of [
      'role=super',
      'role=boss',
      'site_id=x',
      'product_id=0',
      'show=nobody',
      'archived=maybe',
      'orderBy=password_hash',
      'include=password',
      'filter_role=manager',
    ])
      expect((await admin.get(`/api/employees?${wrong}`)).status, wrong).toBe(422);
  });

  test('has views of people not invited, people without a site, people without a clothing set, and archived people, with counts', async () => {
    const { list, person, wearer, admin, client, now } = await fixture();
    const uninvited = await person('manager', { sites: [] });
    const archived = await person('employee', { deleted_at: now() });
    const addressless = await person('employee', { email: null });
    const idsIn = async (view: string) => ids(await list(`show=${view}`));
    expect(await idsIn('not_invited')).toEqual(expect.arrayContaining([wearer.id, uninvited.id]));
    expect(await idsIn('not_invited')).not.toContain(addressless.id);
    expect(await idsIn('no_site')).toEqual([uninvited.id]);
    expect((await idsIn('no_clothing_set')).sort()).toEqual([admin.id, uninvited.id, addressless.id].sort());
    expect(await idsIn('archived')).toEqual([archived.id]);
    const { counts } = await list('include=counts&show=archived');
    expect(counts).toEqual({ all: 4, not_invited: 3, no_clothing_set: 3, no_site: 1, archived: 1 });
    expect((await list(`include=counts&search=${uninvited.email}`)).counts).toMatchObject({ all: 1, archived: 0 });
    expect((await list('')).counts).toBeUndefined();
    expect(client.id).toBe(archived.account_id);
  });

  test('contains archived people only for callers who may edit people, and only on request', async () => {
    const { list, person, admin, signed, signIn, wearer, now, office } = await fixture();
    const archived = await person('employee', { deleted_at: now() });
    expect(ids(await list(''))).not.toContain(archived.id);
    const withArchived = await list('archived=true', admin, '/api/employees');
    expect(withArchived.items.find(({ id }: { id: number }) => id === archived.id)).toMatchObject({
      is_archived: true,
      can: { edit: false, restore: true },
    });
    expect(ids(await list('archived=0', admin, '/api/employees'))).not.toContain(archived.id);
    expect(ids(await list('show=archived', await signed('manager'), '/api/employees'))).toEqual([archived.id]);
    expect(ids(await list('archived=1', office))).toContain(archived.id);
    const self = await signIn(wearer);
    for (const query of ['archived=1', 'show=archived']) expect((await self.get(`/api/employees?${query}`)).status).toBe(403);
  });

  test('can be sorted by each of its columns', async () => {
    const { list, person, wearer, admin, submitted, office, setClock, database } = await fixture();
    const last = await person('manager', {
      surname: 'Aaa',
      employee_number: 'Z-9',
      email: 'zz@northgate.test',
      signed_in_at: '2026-11-01T09:00:00.000Z',
    });
    await database.unitOfWork(async (db) => {
      await db
        .update(users)
        .set({ surname: 'Bbb', employee_number: 'B-1', email: 'bb@northgate.test', signed_in_at: '2026-11-02T09:00:00.000Z' })
        .where(eq(users.id, wearer.id));
      await db.update(users).set({ surname: 'Ccc', employee_number: null, email: 'aa@northgate.test' }).where(eq(users.id, admin.id));
    });
    setClock(1);
    await submitted();
    const by = async (column: string, sortedBy = 'asc') => ids(await list(`orderBy=${column}&sortedBy=${sortedBy}`));
    const orders: Record<string, number[]> = {
      name: [last.id, wearer.id, admin.id],
      employee_number: [admin.id, wearer.id, last.id],
      email: [admin.id, wearer.id, last.id],
      role: [wearer.id, last.id, admin.id],
      signed_in_at: [admin.id, last.id, wearer.id],
    };
    for (const [column, order] of Object.entries(orders)) {
      expect(await by(column), column).toEqual(order);
      expect((await by(column, 'desc')).at(column === 'role' ? 0 : -1), column).toBe(column === 'role' ? admin.id : order[0]);
    }
    expect((await by('last_order_at', 'desc'))[0]).toBe(wearer.id);
    // The people of all clients together cannot be sorted by their latest order.
    expect((await office.get('/api/employees?orderBy=last_order_at')).status).toBe(422);
  });

  test('includes each person’s account, budgets and last order on request', async () => {
    const { list, wearer, client, submitted, employeeRole, now, admin } = await fixture();
    const role = await employeeRole({
      account_id: client.id,
      holders: [wearer.id],
      is_budgeted: true,
      budget_value: 5000,
      budget_start_date: '2026-01-01',
      budget_duration: 12,
    });
    await submitted(2);
    const rowOf = async (query: string, by = admin) =>
      (await list(query, by, '/api/employees')).items.find(({ id }: { id: number }) => id === wearer.id);
    expect(await rowOf('include=account,budgets,last_order')).toMatchObject({
      account: { id: client.id, name: client.name },
      budgets: [{ id: role.id, employee_id: wearer.id, budget_value: 5000, total_spent: 2500 }],
      last_order_at: now(),
    });
    const { items: budgets } = (await admin.get(`/api/employees/${wearer.id}/budgets`)).body;
    expect((await rowOf('include=budgets')).budgets).toEqual(budgets);
    expect(Object.keys(await rowOf(''))).not.toEqual(expect.arrayContaining(['budgets']));
    const other = (await list('include=budgets,last_order', admin, '/api/employees')).items.find(({ id }: { id: number }) => id === admin.id);
    expect(other).toMatchObject({ budgets: [], last_order_at: null });
  });

  test('of more than a thousand people is refused with 419 if it is requested as one page without a search', async () => {
    const { office, account, newSite, database, now, as } = await fixture();
    const big = await account();
    const { id: site } = await newSite(big.id);
    await database.unitOfWork(async (db) => {
      const rows = Array.from({ length: 1001 }, (_, n) => ({
        account_id: big.id,
        role: 'employee' as const,
        forenames: 'Many',
        surname: `Person ${n}`,
        created_at: now(),
      }));
      await insertMany(db, users, rows);
    });
    const path = `/api/admin/accounts/${big.id}/employees`;
    const refused = await office.get(`${path}?per_page=1001`);
    expect([refused.status, refused.body.message]).toEqual([
      419,
      'There are too many employees to list. Please use the search feature to narrow down the results.',
    ]);
    expect((await office.get(`${path}?per_page=1000`)).body).toMatchObject({ per_page: 100, total: 1001 });
    expect((await office.get(`${path}?per_page=9999&search=person 100`)).body).toMatchObject({ per_page: 100, total: 2 });
    expect((await office.get(`${path}?per_page=9999&site_id=${site}`)).body).toMatchObject({ per_page: 100, total: 0 });
    const boss = await as('client_admin', { account_id: big.id });
    expect((await boss.get('/api/employees?per_page=5000')).status).toBe(419);
    expect((await boss.get('/api/employees?per_page=5000&search=no such person')).body).toMatchObject({ per_page: 100, items: [] });
    const few = await account();
    expect((await office.get(`/api/admin/accounts/${few.id}/employees?per_page=9999`)).body).toMatchObject({ per_page: 100, items: [] });
  });
});

test('the office sees the provider’s own people in a separate list', async () => {
  const { office, user, list, wearer, admin, client, clothingSet } = await fixture();
  const picker = await user('warehouse', { forenames: 'Pia', surname: 'Provider-List', pin_hash: 'hash' });
  const stitcher = await user('embroiderer', { forenames: 'Ed', surname: 'Provider-List', is_disabled: true });
  const set = await clothingSet(client.id, { wearers: [stitcher.id] });
  const { items } = await list('search=provider-list', office, '/api/admin/users');
  expect(items).toMatchObject([
    {
      id: stitcher.id,
      account_id: null,
      primary_role: 'embroiderer',
      is_disabled: true,
      clothing_sets: [{ id: set.id }],
      can: { edit: true, impersonate: false },
    },
    { id: picker.id, primary_role: 'warehouse', has_pin: true, can: { edit: true, archive: true, impersonate: true } },
  ]);
  expect(ids(await list('role=warehouse&search=provider-list', office, '/api/admin/users'))).toEqual([picker.id]);
  expect(ids(await list(`search=${wearer.surname.split(' ')[1]}`, office, '/api/admin/users'))).not.toContain(wearer.id);
  expect((await office.get('/api/admin/users?role=manager')).status).toBe(422);
  expect((await admin.get('/api/admin/users')).status).toBe(403);
});

test('each path for reading a person answers callers who may see the person, and gives everybody else a 404', async () => {
  const { office, admin, wearer, signIn, client, account, as, user, person, now, signed } = await fixture();
  const other = await account();
  const stranger = await as('client_admin', { account_id: other.id });
  const archived = await person('employee', { deleted_at: now() });
  for (const path of ['/api/employees', '/api/users']) {
    expect((await admin.get(`${path}/${wearer.id}`)).body).toMatchObject({ id: wearer.id, can: { edit: true }, started_on: null, leaves_on: null });
    expect((await admin.get(`${path}/${archived.id}`)).body).toMatchObject({ is_archived: true });
    expect((await stranger.get(`${path}/${wearer.id}`)).status).toBe(404);
    expect((await (await signIn(wearer)).get(`${path}/${wearer.id}`)).body).toMatchObject({ id: wearer.id, can: { edit: false } });
    expect((await (await signed('employee')).get(`${path}/${wearer.id}`)).status).toBe(404);
  }
  expect((await office.get(`/api/admin/accounts/${client.id}/employees/${wearer.id}`)).body).toMatchObject({ id: wearer.id });
  expect((await office.get(`/api/admin/accounts/${other.id}/employees/${wearer.id}`)).status).toBe(404);
  expect((await office.get(`/api/admin/accounts/${client.id}/employees/${archived.id}`)).body).toMatchObject({ is_archived: true });

  const picker = await user('warehouse');
  const self = await signIn(picker);
  expect((await office.get(`/api/admin/users/${picker.id}`)).body).toMatchObject({ primary_role: 'warehouse', account_id: null });
  expect((await office.get(`/api/users/${picker.id}`)).body).toMatchObject({ id: picker.id });
  expect((await self.get(`/api/users/${picker.id}`)).body).toMatchObject({ id: picker.id, can: { edit: false } });
  expect((await self.get(`/api/users/${wearer.id}`)).status).toBe(404);
  expect((await admin.get(`/api/users/${picker.id}`)).status).toBe(404);
  expect((await office.get(`/api/admin/users/${wearer.id}`)).status).toBe(404);
});
