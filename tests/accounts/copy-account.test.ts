import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { clothingSetProducts, clothingSets, employeeRoles, sites, users } from '../../server/db/tables/index.ts';
import { world } from '../world.ts';

const path = '/api/admin/accounts';

/** A company with settings, a set with prices, a set that is deleted, a role with a budget, a site and a person. */
async function companyToCopy() {
  const base = await world();
  const { as, account, site, user, employeeRole, clothingSet, style, product, database } = base;
  const office = await as('super');
  const source = await account({
    name: 'Harbour Crew',
    reference: `HC-${Date.now()}`,
    vat_number: 'GB 123 4567 89',
    contact_email: 'derek@harbour.test',
    require_po: true,
    self_order_budgeting: true,
    is_consolidated_invoicing: true,
    consolidated_invoice_close_day: 12,
    show_stock: false,
    notify_impersonated: false,
    terms: 'Thirty days.',
    invoice_address: { address_line_1: '1 Quay', postcode: 'HU1 1AA' },
  });
  await site(source.id, { name: 'Quay' });
  await user('employee', { account_id: source.id });
  await employeeRole({
    account_id: source.id,
    name: 'Deckhand',
    client_references: 'DH',
    flags: ['manager'],
    is_budgeted: true,
    budget_value: 50_000,
    budget_start_date: '2026-01-01',
    budget_duration: 12,
  });
  const deck = await clothingSet(source.id, { name: 'Deck', decoration: 'Anchor, left chest' });
  await clothingSet(source.id, { name: 'Old', deleted_at: base.now() });
  const polo = await style(['S', 'M']);
  const custom = await product({ account_id: source.id, is_csp: true, price: 900 });
  await database.unitOfWork((db) =>
    db.insert(clothingSetProducts).values([
      { clothing_set_id: deck.id, product_id: polo.parent.id, price: 1950, name: 'Crew Polo', decoration: 'Anchor on the back' },
      { clothing_set_id: deck.id, product_id: custom.id, price: 800 },
    ]),
  );
  return { ...base, office, source, polo, copy: `${path}/${source.id}/copy` };
}

test('an account like another one has its settings, sets, prices, decorations and roles, and none of its people, sites or budgets', async () => {
  const { office, source, polo, copy, database } = await companyToCopy();
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  const created = await office.post(copy, { name: 'Harbour Crew North' }, key);
  expect(created).toMatchObject({
    status: 201,
    body: {
      name: 'Harbour Crew North',
      reference: '',
      sku_prefix: null,
      vat_number: null,
      contact_email: null,
      invoice_address: null,
      require_po: true,
      self_order_budgeting: true,
      is_consolidated_invoicing: true,
      consolidated_invoice_close_day: 12,
      show_stock: false,
      notify_impersonated: false,
      terms: 'Thirty days.',
      counts: { users_count: 0, sites_count: 0, employee_roles_count: 1, clothing_sets_count: 1 },
      copied: { clothing_sets: 1, products: 1, employee_roles: 1 },
      left_out: { products: 1, pictures: 0 },
    },
  });
  expect(await office.post(copy, { name: 'Harbour Crew North' }, key)).toMatchObject({ status: 201, body: { id: created.body.id } });

  const { id } = created.body;
  const db = database.reader;
  const [set, ...moreSets] = await db.select().from(clothingSets).where(eq(clothingSets.account_id, id));
  expect([set, moreSets]).toMatchObject([{ name: 'Deck', decoration: 'Anchor, left chest' }, []]);
  const rows = await db
    .select()
    .from(clothingSetProducts)
    .where(eq(clothingSetProducts.clothing_set_id, set?.id ?? 0))
    .orderBy(asc(clothingSetProducts.id));
  expect(rows).toMatchObject([{ product_id: polo.parent.id, price: 1950, name: 'Crew Polo', decoration: 'Anchor on the back', file_id: null }]);
  expect(rows).toHaveLength(1);
  expect(await db.select().from(employeeRoles).where(eq(employeeRoles.account_id, id))).toMatchObject([
    { name: 'Deckhand', client_references: 'DH', flags: ['manager'], is_budgeted: false, budget_value: null, budget_start_date: null },
  ]);
  expect(await db.$count(users, eq(users.account_id, id))).toBe(0);
  expect(await db.$count(sites, eq(sites.account_id, id))).toBe(0);
  const { items } = (await office.get(`/api/admin/audit?on_type=account&on_id=${id}`)).body;
  expect(items.map(({ what }: { what: string }) => what)).toEqual(['account.copied', 'account.created']);
  expect((await office.get(`${path}/${source.id}`)).body).toMatchObject({ name: 'Harbour Crew', counts: { clothing_sets_count: 1 } });
});

test('an account is not copied under a reference that is taken, without a name, or from an account that does not exist', async () => {
  const { office, source, copy, database } = await companyToCopy();
  const before = await database.reader.$count(clothingSets);
  expect(await office.post(copy, { name: 'Twin', reference: source.reference })).toMatchObject({
    status: 422,
    body: { errors: { reference: [expect.any(String)] } },
  });
  expect((await office.post(copy, { name: ' ' })).body.errors).toHaveProperty('name');
  expect((await office.post(`${path}/999999/copy`, { name: 'Twin' })).status).toBe(404);
  expect(await database.reader.$count(clothingSets)).toBe(before);
});

test('only the office may create an account like another one', async () => {
  const { as, source, copy } = await companyToCopy();
  for (const caller of [await as('warehouse'), await as('embroiderer'), await as('client_admin', { account_id: source.id })])
    expect((await caller.post(copy, { name: 'Twin' })).status).toBe(403);
});
