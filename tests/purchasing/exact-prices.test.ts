import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { purchaseOrderLines } from '../../server/db/tables/index.ts';
import { findPurchaseOrderDocument } from '../../server/documents/find-purchase-order-document.ts';
import { purchaseOrderDocument } from '../../server/documents/purchase-order-document.ts';
import { world } from '../world.ts';

const path = '/api/admin/purchase-orders';

async function setUp() {
  const base = await world();
  const office = await base.as('super');
  const supplier = await base.supplier();
  const sku = await base.product({ supplier_id: supplier.id, cost: 640, supplier_price_tenths: 1234, reorder_point: 5 });
  const order = (await office.post(path, { supplier_id: supplier.id })).body;
  const one = `${path}/${order.id}`;
  const add = async (body: object) => (await office.post(`${one}/lines`, body)).body;
  return { ...base, office, supplier, sku, id: order.id as number, one, add };
}

test('a line costs its exact price, and the order is the sum of its rounded lines in the order, the list and the document', async () => {
  const { office, database, sku, id, one, add } = await setUp();
  // 3 at £1.234 are £3.702, and 5 are £6.17.
  expect(await add({ product_id: sku.id, qty_requested: 3 })).toMatchObject({ unit_price: 123, unit_price_tenths: 1234, sub_total: 370 });
  expect(await add({ product_id: sku.id, qty_requested: 5 })).toMatchObject({ unit_price: 123, unit_price_tenths: 1234, sub_total: 617 });
  expect((await office.get(one)).body.sub_total).toBe(987);
  expect((await office.get(path)).body.items.find((item: { id: number }) => item.id === id).sub_total).toBe(987);
  const printed = JSON.stringify(purchaseOrderDocument(await findPurchaseOrderDocument(database.reader, id)));
  for (const text of ['£1.234', '£3.70', '£6.17', 'Total ex VAT: £9.87']) expect(printed).toContain(`"${text}"`);
});

test('a price in pence sets whole pence, a price in tenths sets both, and the history shows three decimals', async () => {
  const { office, id, one, sku, add } = await setUp();
  const line = await add({ product_id: sku.id, qty_requested: 1, unit_price: 500 });
  expect(line).toMatchObject({ unit_price: 500, unit_price_tenths: 5000 });
  const change = async (body: object) => (await office.put(`${one}/lines/${line.id}`, body)).body;
  expect(await change({ unit_price_tenths: 5005 })).toMatchObject({ unit_price: 501, unit_price_tenths: 5005, sub_total: 501 });
  expect(await change({ unit_price: 501 })).toMatchObject({ unit_price: 501, unit_price_tenths: 5010 });
  // A client that knows the pence alone returns the tenths as it has read them.
  expect(await change({ unit_price: 700, unit_price_tenths: 5010 })).toMatchObject({ unit_price: 700, unit_price_tenths: 7000 });
  expect(await change({ unit_price_tenths: null })).toMatchObject({ unit_price: null, unit_price_tenths: null, sub_total: 0 });
  for (const unit_price_tenths of [-1, 1.5, 1_000_000_001])
    expect((await office.put(`${one}/lines/${line.id}`, { unit_price_tenths })).body.errors).toHaveProperty('unit_price_tenths');
  const { items } = (await office.get(`/api/admin/audit?on_type=purchase_order&on_id=${id}`)).body;
  const prices = items.flatMap(({ before, after }: Record<string, Record<string, unknown> | null>) => [
    [before?.unit_price_tenths, after?.unit_price_tenths],
  ]);
  expect(prices).toContainEqual([5000, 5005]);
});

test('drafts from a shortfall and size runs order at the exact price', async () => {
  const { office, database, supplier, sku, one } = await setUp();
  const input = { products: [sku.id], up_to: 'reorder_point', quantities: [{ product_id: sku.id, quantity: 5 }], join_drafts: false };
  const preview = (await office.post('/api/admin/reports/shortfall/preview', input)).body;
  expect(preview.suppliers).toMatchObject([{ supplier: { id: supplier.id }, cost: 617 }]);
  const made = (await office.post('/api/admin/reports/shortfall', input)).body;
  const [line] = await database.reader.select().from(purchaseOrderLines).where(eq(purchaseOrderLines.purchase_order_id, made.purchase_orders[0].id));
  expect(line).toMatchObject({ unit_price: 123, unit_price_tenths: 1234 });
  const run = (await office.put(`${one}/size-run`, { quantities: [{ product_id: sku.id, qty_requested: 5 }] })).body;
  expect(run.lines).toMatchObject([{ unit_price_tenths: 1234, sub_total: 617 }]);
  expect((await office.get(`/api/admin/products/${sku.id}/size-run`)).body.skus).toMatchObject([{ unit_cost: 123, unit_cost_tenths: 1234 }]);
});

test('a product takes its supplier’s price in tenths, SKUs that had the style’s price follow, and a whole product keeps it', async () => {
  const { office, as, style } = await setUp();
  const { parent, children } = await style(['S', 'M'], { supplier_price_tenths: 1230 });
  const put = async (id: number, body: object) => (await office.put(`/api/admin/products/${id}`, body)).body;
  const read = async (id: number) => (await office.get(`/api/admin/products/${id}`)).body;
  const [small, medium] = children.map(({ id }) => id) as [number, number];
  await put(medium, { field: 'supplier_price', value: 200 });
  expect(await put(parent.id, { field: 'supplier_price_tenths', value: 1234 })).toMatchObject({ supplier_price: 123, supplier_price_tenths: 1234 });
  expect(await read(small)).toMatchObject({ supplier_price: 123, supplier_price_tenths: 1234 });
  expect(await read(medium)).toMatchObject({ supplier_price: 200, supplier_price_tenths: 2000 });
  // A client that knows the pence alone sends the whole product back.
  const { version: _, ...whole } = await read(small);
  expect(await put(small, { ...whole, bin: 'A1' })).toMatchObject({ bin: 'A1', supplier_price_tenths: 1234 });
  expect(await put(small, { ...whole, supplier_price: 150 })).toMatchObject({ supplier_price: 150, supplier_price_tenths: 1500 });
  expect(await put(small, { field: 'several', value: { supplier_price_tenths: 1239 } })).toMatchObject({ supplier_price: 124 });
  const refused = await office.put(`/api/admin/products/${small}`, { field: 'supplier_price_tenths', value: -1 });
  expect([refused.status, refused.body.errors]).toEqual([422, { value: ['A price cannot be below 0.'] }]);
  const picker = await as('warehouse');
  expect((await picker.get(`/api/admin/products/${small}`)).body).toMatchObject({ supplier_price: null, supplier_price_tenths: null });
  expect((await picker.put(`/api/admin/products/${small}`, { field: 'supplier_price_tenths', value: 1 })).status).toBe(403);
});
