import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { categories, employeeRoles, products } from '../../server/db/tables/index.ts';
import { closeWriters } from '../../server/http/xlsx.ts';
import { type ImportType, importFields } from '../../shared/imports/import-fields.ts';
import { importWorld } from './import-world.ts';

let w: Awaited<ReturnType<typeof importWorld>>;
let client = 0;

/** Texts that a spreadsheet takes for formulas, that break a row, and that have spaces of their own. */
const odd = { formula: '=SUM(A1)', list: '- Warm\n- **Strong**, “soft”', phone: '+44 113 496 0000' };

beforeAll(async () => {
  w = await importWorld();
  const supplier = await w.supplier({ name: 'Pennine, Mill & Co' });
  const { parent, children } = await w.style(['S', '2XL'], {
    name: odd.formula,
    description: odd.list,
    short_description_1: '@home',
    brand: '-Peak',
    price: 1250,
    cost: 725,
    is_restricted: true,
  });
  await w.database.unitOfWork(async (db) => {
    const [category] = await db.insert(categories).values({ name: 'Shirts; polo', position: 1 }).returning();
    await db
      .update(products)
      .set({ supplier_id: supplier.id, category_id: category?.id, supplier_price: 700, pack_size: 6, vat_rate: 0 })
      .where(eq(products.id, parent.id));
    await db
      .update(products)
      .set({ bin: '007', barcode: '0012345678905', colour_hex: '#1f2c4d', discontinued_at: '2027-06-30T23:00:00.000Z', reorder_point: 0 })
      .where(eq(products.id, children[0]?.id ?? 0));
  });
  await w.office.put(`/api/admin/products/${children[1]?.id}`, { field: 'qty_available', value: 12 });

  const account = await w.account({
    reference: '0042',
    name: 'O’Neill “North”, Ltd',
    contact_phone: odd.phone,
    terms: odd.list,
    invoice_address: { address_line_1: '1 Mill Lane', postcode: 'LS1 4AP' },
    is_consolidated_invoicing: true,
    consolidated_invoice_close_day: 28,
  });
  client = account.id;
  const site = await w.site(client, { name: 'Leeds' });
  await w.database.unitOfWork((db) => db.insert(employeeRoles).values({ account_id: client, name: 'Driver', created_at: w.now() }));
  await w.clothingSet(client, { name: 'Summer' });
  const { items } = (await w.office.get(`/api/admin/accounts/${client}/employee-roles`)).body;
  const { items: sets } = (await w.office.get(`/api/admin/accounts/${client}/clothing-sets`)).body;
  const people = `/api/admin/accounts/${client}/employees`;
  const person = { forenames: 'Siân', surname: 'O’Brien', roles: ['employee'], sites: [site.id], contact_phone: odd.phone, started_on: '2026-11-02' };
  const links = { employee_roles: [items[0].id], clothing_sets: [sets[0].id] };
  expect((await w.office.post(people, { ...person, ...links, employee_number: '000123', sex: 'f', is_supervised_orderer: true })).status).toBe(201);
  const named = { forenames: 'Bo', surname: 'Li', roles: ['manager'], sites: [site.id] };
  expect((await w.office.post(people, { ...named, email: `bo.${client}@round.test`, leaves_on: '2027-01-31' })).status).toBe(201);
});
afterAll(closeWriters);

type Format = 'csv' | 'xlsx';
const lists: readonly [ImportType, () => string, readonly Format[]][] = [
  ['products', () => '/admin/products/export', ['csv', 'xlsx']],
  ['products', () => '/admin/skus/export', ['csv']],
  ['stock', () => '/admin/stock/export', ['csv']],
  ['employees', () => `/admin/accounts/${client}/employees/export`, ['csv', 'xlsx']],
  ['accounts', () => '/admin/accounts/export', ['csv']],
];

for (const [type, path, formats] of lists)
  for (const format of formats)
    test(`${type} of the document ${path().replace('/0/', '/{id}/')} as ${format} are imported again without a change`, async () => {
      const response = await w.office.raw(`${path()}?format=${format}`);
      const rows = new Uint8Array(await response.arrayBuffer());
      const names = parse(await (await w.office.raw(path())).text(), { bom: true })[0] as unknown as string[];
      const mapping = names.map((name) => (name in importFields[type] ? name : '-'));
      const options: Record<string, string> = type === 'employees' ? { account_id: String(client) } : {};
      const { status, body } = await w.upload({ type, rows, name: `list.${format}`, mapping, options });
      expect(status, JSON.stringify(body)).toBe(201);
      expect(body.check?.faults).toEqual([]);
      expect(body.check).toMatchObject({ new: 0, changed: 0, faulty: 0, archived: 0 });
      expect(body.check?.unchanged).toBeGreaterThan(0);
    });
