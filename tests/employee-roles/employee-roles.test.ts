import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { employeeRoles, orderLines, orders, returnLines, returnReasons, returns } from '../../server/db/tables/index.ts';
import { clientFixture } from '../ordering/fixture.ts';

const budget = {
  is_budgeted: true,
  is_budget_forceable: true,
  budget_value: 5000,
  budget_forced_alert_email: 'watch@client.test',
  budget_start_date: '2026-01-31',
  budget_duration: 12 as const,
};
const none = {
  is_budgeted: false,
  is_budget_forceable: false,
  budget_value: null,
  budget_forced_alert_email: null,
  budget_start_date: null,
  budget_duration: null,
};

async function setUp() {
  const fixture = await clientFixture({ price: 1000 });
  const office = await fixture.as('super');
  const path = `/api/admin/accounts/${fixture.client.id}/employee-roles`;
  const add = async (values: Record<string, unknown> = {}) => (await office.post(path, { name: 'Driver', ...values })).body;
  const events = async (id: number) => (await office.get(`/api/admin/audit?on_type=employee_role&on_id=${id}`)).body.items;
  const chargedTo = async (uuid: string) =>
    (await office.get(`/api/orders/${uuid}`)).body.lines.map(({ budget_employee_role_id: id }: { budget_employee_role_id: number | null }) => id);
  return { ...fixture, office, path, add, events, chargedTo };
}

test('a role needs only a name, and a budget needs a start and a duration', async () => {
  const { office, path, events, client, wearer } = await setUp();
  const least = await office.post(path, { name: ' Agency Cover ' });
  expect(least).toMatchObject({
    status: 201,
    body: { name: 'Agency Cover', client_references: null, flags: [], budget_code: null, ...none, people_count: 0, version: 1, budget_use: null },
  });
  expect((await office.get(`${path}/${least.body.id}`)).body).toEqual(least.body);
  expect(await events(least.body.id)).toMatchObject([
    { what: 'employee_role.created', on: { name: 'Agency Cover' }, after: { account_id: client.id } },
  ]);

  const role = { name: 'Driver', client_references: 'DRV,  VAN', flags: ['client_admin', 'manager'], budget_code: 'DRV-KIT', ...budget };
  const full = await office.post(path, role);
  expect(full).toMatchObject({ status: 201, body: { ...role, client_references: 'DRV, VAN', flags: ['manager', 'client_admin'] } });
  // To a person who assigns an employee role, the list shows which system roles this employee role suggests.
  const offered = (await office.get(`/api/accounts/${client.id}/employee-roles`)).body.employee_roles;
  expect(offered).toContainEqual(expect.objectContaining({ id: full.body.id, flags: ['manager', 'client_admin'] }));
  // The system role of a person who gets the employee role does not change.
  const changed = await office.put(`/api/employees/${wearer.id}`, { employee_roles: [full.body.id] });
  expect(changed).toMatchObject({ status: 200, body: { employee_roles: [{ id: full.body.id }], primary_role: 'employee' } });

  expect((await office.post(path, { name: ' DRIVER', is_budgeted: true })).body.errors).toEqual({
    name: ['This client has a role of this name already.'],
    budget_start_date: ['Choose the day on which the budget starts.'],
    budget_duration: ['Choose how long the budget lasts.'],
  });
  expect((await office.post(path, { name: 'Driver', ...budget, is_budgeted: false, is_budget_forceable: false })).body.errors).toHaveProperty(
    'budget_value',
  );
  for (const bad of [
    { name: '' },
    { name: 'x'.repeat(121) },
    { budget_value: -1 },
    { budget_value: 1.5 },
    { budget_duration: 2 },
    { budget_start_date: '2026-02-30' },
    { budget_forced_alert_email: 'watch@' },
    { flags: ['super'] },
    { budget_code: 'x'.repeat(51) },
    { client_references: 'x'.repeat(501) },
  ])
    expect(Object.keys((await office.post(path, { name: 'Driver', ...budget, ...bad })).body.errors)[0]).toMatch(
      new RegExp(`^${Object.keys(bad)[0]}`),
    );
  expect((await office.post('/api/admin/accounts/999999/employee-roles', { name: 'Nobody' })).status).toBe(404);
  expect((await office.get('/api/admin/accounts/999999/employee-roles')).status).toBe(404);
});

test('the list of roles is sorted by name, searched by name, code and reference, and shows how many active people each role has', async () => {
  const { office, path, add, employeeRole, client, wearer, person, now } = await setUp();
  const gone = await person('employee', { deleted_at: now() });
  const driver = await employeeRole({ account_id: client.id, name: 'driver', budget_code: 'VAN-1', holders: [wearer.id, gone.id] });
  const cook = await add({ name: 'Cook', client_references: 'KITCHEN' });
  const names = async (query = '') => (await office.get(`${path}${query}`)).body.items.map(({ name }: { name: string }) => name);
  expect((await office.get(path)).body).toMatchObject({ per_page: 100, total: 2 });
  expect((await office.get(`${path}?search=van`)).body.items).toMatchObject([{ id: driver.id, people_count: 1 }]);
  expect(await names('?search=KITCH')).toEqual(['Cook']);
  expect(await names('?orderBy=id')).toEqual(['driver', 'Cook']);
  expect(await names('?per_page=1&page=2&orderBy=id')).toEqual(['Cook']);
  expect(await names(`?employee_id=${wearer.id}`)).toEqual(['driver']);
  expect((await office.get(`${path}?orderBy=flags`)).status).toBe(422);
  expect((await office.delete(`${path}/${cook.id}`)).body).toEqual({ id: cook.id, deleted: true });
  expect(await names()).toEqual(['driver']);
});

test('a request that is repeated with the same key adds, changes or deletes a role only once', async () => {
  const { office, path, key } = await setUp();
  const [added, changed, deleted] = [key(), key(), key()];
  const { id } = (await office.post(path, { name: 'Twice' }, added)).body;
  expect((await office.post(path, { name: 'Twice' }, added)).body.id).toBe(id);
  expect((await office.get(path)).body.total).toBe(1);
  for (const _ of [1, 2]) expect((await office.put(`${path}/${id}`, { name: 'Changed' }, changed)).body.version).toBe(2);
  for (const _ of [1, 2])
    expect(await office.delete(`${path}/${id}`, undefined, deleted)).toMatchObject({ status: 200, body: { id, deleted: true } });
  expect((await office.delete(`${path}/${id}`)).status).toBe(404);
  expect((await office.put(`${path}/${id}`, { name: 'Late' })).status).toBe(404);
});

test('two roles of a company cannot have the same name, even if added at the same time; the name of a deleted role is free', async () => {
  const { office, path, add, account } = await setUp();
  const driver = await add();
  const cook = await add({ name: 'Cook' });
  const taken = { status: 422, body: { errors: { name: ['This client has a role of this name already.'] } } };
  expect(await office.put(`${path}/${cook.id}`, { name: 'driver' })).toMatchObject(taken);
  expect((await office.put(`${path}/${cook.id}`, { name: 'COOK' })).body).toMatchObject({ name: 'COOK', version: 2 });
  const both = await Promise.all([1, 2].map(() => office.post(path, { name: 'Cleaner' })));
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  await office.delete(`${path}/${driver.id}`);
  expect((await office.post(path, { name: 'Driver' })).status).toBe(201);
  expect((await office.post(`/api/admin/accounts/${(await account()).id}/employee-roles`, { name: 'Driver' })).status).toBe(201);
});

test('a change based on an older version is refused with the current role; the role is 404 under another company’s path', async () => {
  const { office, path, add, account, admin } = await setUp();
  const role = await add(budget);
  const one = `${path}/${role.id}`;
  expect((await office.put(one, { budget_code: 'NEW', version: 1 })).body).toMatchObject({ ...budget, budget_code: 'NEW', version: 2 });
  expect(await office.put(one, { name: 'Late', version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'stale_version', current: { name: 'Driver', budget_code: 'NEW', version: 2, budget_use: { people: 0 } } },
  });
  const elsewhere = `/api/admin/accounts/${(await account()).id}/employee-roles/${role.id}`;
  for (const response of [
    await office.get(elsewhere),
    await office.get(`${elsewhere}/people`),
    await office.put(elsewhere, { name: 'Mine' }),
    await office.delete(elsewhere),
  ])
    expect(response.status).toBe(404);
  for (const response of [
    await admin.get(one),
    await admin.put(one, { name: 'Mine' }),
    await admin.delete(one),
    await admin.post(path, { name: 'X' }),
  ])
    expect(response.status).toBe(403);
  expect((await office.get(one)).body).toMatchObject({ name: 'Driver', version: 2 });
});

test('when a role stops having a budget, its budget fields are cleared, and the audit event has their former values', async () => {
  const { office, path, add, events } = await setUp();
  const { id } = await add({ ...budget, budget_code: 'DRV' });
  const one = `${path}/${id}`;
  // Orders that go over an allowance are alerted there too.
  const cleared = { ...none, budget_forced_alert_email: budget.budget_forced_alert_email };
  expect((await office.put(one, { budget_start_date: null })).body.errors).toHaveProperty('budget_start_date');
  // The request contains the budget fields, because the form disables them but still sends them.
  expect((await office.put(one, { ...budget, is_budgeted: false })).body).toMatchObject({
    ...cleared,
    budget_code: 'DRV',
    version: 2,
    budget_use: null,
  });
  expect((await events(id))[0]).toMatchObject({ what: 'employee_role.changed', before: budget, after: cleared });
  expect((await office.put(one, { budget_value: 100 })).body.errors).toEqual({ budget_value: ['Only a budgeted role has this.'] });
  expect((await office.put(one, budget)).body).toMatchObject(budget);
  expect((await office.put(one, { is_budget_forceable: false })).body).toMatchObject({ ...budget, is_budget_forceable: false });
});

describe('a deleted role', () => {
  test('is removed from its people, and their drafts are charged to another role of theirs, or to none', async () => {
    const { office, admin, path, add, events, wearer, person, dress, draft, order, submit, chargedTo, employeeRole, client } = await setUp();
    const driver = await add(budget);
    const crew = await employeeRole({ account_id: client.id, ...budget });
    const mate = await person('employee');
    await dress(mate.id);
    const hold = (id: number, roles: number[]) => office.put(`/api/employees/${id}`, { employee_roles: roles });
    await hold(wearer.id, [driver.id, crew.id]);
    await hold(mate.id, [driver.id]);
    const { version } = (await office.get(`/api/employees/${wearer.id}`)).body;
    const uuid = await draft(admin, [wearer.id, mate.id]);
    await order(uuid, undefined, 1, admin, wearer.id, { budget: driver.id });
    await order(uuid, undefined, 1, admin, wearer.id, { budget: crew.id });
    await order(uuid, undefined, 1, admin, mate.id);
    expect(await chargedTo(uuid)).toEqual([driver.id, crew.id, driver.id]);
    const before = (await admin.get(`/api/orders/${uuid}`)).body.version;

    await office.delete(`${path}/${driver.id}`);
    expect(await chargedTo(uuid)).toEqual([crew.id, crew.id, null]);
    const now = (await office.get(`/api/employees/${wearer.id}`)).body;
    expect(now).toMatchObject({ employee_roles: [{ id: crew.id }], version: version + 1 });
    const { version: after, id } = (await admin.get(`/api/orders/${uuid}`)).body;
    expect(after).toBeGreaterThan(before);
    const recharged = (await office.get(`/api/admin/audit?on_type=order&on_id=${id}&what=order.recharged`)).body.items;
    expect(recharged.map(({ after }: { after: object }) => after)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ employee_id: wearer.id, employee_role_id: crew.id }),
        expect.objectContaining({ employee_id: mate.id, employee_role_id: null }),
      ]),
    );
    expect((await events(driver.id))[0]).toMatchObject({
      what: 'employee_role.deleted',
      before: { ...budget, name: 'Driver', employees: [wearer.id, mate.id].sort((a, b) => a - b) },
    });

    const line = { lines: [{ product_id: (await admin.get(`/api/orders/${uuid}`)).body.lines[0].product.id, quantity: 1, budget: driver.id }] };
    expect((await admin.post(`/api/orders/${uuid}/employees/${wearer.id}/lines`, line)).body.errors).toHaveProperty(['lines.0.budget']);
    expect((await submit(uuid)).status).toBe(200);
  });

  test('keeps the spend charged to it, and a draft that is still charged to it cannot be submitted', async () => {
    const { office, admin, path, add, wearer, draft, order, submit, chargedTo, database } = await setUp();
    const driver = await add(budget);
    await office.put(`/api/employees/${wearer.id}`, { employee_roles: [driver.id] });
    const spent = await draft();
    await order(spent, undefined, 2);
    expect((await submit(spent)).status).toBe(200);
    await office.delete(`${path}/${driver.id}`);
    expect(await chargedTo(spent)).toEqual([driver.id]);
    const [role] = await database.reader.select().from(employeeRoles).where(eq(employeeRoles.id, driver.id));
    expect(role).toMatchObject({ ...budget, name: 'Driver' });

    // Simulates that the line was stored at the same time as the role was deleted.
    const late = await draft();
    const line = await order(late);
    await database.unitOfWork(async (db) => {
      await db.update(orderLines).set({ employee_role_id: driver.id }).where(eq(orderLines.id, line.id));
    });
    expect(await submit(late)).toMatchObject({
      status: 422,
      body: { errors: { budget: ['The role Driver has been deleted. Choose another one for the lines that are charged to it.'] } },
    });
    expect((await admin.get(`/api/orders/${late}`)).body.is_submitted).toBe(false);
    expect((await admin.put(`/api/orders/${late}/lines/${line.id}`, { budget: null })).status).toBe(200);
    expect((await submit(late)).status).toBe(200);
  });
});

test('the use of a budget is the spend of the role’s people in the current period, less approved returns', async () => {
  const { office, path, add, wearer, person, dress, draft, order, submit, admin, as, setClock, now, database } = await setUp();
  const role = await add({ ...budget, is_budget_forceable: true, budget_start_date: '2026-11-01', budget_duration: 1 });
  const one = `${path}/${role.id}`;
  const other = await person('employee', { forenames: 'Zoe', surname: 'Zeal' });
  await dress(other.id);
  for (const { id } of [wearer, other]) await office.put(`/api/employees/${id}`, { employee_roles: [role.id] });
  const spend = async (employee_id: number, quantity: number) => {
    const uuid = await draft(admin, [employee_id]);
    const line = await order(uuid, undefined, quantity, admin, employee_id);
    expect((await submit(uuid, { force_over_budget_order: true })).status).toBe(200);
    return { uuid, line };
  };
  const back = now();
  setClock('2026-11-01T00:00:00.000Z');
  await spend(wearer.id, 2);
  setClock(back);
  const { uuid, line } = await spend(wearer.id, 5);
  const { uuid: cancelled } = await spend(other.id, 3);
  await office.post(`/api/orders/${cancelled}/cancel`);
  expect((await office.get(one)).body.budget_use).toEqual({
    period: { starts_on: '2026-11-01', ends_on: '2026-12-01' },
    people: 2,
    budget: 10_000,
    spent: 7000,
    left: 3000,
  });
  const people = async (query = '') => (await office.get(`${one}/people${query}`)).body;
  expect((await people()).items).toMatchObject([
    { id: wearer.id, spent: 7000, left: -2000 },
    { id: other.id, name: 'Zoe Zeal', spent: 0, left: 5000 },
  ]);
  expect(await people('?orderBy=name&sortedBy=desc&per_page=1')).toMatchObject({ total: 2, last_page: 2, items: [{ id: other.id }] });
  expect((await people('?search=zeal')).items).toMatchObject([{ id: other.id }]);

  await database.unitOfWork(async (db) => {
    const [{ id: order_id } = { id: 0 }] = await db.select({ id: orders.id }).from(orders).where(eq(orders.uuid, uuid));
    const [{ id: reason_id } = { id: 0 }] = await db
      .insert(returnReasons)
      .values({ description: `Fit ${order_id}` })
      .returning();
    const [{ id: return_id } = { id: 0 }] = await db
      .insert(returns)
      .values({ order_id, creator_id: admin.id, created_at: now(), finalised_at: now() })
      .returning();
    await db.insert(returnLines).values({
      return_id,
      order_line_id: line.id,
      product_id: line.product.id,
      reason_id,
      qty_requested: 1,
      qty_approved: 1,
    });
  });
  expect((await people()).items[0]).toMatchObject({ id: wearer.id, spent: 6000, left: -1000 });

  // Nothing is spent yet in the next period, and nothing is charged before the first period.
  setClock('2026-12-01T00:00:00.000Z');
  const later = await as('super');
  expect((await later.get(one)).body.budget_use).toMatchObject({ period: { starts_on: '2026-12-01' }, spent: 0, left: 10_000 });
  await later.put(one, { budget_start_date: '2027-01-01', budget_value: null });
  expect((await later.get(one)).body.budget_use).toEqual({ period: null, people: 2, budget: null, spent: 0, left: null });
  expect((await later.get(`${one}/people`)).body.items).toMatchObject([{ left: null }, { left: null }]);
});
