import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { clothingSetProducts, products } from '../../server/db/tables/index.ts';
import { judgeSetup, type SetupStep, type StepState } from '../../shared/accounts/account-setup.ts';
import { clientFixture } from '../ordering/fixture.ts';
import { world } from '../world.ts';

test('a new account is set up step by step until it is ready, and each response names what is still missing', async () => {
  const { as, account, site, user, employeeRole, clothingSet, style, wear } = await world();
  const office = await as('super');
  const { id } = await account({ name: `Setup ${Date.now()}`, require_po: true, self_order_budgeting: true });
  const setup = async () => (await office.get(`/api/admin/accounts/${id}/setup`)).body;
  const states = async (): Promise<Record<SetupStep, StepState>> =>
    Object.fromEntries(judgeSetup((await setup()).facts).map(({ key, state }) => [key, state])) as never;
  const listed = async () => (await office.get(`/api/admin/accounts?include=setup,counts&orderBy=id&sortedBy=desc&per_page=1`)).body.items[0];

  expect(await states()).toEqual({
    sites: 'todo',
    employee_roles: 'part',
    clothing_sets: 'todo',
    prices: 'part',
    embroiderer: 'part',
    people: 'todo',
    sign_ins: 'todo',
    invoice_address: 'part',
  });
  expect(await listed()).toMatchObject({ id, setup: { done: 0, steps: 8 }, open_orders: 0, logo: null, is_consolidated_invoicing: false });

  const dock = await site(id, { name: 'Dock', inverse_po: true });
  const store = await site(id, { name: 'Store', inverse_cc: true });
  const budget = { is_budgeted: true, budget_start_date: '2026-01-01', budget_duration: 12 } as const;
  const { id: role_id } = await employeeRole({ account_id: id, name: 'Night Shift', ...budget });
  const set = await clothingSet(id, { name: 'Warehouse' });
  expect(await states()).toMatchObject({ sites: 'done', employee_roles: 'part', clothing_sets: 'todo' });
  expect(await setup()).toMatchObject({
    facts: { sites: 2, employee_roles: 1, roles_without_value: 1, clothing_sets: 1, products: 0, empty_sets: 1, unworn_sets: 1, people: 0 },
    roles_without_value: [{ id: role_id, name: 'Night Shift' }],
    empty_sets: [{ id: set.id, name: 'Warehouse' }],
    unworn_sets: [{ id: set.id, name: 'Warehouse' }],
    sites_without_people: [{ name: 'Dock' }, { name: 'Store' }],
    sites_without_manager: { count: 2, first: { id: dock.id, name: 'Dock' } },
    managers: [],
    site_rules: [
      { id: dock.id, name: 'Dock', require_po: false, require_cc: false, inverse_po: true, inverse_cc: false },
      { id: store.id, name: 'Store', require_po: true, require_cc: true, inverse_po: false, inverse_cc: true },
    ],
  });

  await office.put(`/api/admin/accounts/${id}/employee-roles/${role_id}`, { ...budget, budget_value: 5000 });
  const { parent } = await style(['S', 'M']);
  await office.post(`/api/admin/clothing-sets/${set.id}/products`, { product_id: parent.id });
  expect(await states()).toMatchObject({ employee_roles: 'done', clothing_sets: 'done', embroiderer: 'done' });
  await office.put(`/api/admin/accounts/${id}/clothing-sets/${set.id}`, { decoration: 'Logo on the left' });
  const mona = await user('embroiderer', { forenames: 'Mona', surname: 'Stitch' });
  expect(await states()).toMatchObject({ embroiderer: 'part' });
  expect(await setup()).toMatchObject({
    facts: { decorated_sets: 1, unstitched_sets: 1 },
    unstitched_sets: [{ id: set.id, name: 'Warehouse' }],
    embroiderers: expect.arrayContaining([{ id: mona.id, name: 'Mona Stitch' }]),
  });
  await office.put(`/api/admin/users/${mona.id}`, { clothing_sets: [set.id] });
  // An embroiderer who has a set is not a wearer of the set.
  expect((await setup()).facts).toMatchObject({ unstitched_sets: 0, unworn_sets: 1 });
  expect(await states()).toMatchObject({ embroiderer: 'done' });

  const derek = await user('client_admin', {
    account_id: id,
    forenames: 'Derek',
    surname: 'Oyelaran',
    sites: [dock.id],
    contact_phone: '01482 960 331',
  });
  const marianne = await user('site_admin', {
    account_id: id,
    forenames: 'Marianne',
    surname: 'Stubbs',
    sites: [dock.id],
    signed_in_at: '2026-11-19T08:00:00.000Z',
  });
  const nobody = await user('employee', { account_id: id, email: null });
  await wear(derek.id, set.id);
  const withPeople = await setup();
  expect(withPeople).toMatchObject({
    facts: {
      people: 3,
      people_without_site: 1,
      people_without_set: 2,
      incomplete_people: 2,
      people_with_email: 2,
      signed_in_people: 1,
      uninvited_people: 1,
    },
    sites_without_people: [{ id: store.id }],
    sites_without_manager: { count: 1, first: { id: store.id } },
    managers: [
      { id: derek.id, name: 'Derek Oyelaran', label: 'Client Manager', contact_phone: '01482 960 331', signed_in_at: null },
      { id: marianne.id, label: 'Site Manager, Dock', signed_in_at: '2026-11-19T08:00:00.000Z' },
    ],
  });
  expect(await states()).toMatchObject({ sites: 'part', people: 'todo', sign_ins: 'part' });

  await wear(marianne.id, set.id);
  await office.put(`/api/employees/${nobody.id}`, { sites: [store.id], clothing_sets: [set.id] });
  await office.put(`/api/admin/accounts/${id}`, { invoice_address: { address_line_1: '14 Dock Road', postcode: 'HU9 1TA' } });
  expect(await states()).toEqual({
    sites: 'done',
    employee_roles: 'done',
    clothing_sets: 'done',
    prices: 'done',
    embroiderer: 'done',
    people: 'done',
    sign_ins: 'part',
    invoice_address: 'done',
  });
  expect(await listed()).toMatchObject({ setup: { done: 7, steps: 8 }, counts: { users_count: 3 } });
});

test('the setup names the products that have no price, from the first set that has them', async () => {
  const { as, account, clothingSet, style, database } = await world();
  const office = await as('super');
  const { id } = await account({ name: `Prices ${Date.now()}` });
  const set = await clothingSet(id, { name: 'Yard' });
  const { parent, children } = await style(['S', 'M'], { name: 'Yard Coat' });
  const setup = async () => (await office.get(`/api/admin/accounts/${id}/setup`)).body;
  await office.post(`/api/admin/clothing-sets/${set.id}/products`, { product_id: parent.id });
  expect(await setup()).toMatchObject({ facts: { products: 1, unpriced_products: 0 }, unpriced_products: [] });

  await database.unitOfWork((db) =>
    db
      .update(products)
      .set({ price: 0 })
      .where(eq(products.id, children[1]?.id ?? 0)),
  );
  expect(await setup()).toMatchObject({
    facts: { products: 1, unpriced_products: 1 },
    unpriced_products: [{ id: parent.id, name: parent.name, clothing_set_id: set.id }],
  });

  // A price of the set counts, and so does one for the SKU alone.
  const holding = and(eq(clothingSetProducts.clothing_set_id, set.id), eq(clothingSetProducts.product_id, parent.id));
  await database.unitOfWork((db) => db.update(clothingSetProducts).set({ price: 1500 }).where(holding));
  expect((await setup()).facts).toMatchObject({ unpriced_products: 0 });
  await database.unitOfWork(async (db) => {
    await db.update(clothingSetProducts).set({ price: null }).where(holding);
    await db.insert(clothingSetProducts).values({ clothing_set_id: set.id, product_id: children[1]?.id ?? 0, price: 1500 });
  });
  expect((await setup()).facts).toMatchObject({ products: 1, unpriced_products: 0 });
});

test('the setup of a client ends with the client’s first order, and open orders are counted', async () => {
  const { as, client, submitted, draft } = await clientFixture();
  const office = await as('super');
  const { facts } = (await office.get(`/api/admin/accounts/${client.id}/setup`)).body;
  await draft();
  expect(facts).toMatchObject({ has_ordered: false, open_orders: 0 });
  await submitted();
  expect((await office.get(`/api/admin/accounts/${client.id}/setup`)).body.facts).toMatchObject({ has_ordered: true, open_orders: 1 });
  const { items } = (await office.get(`/api/admin/accounts?include=setup&orderBy=id&sortedBy=desc&per_page=5`)).body;
  expect(items.find(({ id }: { id: number }) => id === client.id)).toMatchObject({ setup: null, open_orders: 1 });
  expect((await office.get('/api/admin/accounts/999999/setup')).status).toBe(404);
});

test('the list of accounts is filtered by the first letter of the name', async () => {
  const { as, account } = await world();
  const office = await as('super');
  await account({ name: 'Xylem Water' });
  await account({ name: 'xenon lighting' });
  const names = (await office.get('/api/admin/accounts?letter=x')).body.items.map(({ name }: { name: string }) => name);
  expect(names.sort()).toEqual(['Xylem Water', 'xenon lighting'].sort());
  expect((await office.get('/api/admin/accounts?letter=xy')).status).toBe(422);
});

const ready = {
  has_ordered: false,
  open_orders: 0,
  has_invoice_address: true,
  is_invoiced: true,
  binds_self_orders: false,
  sites: 1,
  sites_without_people: 0,
  employee_roles: 1,
  budgeted_roles: 0,
  roles_without_value: 0,
  clothing_sets: 1,
  products: 3,
  unpriced_products: 0,
  empty_sets: 0,
  unworn_sets: 0,
  decorated_sets: 1,
  unstitched_sets: 0,
  people: 2,
  people_without_site: 0,
  people_without_set: 0,
  incomplete_people: 0,
  people_with_email: 1,
  signed_in_people: 1,
  uninvited_people: 0,
};

test.each<[what: string, facts: Partial<typeof ready>, states: Partial<Record<SetupStep, StepState>>]>([
  ['every step is done if the account has everything', {}, {}],
  ['the invoice address counts as done if an account without one is not invoiced', { has_invoice_address: false, is_invoiced: false }, {}],
  ['the roles count as done if an account without roles has ordered', { employee_roles: 0, has_ordered: true }, {}],
  ['the roles are unfinished if the account has none', { employee_roles: 0 }, { employee_roles: 'part' }],
  ['the roles are unfinished if budgets limit self-orders but no role has a budget', { binds_self_orders: true }, { employee_roles: 'part' }],
  ['the sets are unfinished if nobody has one of the sets', { unworn_sets: 1 }, { clothing_sets: 'part' }],
  ['the sets are unfinished if one of the sets has no products', { empty_sets: 1 }, { clothing_sets: 'part' }],
  ['the prices are unfinished if a product has none', { unpriced_products: 1 }, { prices: 'part' }],
  ['the sign-ins are still to do if nobody has signed in', { signed_in_people: 0 }, { sign_ins: 'todo' }],
  ['the sign-ins are unfinished if nobody has signed in but there is an order', { signed_in_people: 0, has_ordered: true }, { sign_ins: 'part' }],
])('set-up: %s', (_, facts, states) => {
  const done = Object.fromEntries(judgeSetup(ready).map(({ key }) => [key, 'done']));
  expect(Object.fromEntries(judgeSetup({ ...ready, ...facts }).map(({ key, state }) => [key, state]))).toEqual({ ...done, ...states });
});
