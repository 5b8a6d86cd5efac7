import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditRows } from '../../server/db/tables/index.ts';
import { clientFixture } from '../ordering/fixture.ts';

const sortIds = (rows: { id: number }[]): number[] => rows.map(({ id }) => id).sort((one, other) => one - other);

test('roles and sets are changed separately; a list that is not sent stays unchanged, and each change is an audit event', async () => {
  const { admin, wearer, client, set, clothingSet, employeeRole, database } = await clientFixture();
  const crew = await employeeRole({ account_id: client.id, holders: [wearer.id] });
  const leads = await employeeRole({ account_id: client.id });
  const winter = await clothingSet(client.id);
  const path = `/api/employees/${wearer.id}`;

  const first = await admin.put(path, { employee_roles: [leads.id, leads.id] });
  expect(first.status).toBe(200);
  expect(sortIds(first.body.employee_roles)).toEqual([leads.id]);
  expect(sortIds(first.body.clothing_sets)).toEqual([set.id]);

  const second = await admin.put(path, { clothing_sets: [set.id, winter.id], employee_roles: [crew.id, leads.id], version: first.body.version });
  expect([sortIds(second.body.employee_roles), sortIds(second.body.clothing_sets)]).toEqual([
    [crew.id, leads.id],
    [set.id, winter.id],
  ]);
  expect((await admin.get(path)).body).toMatchObject(second.body);
  expect(await admin.put(path, { clothing_sets: [], version: first.body.version })).toMatchObject({
    status: 409,
    body: { code: 'stale_version', current: { id: wearer.id } },
  });
  expect((await admin.put(path, { clothing_sets: [] })).body.clothing_sets).toEqual([]);

  const events = await database.reader
    .select({ before: auditRows.before, after: auditRows.after })
    .from(auditRows)
    .where(and(eq(auditRows.what, 'employee.roles_and_sets_changed'), eq(auditRows.on_id, wearer.id)))
    .orderBy(auditRows.id);
  expect(events).toHaveLength(3);
  expect(events[0]).toMatchObject({ before: { employee_roles: [crew.name] }, after: { employee_roles: [leads.name], clothing_sets: [set.name] } });
});

test('a wearer may order the products of a new set at once', async () => {
  const { admin, wearer, client, style, clothingSet, set } = await clientFixture();
  const { parent } = await style(['M'], { name: 'Winter Coat' });
  const winter = await clothingSet(client.id, { products: [{ product_id: parent.id }] });
  const names = async (): Promise<string[]> =>
    (await admin.get(`/api/employees/${wearer.id}/products`)).body.items.map(({ name }: { name: string }) => name);
  expect(await names()).not.toContain('Winter Coat');
  await admin.put(`/api/employees/${wearer.id}`, { clothing_sets: [set.id, winter.id] });
  expect(await names()).toContain('Winter Coat');
});

test('a draft is charged to a role that the wearer has', async () => {
  const { admin, wearer, client, employeeRole, draft, order, submit, parent } = await clientFixture({ price: 1000 });
  const budget = { is_budgeted: true, budget_value: 500, budget_start_date: '2020-01-01', budget_duration: 12 as const };
  const agency = await employeeRole({ account_id: client.id });
  const crew = await employeeRole({ account_id: client.id, ...budget });
  const hold = (...roles: { id: number }[]) => admin.put(`/api/employees/${wearer.id}`, { employee_roles: roles.map(({ id }) => id) });
  const uuid = await draft();
  await order(uuid);
  const second = await order(uuid, parent.id);
  const charged = async () => {
    const { version, lines } = (await admin.get(`/api/orders/${uuid}`)).body;
    return { version, roles: lines.map(({ employee_role }: { employee_role: { id: number } | null }) => employee_role?.id ?? null) };
  };
  const { version } = await charged();
  expect((await charged()).roles).toEqual([null, null]);

  // The draft of a person who gets a budget is charged to this budget. The order's version is incremented, because others may have read the order.
  await hold(crew);
  expect((await charged()).roles).toEqual([crew.id, crew.id]);
  expect((await charged()).version).toBeGreaterThan(version);
  expect((await submit(uuid, { confirm_missing_sizes: true })).body.errors.budget[0]).toBe('Placing this order will go over budget');

  // A chosen role stays as long as the wearer has it.
  await hold(crew, agency);
  await admin.put(`/api/orders/${uuid}/lines/${second.id}`, { budget: agency.id });
  await hold(agency, crew);
  expect((await charged()).roles).toEqual([crew.id, agency.id]);
  await hold();
  expect((await charged()).roles).toEqual([null, null]);
  await hold(agency);
  expect((await charged()).roles).toEqual([agency.id, agency.id]);
  expect((await submit(uuid, { confirm_missing_sizes: true })).status).toBe(200);

  // A submitted order keeps the role to which it was charged.
  await hold(crew);
  expect((await charged()).roles).toEqual([agency.id, agency.id]);
});

test('roles and sets of another company, deleted ones and unknown ones are refused, and nothing changes', async () => {
  const { admin, wearer, client, set, clothingSet, employeeRole, account, now } = await clientFixture();
  const other = await account();
  const theirSet = await clothingSet(other.id);
  const theirRole = await employeeRole({ account_id: other.id });
  const deletedSet = await clothingSet(client.id, { deleted_at: now() });
  const path = `/api/employees/${wearer.id}`;
  const before = (await admin.get(path)).body;
  for (const [body, field] of [
    [{ clothing_sets: [set.id, theirSet.id] }, 'clothing_sets.1'],
    [{ clothing_sets: [deletedSet.id] }, 'clothing_sets.0'],
    [{ employee_roles: [theirRole.id] }, 'employee_roles.0'],
    [{ employee_roles: [], clothing_sets: [999_999] }, 'clothing_sets.0'],
    [{}, 'employee_roles'],
    [{ employee_roles: 'all' }, 'employee_roles'],
  ] as const) {
    const answer = await admin.put(path, body);
    expect(answer.status, field).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  }
  expect((await admin.get(path)).body).toEqual(before);
});

test('people who order for others may change the roles and sets of the people whom they can see', async () => {
  const { wearer, signed, signIn, person, elsewhere, as, set } = await clientFixture();
  const body = { clothing_sets: [set.id] };
  const may = async (by: Awaited<ReturnType<typeof signed>>, id = wearer.id): Promise<number> => (await by.put(`/api/employees/${id}`, body)).status;
  for (const role of ['client_admin', 'site_admin', 'manager'] as const) expect(await may(await signed(role)), role).toBe(200);
  expect(await may(await as('super'))).toBe(200);
  expect(await may(await signIn(wearer))).toBe(403);
  expect(await may(await signed('manager', { sites: [elsewhere.id] }))).toBe(404);
  const boss = await person('site_admin');
  expect(await may(await signed('manager'), boss.id)).toBe(404);
  expect(await may(await as('client_admin'))).toBe(404);
  expect(await may(await as('warehouse'))).toBe(404);
});

test('people cannot change their own roles and sets; the office can change them', async () => {
  const { client, person, signIn, employeeRole, set, as } = await clientFixture();
  const office = await as('super');
  const rich = await employeeRole({ account_id: client.id });
  for (const role of ['client_admin', 'site_admin', 'manager'] as const) {
    const somebody = await person(role);
    const by = await signIn(somebody);
    const path = `/api/employees/${somebody.id}`;
    const before = (await by.get(path)).body;
    for (const body of [{ employee_roles: [rich.id] }, { clothing_sets: [set.id] }, { employee_roles: [] }])
      expect((await by.put(path, body)).status, role).toBe(403);
    expect((await by.get(path)).body).toEqual(before);
    expect(sortIds((await office.put(path, { employee_roles: [rich.id] })).body.employee_roles)).toEqual([rich.id]);
  }
});

test('if two changes of a person’s sets arrive at the same time, the person has the sets of one of them in the end', async () => {
  const { admin, wearer, client, clothingSet } = await clientFixture();
  const [one, other] = [await clothingSet(client.id), await clothingSet(client.id)];
  const change = (id: number) => admin.put(`/api/employees/${wearer.id}`, { clothing_sets: [id] });
  const answers = await Promise.all([change(one.id), change(other.id)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await admin.get(`/api/employees/${wearer.id}`)).body.clothing_sets).toHaveLength(1);
});
