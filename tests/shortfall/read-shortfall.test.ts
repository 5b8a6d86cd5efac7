import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { orderLines, orders } from '../../server/db/tables/index.ts';
import { closePrinters } from '../../server/documents/print.ts';
import { messages } from '../../shared/messages.ts';
import { shortfallFixture } from './fixture.ts';

type Fixture = Awaited<ReturnType<typeof shortfallFixture>>;
type Row = Record<string, string>;
let f: Fixture;
const path = '/api/admin/reports/shortfall';

const get = async (url: string) => {
  const { status, body } = await f.office.get(url);
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(200);
  return body;
};
const accountRow = async (id: number, query = '') => (await get(`${path}?per_page=100${query}`)).items.find((row: { id: number }) => row.id === id);
const productRows = async (id: number, query = '') => (await get(`${path}/${id}?per_page=100${query}`)).items;
const exported = async (query = ''): Promise<Row[]> => {
  const response = await f.office.raw(`/admin/reports/supplier-shortfall/export?${query}`);
  expect(response.status).toBe(200);
  return parse(await response.text(), { bom: true, columns: true }) as Row[];
};

beforeAll(async () => {
  f = await shortfallFixture();
});

describe('the shortfall of clients', () => {
  test('is the quantity on open orders less cancelled, allocated and shipped items; the quantity on purchase orders is shown too', async () => {
    const supplier = await f.supplier({ name: 'Pennine Workwear' });
    const shirt = await f.stocked(3, { supplier_id: supplier.id, name: 'Oxford Shirt', sku: 'SF-SHIRT' });
    const boots = await f.stocked(0, { supplier_id: supplier.id, name: 'Safety Boots', sku: 'SF-BOOTS', supplier_sku: 'PW-11', pack_size: 12 });
    const account = await f.account({ name: 'Aardvark Ltd' });
    const allocated = await f.createOrder([{ product_id: shirt.id, qty: 5 }], { account_id: account.id });
    await f.office.post(`${allocated.path}/allocate-all`);
    await f.createOrder([{ product_id: boots.id, qty: 4 }], { account_id: account.id });
    await f.createOrder(
      [
        { product_id: boots.id, qty: 2 },
        { product_id: shirt.id, qty: 1 },
      ],
      { account_id: account.id },
    );
    // Neither a draft nor a line without a size is a shortfall.
    await f.createOrder([{ product_id: boots.id, qty: 50 }], { account_id: account.id, is_draft: true });
    await f.createOrder([{ product_id: boots.id, qty: 60, is_size_selected: false }], { account_id: account.id });
    await f.purchase({ supplier_id: supplier.id, product_id: boots.id, qty: 5, received: 2, due_on: '2026-12-04' });

    expect(await accountRow(account.id)).toEqual({
      id: account.id,
      name: 'Aardvark Ltd',
      reference: account.reference,
      products_count: 2,
      days: 0,
      current_shortfall_qty: 9,
      current_on_order_qty: 5,
      current_partially_received_qty: 2,
    });
    const rows = await productRows(account.id, '&orderBy=sku');
    expect(rows).toMatchObject([
      {
        id: boots.id,
        sku: 'SF-BOOTS',
        supplier_sku: 'PW-11',
        supplier: { id: supplier.id, name: 'Pennine Workwear' },
        orders_count: 2,
        current_shortfall_qty: 6,
        total_shortfall_qty: 6,
        current_on_order_qty: 5,
        current_partially_received_qty: 2,
        due: '2026-12-04',
        qty_free: 0,
        needed: 3,
        suggested: 12,
        reasons: ['pack'],
      },
      {
        id: shirt.id,
        orders_count: 2,
        current_shortfall_qty: 3,
        current_on_order_qty: 0,
        due: null,
        due_reference: null,
        due_order_id: null,
        needed: 3,
        suggested: 3,
        reasons: [],
      },
    ]);
  });

  test('counts a substituted line for its substitute, and leaves out cancelled orders', async () => {
    const account = await f.account();
    const [old, fresh] = [await f.stocked(0), await f.stocked(0)];
    const substituted = await f.createOrder([{ product_id: old.id, qty: 2 }], { account_id: account.id });
    const cancelled = await f.createOrder([{ product_id: old.id, qty: 7 }], { account_id: account.id });
    expect((await f.office.post(`/api/orders/${cancelled.uuid}/cancel`)).status).toBe(200);
    await f.database.unitOfWork(
      async (db) => void (await db.update(orderLines).set({ picked_product_id: fresh.id }).where(eq(orderLines.order_id, substituted.id))),
    );
    expect(await productRows(account.id)).toMatchObject([{ id: fresh.id, current_shortfall_qty: 2 }]);
  });

  test('counts the days since the first order that still lacks items, with and without a filter', async () => {
    const account = await f.account();
    const [inStock, missing] = [await f.stocked(2), await f.stocked(0)];
    const back = f.now();
    f.setClock('2026-10-01T09:00:00.000Z');
    const allocated = await f.createOrder([{ product_id: inStock.id, qty: 2 }], { account_id: account.id });
    expect((await f.office.post(`${allocated.path}/allocate-all`)).status).toBe(200);
    const cancelled = await f.createOrder([{ product_id: missing.id, qty: 1 }], { account_id: account.id });
    expect((await f.office.post(`/api/orders/${cancelled.uuid}/cancel`)).status).toBe(200);
    f.setClock(back);
    await f.createOrder([{ product_id: missing.id, qty: 3 }], { account_id: account.id });
    f.setClock(new Date(Date.parse(back) - 3 * 24 * 3_600_000).toISOString());
    const part = await f.createOrder(
      [
        { product_id: missing.id, qty: 1 },
        { product_id: inStock.id, qty: 1 },
      ],
      { account_id: account.id },
    );
    f.setClock(back);
    await f.database.unitOfWork(async (db) => void (await db.update(orders).set({ status: 'part_shipped' }).where(eq(orders.uuid, part.uuid))));
    const [plain, searched] = [await accountRow(account.id), await accountRow(account.id, `&search=${encodeURIComponent(account.name)}`)];
    expect(plain).toMatchObject({ products_count: 2, days: 3, current_shortfall_qty: 5 });
    expect(searched).toEqual(plain);
  });

  test('suggests how many items of each product to order: as many as all clients lack, less free items and items in drafts', async () => {
    const supplier = await f.supplier();
    const vest = await f.stocked(2, { supplier_id: supplier.id, min_order_qty: 20 });
    const [one, two] = [await f.account(), await f.account()];
    await f.createOrder([{ product_id: vest.id, qty: 5 }], { account_id: one.id });
    await f.createOrder([{ product_id: vest.id, qty: 6 }], { account_id: two.id });
    expect(await productRows(one.id)).toMatchObject([
      { current_shortfall_qty: 5, total_shortfall_qty: 11, qty_free: 2, needed: 9, suggested: 20, reasons: ['minimum'] },
    ]);
    expect(await accountRow(one.id, '&is_uncovered=true')).toMatchObject({ current_shortfall_qty: 5 });
    await f.purchase({ supplier_id: supplier.id, product_id: vest.id, qty: 9, is_draft: true });
    expect(await productRows(two.id)).toMatchObject([
      { current_shortfall_qty: 6, qty_in_drafts: 9, current_on_order_qty: 0, needed: 0, suggested: 0 },
    ]);
    expect(await accountRow(one.id, '&is_uncovered=true')).toBeUndefined();
    expect(await productRows(two.id, '&is_uncovered=true')).toEqual([]);
  });

  test('is searched by client, product and SKU, filtered by supplier and sorted', async () => {
    const [here, otherSupplier] = [await f.supplier(), await f.supplier()];
    const [cap, coat] = [
      await f.stocked(0, { supplier_id: here.id, name: 'Quilted Cap' }),
      await f.stocked(0, { supplier_id: otherSupplier.id, sku: 'ZZ-COAT' }),
    ];
    const account = await f.account({ name: 'Zebra Transport' });
    await f.createOrder(
      [
        { product_id: cap.id, qty: 1 },
        { product_id: coat.id, qty: 500 },
      ],
      { account_id: account.id },
    );
    const names = async (query: string) => (await get(`${path}?${query}`)).items.map(({ name }: { name: string }) => name);
    const ids = async (query: string) => (await productRows(account.id, query)).map(({ id }: { id: number }) => id);
    expect(await names('search=zebra')).toEqual(['Zebra Transport']);
    expect(await names('search=quilted')).toEqual(['Zebra Transport']);
    expect(await names('search=no-such-thing')).toEqual([]);
    expect(await names(`supplier_id=${otherSupplier.id}`)).toEqual(['Zebra Transport']);
    expect((await names('orderBy=current_shortfall_qty&sortedBy=desc'))[0]).toBe('Zebra Transport');
    expect((await names('per_page=100')).at(-1)).toBe('Zebra Transport');
    expect(await ids('&search=quilted')).toEqual([cap.id]);
    expect(await ids('&search=zebra')).toEqual([cap.id, coat.id]);
    expect(await ids(`&supplier_id=${otherSupplier.id}`)).toEqual([coat.id]);
    expect(await ids('&orderBy=current_shortfall_qty&sortedBy=desc')).toEqual([coat.id, cap.id]);
    const { total, last_page, total_shortfall_qty } = await get(`${path}?per_page=1&page=2`);
    expect([last_page, total_shortfall_qty > 500]).toEqual([total, true]);
    expect((await get(path)).per_page).toBe(100);
    expect((await f.office.get(`${path}?orderBy=price`)).status).toBe(422);
  });

  test('lists all uncovered SKUs with a supplier, for all clients; the list is searched, and filtered by supplier', async () => {
    const [here, otherSupplier] = [await f.supplier(), await f.supplier()];
    const [bare, other] = [await f.stocked(0, { supplier_id: here.id }), await f.stocked(0, { supplier_id: otherSupplier.id })];
    const [free, ordered, unsupplied] = [
      await f.stocked(9, { supplier_id: here.id }),
      await f.stocked(0, { supplier_id: here.id }),
      await f.stocked(0),
    ];
    const [one, two] = [await f.account({ name: 'Uncovered North' }), await f.account({ name: 'Uncovered South' })];
    for (const product of [bare, free, ordered, unsupplied]) await f.createOrder([{ product_id: product.id, qty: 2 }], { account_id: one.id });
    for (const product of [bare, other]) await f.createOrder([{ product_id: product.id, qty: 3 }], { account_id: two.id });
    await f.purchase({ supplier_id: here.id, product_id: ordered.id, qty: 2 });
    const ids = async (query: string) => (await get(`${path}/uncovered?${query}`)).product_ids;
    expect(await ids('search=uncovered')).toEqual([bare.id, other.id]);
    expect(await ids(`supplier_id=${here.id}`)).toEqual([bare.id]);
    expect(await ids('search=uncovered%20south')).toEqual([bare.id, other.id]);
    await f.purchase({ supplier_id: here.id, product_id: bare.id, qty: 5, is_draft: true });
    expect(await ids('search=uncovered')).toEqual([other.id]);
    expect((await get(`${path}/uncovered`)).is_cut).toBe(false);
  });

  test('is only for the office; a client that does not exist gives a 404', async () => {
    expect((await f.office.get(`${path}/999999`)).status).toBe(404);
    const account = await f.account();
    for (const by of [
      f.picker,
      await f.as('embroiderer'),
      await f.signIn({ id: (await f.user('client_admin', { account_id: account.id })).id, role: 'client_admin' }),
    ])
      for (const url of [path, `${path}/uncovered`, `${path}/${account.id}`, '/admin/reports/supplier-shortfall/export'])
        expect((await by.raw(url)).status, url).toBe(403);
  });
});

describe('the supplier shortfall', () => {
  test('has one row per SKU for all clients together, with its supplier and the quantity to order', async () => {
    const supplier = await f.supplier({ name: 'A Supplier' });
    const sock = await f.stocked(1, {
      supplier_id: supplier.id,
      sku: 'SS-SOCK',
      supplier_sku: 'S1',
      name: 'Sock',
      variation_colour: 'Black',
      variation_all_size: 'One size',
      pack_size: 6,
    });
    const back = f.now();
    f.setClock('2026-10-05T09:00:00.000Z');
    await f.createOrder([{ product_id: sock.id, qty: 4 }]);
    f.setClock(back);
    await f.createOrder([{ product_id: sock.id, qty: 10 }]);
    await f.purchase({ supplier_id: supplier.id, product_id: sock.id, qty: 4, received: 1, due_on: '2026-12-11' });
    const rows = await exported(`supplier=${supplier.id}`);
    expect(rows).toEqual([
      {
        supplier: 'A Supplier',
        sku: 'SS-SOCK',
        supplier_sku: 'S1',
        product: 'Sock, Black, One size',
        qty_short: '14',
        qty_free: '1',
        on_order: '3',
        due: '11/12/2026',
        pack_size: '6',
        suggested: '12',
      },
    ]);
    expect(Object.keys(rows[0] ?? {})).not.toContain('cost');
    expect(await exported(`supplier=${supplier.id}&start=2026-10-05&end=2026-10-05`)).toMatchObject([{ qty_short: '4', suggested: '0' }]);
    expect(await exported(`supplier=${supplier.id}&end=2026-10-04`)).toEqual([]);
    const all = await exported();
    expect(all[0]).toEqual(rows[0]);
    const names = all.map((row) => row.supplier ?? '');
    expect(names.indexOf('')).toBeGreaterThan(names.indexOf('Pennine Workwear'));
    const figures = (await get(`${path}?per_page=1`)).total_shortfall_qty;
    expect(all.reduce((sum, row) => sum + Number(row.qty_short), 0)).toBe(figures);
  });

  test('can be a PDF, with its days in the file name; an invalid query is refused', async () => {
    const url = '/admin/reports/supplier-shortfall/export';
    const response = await f.office.raw(`${url}?format=pdf&start=2026-10-01`);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
    expect(response.headers.get('Content-Disposition')).toContain('supplier-shortfall-2026-10-01-to-today-taken-');
    expect(new TextDecoder().decode((await response.arrayBuffer()).slice(0, 5))).toBe('%PDF-');
    await closePrinters();
    expect((await f.office.get(`${url}?supplier=999999`)).status).toBe(404);
    expect((await f.office.get(`${url}?format=xml`)).status).toBe(422);
    expect((await f.office.get(`${url}?start=2026-11-20&end=2026-11-19`)).body.errors).toEqual({ end: [messages.ends_before_start] });
  });
});
