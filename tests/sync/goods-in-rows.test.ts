import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders, products, receiptLines, receipts } from '../../server/db/tables/index.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { floor } from './tablet.ts';

const path = '/api/admin/purchase-orders';

/** A floor with a draft of a purchase order of ten caps, an order that waits for four, and a tablet that has pulled the floor. */
async function setUp() {
  const here = await floor();
  const supplier = await here.supplier({ name: `Pennine ${here.office.id}`, lead_time_days: 10 });
  const cap = await here.stocked(0);
  const order = await here.createOrder([{ product_id: cap.id, qty: 4 }]);
  const { id } = (await here.office.post(path, { supplier_id: supplier.id })).body;
  const line = (await here.office.post(`${path}/${id}/lines`, { product_id: cap.id, qty_requested: 10, unit_price: 500 })).body;
  const tablet = here.tablet(here.picker);
  await tablet.settle();
  const approve = async () => expect((await here.office.put(`${path}/${id}`, { approved: true, send: false })).status).toBe(200);
  return { ...here, supplier, cap, order, id, line, tablet, newTablet: here.tablet, newOrder: here.createOrder, approve };
}

test('a tablet gets, without prices, the purchase orders to receive, their lines and the customer orders that wait for the goods', async () => {
  const here = await setUp();
  const { tablet, cap, order, id, line } = here;
  expect(tablet.rows.purchase_order.get(id)).toBeUndefined();
  await here.approve();
  const { patch } = await tablet.sync();
  expect(tablet.rows.purchase_order.get(id)).toMatchObject({
    our_reference: `PO-${String(id).padStart(5, '0')}`,
    work_order: false,
    supplier_name: here.supplier.name,
  });
  expect(tablet.rows.purchase_order_line.get(line.id)).toMatchObject({
    ...{ purchase_order_id: id, product_id: cap.id, sku: cap.sku, bin: cap.bin, qty_ordered: 10, qty_received: 0, is_open: true },
    due_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
  expect(tablet.rows.demand.get(cap.id)?.lines).toEqual([
    { order_line_id: order.lines[0], order_number: orderNumber(order.id), qty: 4, tote: null, wearer: expect.any(String) },
  ]);
  expect(JSON.stringify(patch)).not.toMatch(/price|cost/);

  // A new tablet gets the same rows.
  const another = here.newTablet(here.picker);
  await another.settle();
  for (const kind of ['purchase_order', 'purchase_order_line', 'demand'] as const) expect(another.rows[kind]).toEqual(tablet.rows[kind]);
});

test('a purchase order on the tablet shows the supplier’s name and reference, and also later changes of these', async () => {
  const here = await setUp();
  const { tablet, id, supplier, office } = here;
  await here.approve();
  await tablet.settle();
  expect((await office.put(`${path}/${id}`, { supplier_reference: 'BHV/75217' })).status).toBe(200);
  await tablet.sync();
  expect(tablet.rows.purchase_order.get(id)).toMatchObject({ supplier_name: supplier.name, supplier_reference: 'BHV/75217' });
  expect((await office.put(`/api/admin/suppliers/${supplier.id}`, { name: `Renamed ${supplier.name}` })).status).toBe(200);
  await tablet.sync();
  expect(tablet.rows.purchase_order.get(id)).toMatchObject({ supplier_name: `Renamed ${supplier.name}` });
});

test('changes of the waiting orders, of the bin of a SKU and of a cancelled quantity reach the tablet', async () => {
  const here = await setUp();
  const { tablet, cap, order, id, line, office, database } = here;
  await here.approve();
  await tablet.settle();
  const second = await here.newOrder([{ product_id: cap.id, qty: 2 }]);
  await office.put(second.path, { is_frozen: true, frozen_reason: 'Not paid' });
  await tablet.sync();
  expect(tablet.rows.demand.get(cap.id)?.lines.map(({ qty }) => qty)).toEqual([4]);
  await office.put(second.path, { is_frozen: false, frozen_reason: null });
  await tablet.sync();
  expect(tablet.rows.demand.get(cap.id)?.lines.map(({ qty }) => qty)).toEqual([4, 2]);
  await database.unitOfWork(async (db) => void (await db.update(orders).set({ tote: 'T-7' }).where(eq(orders.id, order.id))));
  await tablet.sync();
  expect(tablet.rows.demand.get(cap.id)?.lines[0]).toMatchObject({ tote: 'T-7' });
  for (const { uuid } of [order, second]) expect((await office.post(`/api/orders/${uuid}/cancel`)).status).toBe(200);
  await tablet.sync();
  expect(tablet.rows.demand.get(cap.id)).toBeUndefined();

  await database.unitOfWork(async (db) => void (await db.update(products).set({ bin: 'Z-99' }).where(eq(products.id, cap.id))));
  await office.put(`${path}/${id}/lines/${line.id}`, { qty_cancelled: 3 });
  await tablet.sync();
  expect(tablet.rows.purchase_order_line.get(line.id)).toMatchObject({ bin: 'Z-99', qty_ordered: 7 });
});

test('a purchase order leaves the tablets when it is cancelled, but stays for two days if items of it were received', async () => {
  const [cancelled, received] = [await setUp(), await setUp()];
  const { database, office, picker } = received;
  for (const here of [cancelled, received]) await here.approve();
  const uuid = crypto.randomUUID();
  await database.unitOfWork(async (db) => {
    const [receipt] = await db
      .insert(receipts)
      .values({ uuid, delivery_note_number: 'DN-1', created_by: picker.id, created_at: received.now() })
      .returning();
    const values = { receipt_id: receipt?.id ?? 0, purchase_order_line_id: received.line.id, product_id: received.cap.id, qty: 2 };
    await db.insert(receiptLines).values({ ...values, changed_at: received.now() });
  });
  const { tablet } = received;
  await tablet.settle();
  expect(tablet.rows.purchase_order.has(cancelled.id)).toBe(true);
  expect(tablet.rows.receipt.get(uuid)).toMatchObject({
    ...{ delivery_note_number: 'DN-1', is_reversed: false, set_asides: [], allocations: [] },
    lines: [{ purchase_order_line_id: received.line.id, product_id: received.cap.id, qty: 2 }],
  });
  for (const here of [cancelled, received]) await office.put(`${path}/${here.id}`, { cancelled: true });
  await tablet.sync();
  expect([tablet.rows.purchase_order.has(cancelled.id), tablet.rows.purchase_order_line.has(cancelled.line.id)]).toEqual([false, false]);
  expect(tablet.rows.purchase_order_line.get(received.line.id)).toMatchObject({ is_open: false, qty_ordered: 0 });
  const another = received.newTablet(picker);
  await another.settle();
  expect(another.rows.purchase_order_line).toEqual(tablet.rows.purchase_order_line);
});
