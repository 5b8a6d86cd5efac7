import { afterAll, beforeAll, expect, test } from 'vitest';
import { stockLevels, userClothingSets, userEmployeeRoles } from '../../server/db/tables/index.ts';
import { closeWriters } from '../../server/http/xlsx.ts';
import type { ImportDetails, ImportPreview } from '../../shared/imports/import.ts';
import type { ImportType } from '../../shared/imports/import-fields.ts';
import { formOf } from './form-of.ts';
import { importWorld, sendForm } from './import-world.ts';

let w: Awaited<ReturnType<typeof importWorld>>;
let account_id = 0;
let archived: { reference: string };
/** The ids of two sites with the same name. */
let depots: number[] = [];

/** Texts that a spreadsheet, or an import, could mistake for something else. */
const odd = ['=1+1', "'=1+1", "''-5", '-5', '+44 7700 900123', '0012', 'a;b;c', '"x"', 'Zoë', '1,5', '1E5', "O'Neill (x)"];
const oddAt = (place: number): string => odd[place % odd.length] ?? '';

/** Inserts people and their sites, sets and roles. Two of the sites have the same name; other names contain semicolons or quotes. */
async function makePeople() {
  const { database, site, clothingSet, employeeRole, user } = w;
  const names = ['Depot', 'Depot', 'York; North', '"Old" yard', 'Leeds'];
  const sites: number[] = [];
  // The second depot has `key_clash`, like a site that was stored before the names of sites had to be unique.
  for (const [place, name] of names.entries()) sites.push((await site(account_id, { name, key_clash: place === 1 ? 1 : 0 })).id);
  depots = sites.slice(0, 2);
  const sets = [await clothingSet(account_id, { name: 'Drivers; winter' }), await clothingSet(account_id, { name: 'Drivers' })];
  const roles = [await employeeRole({ account_id, name: 'Fitter; senior' }), await employeeRole({ account_id, name: 'Fitter' })];
  for (const [place, text] of odd.entries()) {
    const own = [sites[place % 5], sites[(place + 2) % 5]].flatMap((id) => id ?? []);
    const person = await user(place % 3 ? 'employee' : 'manager', {
      account_id,
      sites: own,
      forenames: text,
      surname: `Number ${place}`,
      employee_number: place % 4 ? `00${place}` : null,
      email: place === 2 ? null : `odd.${place}.${account_id}@example.test`,
      contact_phone: '+44 7700 900123',
      sex: place % 2 ? 'f' : null,
      is_supervised_orderer: place % 2 === 0,
      started_on: '2024-02-29',
      leaves_on: place % 2 ? '2030-01-31' : null,
      deduction_consent_on: place % 2 ? '2024-03-01' : null,
      allowance_percent: place % 2 ? 60 : 100,
    });
    await database.unitOfWork(async (db) => {
      await db.insert(userClothingSets).values(sets.map(({ id }) => ({ user_id: person.id, clothing_set_id: id })));
      await db.insert(userEmployeeRoles).values(roles.slice(place % 2).map(({ id }) => ({ user_id: person.id, employee_role_id: id })));
    });
  }
}

async function makeProducts() {
  const { database, supplier, product, style } = w;
  const twins = [await supplier({ name: 'Twin & Co; Leeds' }), await supplier({ name: 'Twin & Co; Leeds' })];
  const gone = await supplier({ name: 'Gone Ltd', archived_at: w.now() });
  const { children } = await style(['8', '10.50', '0'], { name: 'Boot', supplier_id: gone.id });
  for (const [place, text] of odd.entries())
    await product({
      name: text,
      supplier_id: twins[place % 2]?.id ?? null,
      supplier_sku: text,
      brand: oddAt(place + 1),
      description: `- ${text}\n- **two**\n\n${oddAt(place + 2)}`,
      short_description_1: oddAt(place + 3),
      barcode: `${place}.50`,
      bin: oddAt(place + 4),
      cost: place * 101,
      supplier_price_tenths: place % 2 ? 12_500 + place : null,
      pack_size: place % 2 ? 6 : null,
      is_restricted: place % 2 === 0,
      discontinued_at: place % 3 ? null : '2026-06-30T23:00:00.000Z',
    });
  await database.unitOfWork((db) => db.insert(stockLevels).values(children.map(({ id }, n) => ({ product_id: id, qty_available: n * 1200 }))));
}

beforeAll(async () => {
  w = await importWorld();
  const terms = 'First line\n\n- second; third\n"quoted"';
  const account = await w.account({
    name: '=Client; "one"',
    reference: '-12',
    sku_prefix: 'OWN',
    terms,
    invoice_address: { address_line_1: '1, Mill Lane', address_line_4: 'Leeds', postcode: 'LS1 4AP' },
    is_consolidated_invoicing: true,
    consolidated_invoice_close_day: 28,
  });
  account_id = account.id;
  await w.account({ name: 'Without anything', reference: '0012' });
  archived = await w.account({ name: 'Archived', reference: 'GONE', deleted_at: w.now() });
  await makePeople();
  await makeProducts();
});
afterAll(closeWriters);

/** Exports a list, and uploads the file as an import with the suggested fields. Returns the checked import. */
async function checkOwn(type: ImportType, path: string, format: string): Promise<ImportDetails> {
  const { office, upload } = w;
  const response = await office.raw(`${path}${path.includes('?') ? '&' : '?'}format=${format}`);
  expect(response.status).toBe(200);
  const rows = new Uint8Array(await response.arrayBuffer());
  const preview = await sendForm<ImportPreview>(office, `${w.path}/preview`, formOf({ type, rows, mapping: [] }));
  expect(preview).toMatchObject({ status: 200, body: { header_row: 1 } });
  const mapping = preview.body.columns.map(({ field }) => field ?? '-');
  const options: Record<string, string> = { header_row: '1', ...(type === 'employees' && { account_id: String(account_id) }) };
  const { status, body } = await upload({ type, rows, mapping, options });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

const lists: [ImportType, string, number][] = [
  ['employees', '/admin/accounts/:id/employees/export', 1],
  ['accounts', '/admin/accounts/export', 2],
  ['products', '/admin/products/export', 12],
  ['products', '/admin/skus/export', 12],
  ['stock', '/admin/stock/export', 12],
];

test.each(lists.flatMap((list) => ['csv', 'xlsx'].map((format) => [format, ...list] as const)))(
  'importing the %s export of %s from %s changes nothing',
  async (format, type, path, least) => {
    const { check, total_rows, columns } = await checkOwn(type, path.replace(':id', String(account_id)), format);
    expect(check?.faults).toEqual([]);
    expect(check).toMatchObject({ fields: {}, new: 0, changed: 0, faulty: 0, archived: 0, unchanged: total_rows });
    expect(total_rows).toBeGreaterThanOrEqual(least);
    // Only the export of stock has columns that an import does not accept.
    if (type !== 'stock') expect(columns.filter(({ field }) => field === null)).toEqual([]);
  },
);

test('the export of an archived account is not imported as a new account', async () => {
  const { check, total_rows } = await checkOwn('accounts', '/admin/accounts/export?archived=true', 'csv');
  expect(check).toMatchObject({ new: 0, changed: 0, unchanged: (total_rows ?? 0) - 1, faulty: 1 });
  expect(check?.faults).toMatchObject([{ value: archived.reference, message: 'This account is archived. Restore it first.' }]);
});

test('if two sites share a name, an import takes the site that the person has; the name is a fault if the person has neither site', async () => {
  const { importFile, office, user, site } = w;
  const hull = await site(account_id, { name: 'Hull' });
  const without = await user('employee', { account_id, sites: [hull.id], employee_number: 'NO-DEPOT' });
  const done = await importFile({
    type: 'employees',
    rows: [
      ['employee_number', 'sites'],
      [without.employee_number, 'Depot'],
      ['001', 'Depot'],
    ],
    options: { account_id: String(account_id) },
  });
  expect(done).toMatchObject({ check: { faulty: 1, changed: 1, faults: [{ row: 2, message: 'There are two of this name.' }] } });
  const { items } = (await office.get(`/api/admin/accounts/${account_id}/employees?search=001&include=sites`)).body;
  expect(items.find(({ employee_number }: { employee_number: string }) => employee_number === '001').sites).toEqual([
    { id: depots[1], name: 'Depot' },
  ]);
});
