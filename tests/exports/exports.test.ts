import { setImmediate } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pg } from '../../server/db/dialect.ts';
import { confirmedWeights, picks, products, stockLevels } from '../../server/db/tables/index.ts';
import { insertMany } from '../../server/db/write-many.ts';
import { listDocuments } from '../../server/exports/routes.ts';
import { closeWriters } from '../../server/http/xlsx.ts';
import { openScene } from '../endpoints/scene.ts';
import { formOf } from '../imports/form-of.ts';
import { insertWithIds } from '../insert-with-ids.ts';
import type { Caller } from '../world.ts';

type Row = Record<string, string>;
// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
type Item = any;
let s: Awaited<ReturnType<typeof openScene>>;
let office: Caller;
/** The number of rows of a long export. PostgreSQL takes three times as long for each row. */
const BULK = pg ? 4000 : 10_000;
let runId = 0;
let purchaseOrderId = 0;

const csvOf = async (by: Caller, path: string): Promise<Row[]> => {
  const response = await by.raw(path);
  const text = await response.text();
  expect(response.status, text.slice(0, 300)).toBe(200);
  return parse(text, { bom: true, columns: true }) as Row[];
};
const namesOf = async (by: Caller, path: string): Promise<string[]> => {
  const [head] = parse(await (await by.raw(path)).text(), { bom: true, to_line: 1 }) as string[][];
  return head ?? [];
};

/** Returns a date of a sheet as the sheet shows it. Such dates have no time zone. */
const asInSheet = (date: Date): string => date.toISOString().replace(/^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d).*$/, '$3/$2/$1 $4');

/** Reads all items of a list, page by page. */
async function itemsOf(path: string): Promise<Item[]> {
  const all: Item[] = [];
  for (let page = 1; ; page += 1) {
    const { status, body } = await office.get(`${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`);
    expect(status, path).toBe(200);
    all.push(...body.items);
    if (page >= (body.last_page ?? 1)) return all;
  }
}

beforeAll(async () => {
  s = await openScene();
  office = s.callers.office;
  runId = await s.run({ is_done: true });
  purchaseOrderId = (await s.receivedOrder()).id;
  await s.supplierReturn();
  await s.supplierReturn({ approved: true });
  await s.returned();
  await s.shipped();
  await s.submitted();
  await s.dispatched();
  const boxes = { ...s.parcel(await s.booked()), is_weighed: true, expected_g: 4200 };
  expect((await s.callers.picker.post('/api/admin/shipping/orders/dispatch', { orders: [boxes], consolidated: false })).status).toBe(201);
  await s.database.unitOfWork(async (db) => {
    const [pick] = await db.select({ pick_id: picks.id, order_id: picks.order_id }).from(picks).limit(1);
    if (!pick) throw new Error('There is no pick');
    const of = { ...pick, employee_id: s.wearer.id, confirmed_by: s.callers.picker.id, confirmed_at: s.now() };
    await db.insert(confirmedWeights).values({ ...of, expected_g: 1240, weight_g: 1480 });
  });
  await s.product({ sku: 'ENDED-1', discontinued_at: '2026-12-28T00:00:00.000Z' });
  await s.purchaseOrder();
  const fitter = await s.employeeRole({ account_id: s.client.id, name: 'Fitter' });
  const terms = { covers: { all: true }, period_months: 12, anchor: 'start_date', when_exceeded: 'warn', employee_role_id: fitter.id };
  for (const one of [
    { name: 'Spending', unit: 'pence', amount: 9050, carry_over_max: 1000 },
    { name: 'Polos', unit: 'items', amount: 3 },
  ])
    expect((await office.post(`/api/accounts/${s.client.id}/allowances`, { ...terms, ...one })).status).toBe(201);
  await s.supplier({ name: 'Elsewhere Mills' });
  for (const { id } of [s.other.product, s.medium])
    expect((await office.put(`/api/admin/products/${id}`, { field: 'reorder_point', value: 100_000 })).status).toBe(200);
  await s.openItem();
  await s.notice();
  await office.post('/api/admin/error-codes', { code: 'TORN', description: 'Torn in the bin' });
  await office.post('/api/admin/error-codes', { code: 'LOST', description: 'Not in the bin' });
  await office.post('/api/admin/scheduled-reports', { report: 'invoice', format: 'pdf', every: 'month', day: 3, recipients: ['a@kitroom.test'] });
  const page = { id: 'polos', url: '/catalogue/polos', h1: 'Polo shirts', intro: '', custom_category: null, custom_filter: null };
  await office.post('/api/admin/website/categories', [page, { ...page, id: 'boots', url: '/catalogue/boots' }]);
  for (const form of [
    formOf({
      type: 'stock',
      rows: [
        ['sku', 'count'],
        [s.medium.sku, '3'],
      ],
      name: 'count.csv',
    }),
    formOf({
      type: 'accounts',
      rows: [
        ['reference', 'name'],
        ['NEW', 'New'],
      ],
      name: 'clients.csv',
    }),
  ])
    expect((await office.raw('/api/admin/imports', { method: 'POST', body: form })).status).toBe(201);
  await office.post('/api/admin/price-changes', { product_ids: [s.parent.id], field: 'price', percent: 5, effective_on: '2027-01-01' });
});
afterAll(closeWriters);

interface Walk {
  /** The path of the list whose rows the document has. */
  list: string;
  column: string;
  of: (item: Item) => string | number | null | undefined;
  /** A filter that leaves out some of the rows, as a query of both the list and the document. */
  filter?: string;
}

const client = (): number => s.client.id;
const walks: Record<string, () => Walk> = {
  '/admin/orders/export': () => ({
    list: '/api/admin/orders',
    column: 'order_number',
    of: (one) => one.order_number,
    filter: 'stage=requires_allocation',
  }),
  '/admin/returns/export': () => ({ list: '/api/admin/returns', column: 'return_number', of: (one) => one.return_number }),
  '/admin/shipping/dispatches/export': () => ({
    list: '/api/admin/shipping/orders/dispatches',
    column: 'dispatch_number',
    of: (one) => one.dispatch_number,
    filter: 'is_dispatched=true',
  }),
  '/admin/allocation-runs/export': () => ({ list: '/api/admin/allocation-runs', column: 'run', of: (one) => one.id }),
  '/admin/allocation-runs/:id/orders/export': () => ({
    list: `/api/admin/allocation-runs/${runId}/orders`,
    column: 'order_number',
    of: (one) => one.order_number,
  }),
  '/admin/users/export': () => ({ list: '/api/admin/users', column: 'email', of: (one) => one.email, filter: 'role=warehouse' }),
  '/admin/accounts/export': () => ({ list: '/api/admin/accounts', column: 'name', of: (one) => one.name, filter: 'search=Elsewhere' }),
  '/admin/accounts/:id/employees/export': () => ({
    list: `/api/admin/accounts/${client()}/employees`,
    column: 'email',
    of: (one) => one.email,
    filter: 'role=client_admin',
  }),
  '/admin/accounts/:id/allowances/export': () => ({
    list: `/api/accounts/${client()}/allowances`,
    column: 'name',
    of: (one) => one.name,
    filter: 'search=Polos',
  }),
  '/admin/accounts/:id/sites/export': () => ({ list: `/api/sites?account_id=${client()}`, column: 'name', of: (one) => one.name }),
  '/admin/accounts/:id/employee-roles/export': () => ({
    list: `/api/admin/accounts/${client()}/employee-roles`,
    column: 'name',
    of: (one) => one.name,
  }),
  '/admin/accounts/:id/clothing-sets/export': () => ({
    list: `/api/admin/accounts/${client()}/clothing-sets`,
    column: 'name',
    of: (one) => one.name,
  }),
  '/admin/clothing-sets/export': () => ({
    list: '/api/admin/clothing-sets',
    column: 'name',
    of: (one) => one.name,
    filter: `account_id=${client()}`,
  }),
  '/admin/products/export': () => ({ list: '/api/admin/products', column: 'sku', of: (one) => one.sku, filter: 'fts=Elsewhere' }),
  '/admin/skus/export': () => ({
    list: '/api/admin/products?disable_parent=true',
    column: 'sku',
    of: (one) => one.sku,
    filter: 'fts=Elsewhere',
  }),
  '/admin/stock/export': () => ({ list: '/api/admin/stock/skus', column: 'sku', of: (one) => one.sku, filter: 'show=in_stock' }),
  '/admin/stock/:id/ledger/export': () => ({
    list: `/api/admin/stock/skus/${s.medium.id}/ledger`,
    column: 'qty_after',
    of: (one) => one.qty_after,
    filter: 'type=DISPATCH',
  }),
  '/admin/products/:id/activity/export': () => ({
    list: `/api/admin/products/${s.medium.id}/activity`,
    column: 'qty',
    of: (one) => one.qty,
    filter: 'type=DISPATCH',
  }),
  '/admin/price-changes/export': () => ({ list: '/api/admin/price-changes', column: 'created_by', of: (one) => one.created_by.name }),
  '/admin/suppliers/export': () => ({ list: '/api/admin/suppliers', column: 'code', of: (one) => one.code, filter: 'search=Elsewhere' }),
  '/admin/purchase-orders/export': () => ({
    list: '/api/admin/purchase-orders',
    column: 'our_reference',
    of: (one) => one.our_reference,
    filter: 'stage=part_delivered',
  }),
  '/admin/purchase-orders/:id/receipts/export': () => ({
    list: `/api/admin/purchase-orders/${purchaseOrderId}/receipts`,
    column: 'reference',
    of: (one) => one.reference,
  }),
  '/admin/supplier-returns/export': () => ({
    list: '/api/admin/supplier-returns',
    column: 'supplier_return_number',
    of: (one) => one.supplier_return_number,
    filter: 'stage=approved',
  }),
  '/admin/notices/export': () => ({ list: '/api/admin/notices', column: 'subject', of: (one) => one.subject }),
  '/admin/error-codes/export': () => ({ list: '/api/admin/error-codes', column: 'code', of: (one) => one.code, filter: 'letter=t' }),
  '/admin/website/categories/export': () => ({ list: '/api/admin/website/categories', column: 'url', of: (one) => one.url }),
  '/admin/imports/export': () => ({ list: '/api/admin/imports', column: 'file', of: (one) => one.file_name, filter: 'type=accounts' }),
  '/admin/mail/export': () => ({ list: '/api/admin/mail', column: 'to', of: (one) => one.to, filter: 'search=supplier.test' }),
  '/admin/audit/export': () => ({ list: '/api/admin/audit', column: 'event', of: (one) => one.what, filter: 'on_type=purchase_order' }),
  '/admin/scheduled-reports/export': () => ({ list: '/api/admin/scheduled-reports', column: 'report', of: (one) => one.report }),
  '/admin/attention/export': () => ({ list: '/api/admin/attention', column: 'kind', of: (one) => one.kind, filter: 'kind=shelf_task' }),
  '/admin/weights/confirmed/export': () => ({
    list: '/api/admin/weights/confirmed',
    column: 'weight_g',
    of: (one) => one.weight_g,
    filter: 'kind=bag',
  }),
  '/admin/reports/shortfall/export': () => ({ list: '/api/admin/reports/shortfall', column: 'account', of: (one) => one.name }),
  '/admin/reports/shortfall/:id/export': () => ({ list: `/api/admin/reports/shortfall/${client()}`, column: 'sku', of: (one) => one.sku }),
  '/admin/reports/reorder/export': () => ({ list: '/api/admin/reports/reorder', column: 'sku', of: (one) => one.sku, filter: 'search=Elsewhere' }),
};

/** The id of the record to which a list belongs, by the path of the list's document. */
const idOf: Record<string, () => number> = {
  '/admin/allocation-runs/:id/orders/export': () => runId,
  '/admin/stock/:id/ledger/export': () => s.medium.id,
  '/admin/products/:id/activity/export': () => s.medium.id,
  '/admin/purchase-orders/:id/receipts/export': () => purchaseOrderId,
};
const addressOf = (path: string): string => path.replace(':id', String(idOf[path]?.() ?? client()));

/** Returns the values of a column. In the export of products, SKU rows are left out, because the list of products has only styles. */
const valuesIn = (path: string, rows: readonly Row[], column: string): (string | undefined)[] =>
  rows.filter(({ parent_sku }) => path !== '/admin/products/export' || parent_sku === '').map((row) => row[column]);

describe('every list of the office', () => {
  test('has a test of its export', () => {
    expect(Object.keys(walks).sort()).toEqual(listDocuments.map(({ path }) => path).sort());
  });

  test.each(Object.entries(walks))('at %s exports its rows in the sequence of the list, with and without a filter', async (path, walk) => {
    const { list, column, of, filter } = walk();
    const expected = (await itemsOf(list)).map((item) => String(of(item) ?? ''));
    expect(expected.length).toBeGreaterThan(0);
    expect(valuesIn(path, await csvOf(office, addressOf(path)), column)).toEqual(expected);
    if (!filter) return;
    const filtered = (await itemsOf(`${list}${list.includes('?') ? '&' : '?'}${filter}`)).map((item) => String(of(item) ?? ''));
    expect(filtered.length).toBeLessThan(expected.length);
    expect(valuesIn(path, await csvOf(office, `${addressOf(path)}?${filter}`), column)).toEqual(filtered);
  });

  test.each(Object.keys(walks))('at %s exports the same rows in a workbook as in CSV', async (path) => {
    const text = parse(await (await office.raw(addressOf(path))).text(), { bom: true }) as string[][];
    const response = await office.raw(`${addressOf(path)}?format=xlsx`);
    expect(response.headers.get('Content-Disposition')).toMatch(/^attachment; filename="[a-z-]+-taken-2026-11-20\.xlsx"$/);
    const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
    const rows = sheets[0]?.rows ?? [];
    expect(rows[0]).toEqual(text[0]);
    expect(rows).toHaveLength(text.length);
    // The workbook stores dates as dates, which a sheet can sort, and amounts as numbers, which a sheet can add up.
    const isDate = /^\d\d\/\d\d\/\d{4}( \d\d:\d\d)?$/;
    for (const [row, cells] of text.slice(1).entries())
      for (const [column, cell] of cells.entries()) {
        const value = rows[row + 1]?.[column];
        expect(cell, text[0]?.[column]).not.toMatch(/^\d{4}-\d\d-\d\d/);
        if (isDate.test(cell)) expect(value instanceof Date && asInSheet(value).startsWith(cell), `${text[0]?.[column]} ${cell}`).toBe(true);
        if (/^\d+\.\d\d$/.test(cell) && text[0]?.[column] !== 'name') expect(value, text[0]?.[column]).toBe(Number(cell));
      }
    expect((await office.raw(`${addressOf(path)}?format=pdf`)).status).toBe(422);
  });

  test('escapes a formula in its export', async () => {
    await s.supplier({ name: '=HYPERLINK("http://evil.test")', code: 'EVIL' });
    const text = await (await office.raw('/admin/suppliers/export?search=EVIL')).text();
    expect(text).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
  });

  test('exports costs and suppliers only to people who may see them', async () => {
    const path = '/admin/purchase-orders/export';
    const hidden = ['supplier', 'emailed_to', 'sub_total'];
    const all = await namesOf(office, path);
    expect(all).toEqual(expect.arrayContaining(hidden));
    expect(await namesOf(s.callers.picker, path)).toEqual(all.filter((name) => !hidden.includes(name)));
    for (const closed of ['/admin/products/export', '/admin/skus/export', '/admin/suppliers/export'])
      expect((await s.callers.picker.raw(closed)).status, closed).toBe(403);
    expect((await s.callers.embroiderer.raw('/admin/skus/export')).status).toBe(403);
  });
});

test('in an export, the columns that an import accepts have the names of the import’s fields', async () => {
  expect(await namesOf(office, `/admin/accounts/${client()}/employees/export`)).toEqual([
    'employee_number',
    'forenames',
    'surname',
    'email',
    'contact_phone',
    'sex',
    'role',
    'employee_roles',
    'sites',
    'clothing_sets',
    'can_view_restricted_products',
    'is_supervised_orderer',
    'started_on',
    'leaves_on',
    'deduction_consent_on',
    'allowance_percent',
  ]);
  expect((await namesOf(office, '/admin/stock/export')).slice(0, 3)).toEqual(['sku', 'count', 'bin']);
  expect((await namesOf(office, '/admin/accounts/export')).slice(0, 2)).toEqual(['reference', 'name']);
  expect(await namesOf(office, '/admin/skus/export')).toEqual(await namesOf(office, '/admin/products/export'));
});

// This test is the last, so that its rows are in no other test's exports.
test(`while ${BULK} rows are exported, other requests are answered`, async () => {
  const style = await s.product({ sku: 'BULK', name: 'Bulk Shirt' });
  const rows = Array.from({ length: BULK }, (_, n) => ({
    sku: `BULK-${String(n).padStart(5, '0')}`,
    name: 'Bulk Shirt',
    parent_id: style.id,
    position: n,
    price: 100,
    cost: 50,
    created_at: s.now(),
  }));
  await s.database.unitOfWork(async (db) => {
    const ids = await insertWithIds(db, products, rows);
    await insertMany(
      db,
      stockLevels,
      ids.map((product_id) => ({ product_id, qty_available: 5, qty_allocated: 0 })),
    );
  });
  const response = await office.raw('/admin/stock/export?search=BULK-');
  expect(response.headers.get('X-Total-Rows')).toBe(String(BULK));
  let isOver = false;
  let answers = 0;
  const others = (async () => {
    while (!isOver) {
      expect((await office.get('/api/admin/error-codes')).status).toBe(200);
      if (!isOver) answers += 1;
      // Otherwise these requests alone would keep the event loop busy.
      await setImmediate();
    }
  })();
  const decoder = new TextDecoder();
  let text = '';
  let parts = 0;
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(part, { stream: true });
    parts += 1;
  }
  isOver = true;
  await others;
  // A part has a few hundred rows, and other requests are answered between two parts.
  expect(parts).toBeGreaterThanOrEqual(BULK / 500);
  expect(answers).toBeGreaterThanOrEqual(BULK / 500);
  const skus = (parse(text, { bom: true, columns: true }) as Row[]).map(({ sku }) => sku);
  expect(skus).toEqual(rows.map(({ sku }) => sku));
});
