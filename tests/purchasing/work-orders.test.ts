import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rows } from '../../server/db/db.ts';
import { verifyStock } from '../../server/operations/verify-stock.ts';
import { floor, outcomesOf } from '../sync/tablet.ts';

const path = '/api/admin/purchase-orders';

/** A floor with `onHand` plain polos, and an approved work order for `qty` of them, which come back as another SKU if `isOtherSku`. */
async function setUp({ onHand = 10, qty = 6, isOtherSku = false } = {}) {
  const here = await floor();
  const { office, database } = here;
  const supplier = await here.supplier({ name: `Stitch ${office.id}`, work_order: true });
  const plain = await here.stocked(onHand);
  const decorated = isOtherSku ? await here.stocked(0) : plain;
  const begun = (await office.post(path, { supplier_id: supplier.id })).body;
  const one = `${path}/${begun.id}`;
  const sources = isOtherSku ? { source_product_id: plain.id } : {};
  const line = (await office.post(`${one}/lines`, { product_id: decorated.id, qty_requested: qty, unit_price: 150, ...sources })).body;
  expect((await office.put(one, { approved: true, send: false })).status).toBe(200);
  const sendOut = (quantity: number, more: object = {}, by = office) => by.put(one, { sent_out: [{ line_id: line.id, quantity }], ...more });
  const receive = (qty_new: number, more: object = {}) => office.put(one, { lines: [{ id: line.id, qty_new }], ...more });
  const level = async ({ id }: { id: number }) => {
    const [row] = await rows<Record<'qty_available' | 'qty_allocated' | 'qty_at_decorator', number>>(
      database.reader,
      sql`select qty_available, qty_allocated, qty_at_decorator from stock_levels where product_id = ${id}`,
    );
    const [on_hand, allocated, at_decorator] = [row?.qty_available, row?.qty_allocated, row?.qty_at_decorator].map((n) => Number(n ?? 0));
    return { on_hand, allocated, at_decorator };
  };
  const ledger = ({ id }: { id: number }) =>
    rows<{ type: string; qty: number; reason: string | null }>(
      database.reader,
      sql`select type, qty, reason from stock_movements where product_id = ${id} order by stock_movements.id`,
    );
  const isSound = async () => expect((await verifyStock(database.reader)).discrepancies).toEqual([]);
  const stockOf = async ({ id }: { id: number }) => (await office.get(`/api/admin/stock/skus/${id}`)).body;
  return { ...here, supplier, plain, decorated, one, id: begun.id as number, line, sendOut, receive, level, ledger, isSound, stockRow: stockOf };
}

test('items that are sent out stay on hand but are not free; items that come back as the same SKU add no stock', async () => {
  const { plain, one, office, sendOut, receive, level, ledger, isSound, stockRow, createOrder } = await setUp();
  const before = await ledger(plain);
  expect((await sendOut(6)).body).toMatchObject({ qty_out: 6, lines: [{ qty_out: 6, qty_to_send: 0, qty_received: 0, source: { id: plain.id } }] });
  expect(await level(plain)).toEqual({ on_hand: 10, allocated: 0, at_decorator: 6 });
  expect(await stockRow(plain)).toMatchObject({ qty_available: 10, qty_at_decorator: 6, qty_free: 4, on_order: 0, qty_off_shelf: 6 });
  // Only free items are allocated.
  const waiting = await createOrder([{ product_id: plain.id, qty: 9 }]);
  await office.post(`/api/admin/orders/${waiting.uuid}/allocate-all`);
  expect(await level(plain)).toEqual({ on_hand: 10, allocated: 4, at_decorator: 6 });
  // Items that come back go to the order that waits for them.
  expect((await receive(5)).body).toMatchObject({ qty_received: 5, qty_out: 1 });
  expect(await level(plain)).toEqual({ on_hand: 10, allocated: 9, at_decorator: 1 });
  expect(await ledger(plain)).toEqual(before);
  expect((await office.get(one)).body).toMatchObject({ stage: 'part_delivered', lines: [{ qty_received: 5, qty_out: 1 }] });
  await isSound();
});

test('if a draft’s supplier is changed to a decorator, each line sends out the SKU that it brings back, and needs a new price', async () => {
  const { office, supplier, product } = await floor();
  const [seller, decorator] = [await supplier(), await supplier({ work_order: true })];
  const garment = await product({ cost: 410, supplier_price_tenths: 3950, supplier_id: seller.id });
  const one = `${path}/${(await office.post(path, { supplier_id: seller.id })).body.id}`;
  await office.post(`${one}/lines`, { product_id: garment.id, qty_requested: 2 });
  const asWork = (await office.put(one, { supplier_id: decorator.id })).body;
  expect(asWork).toMatchObject({ work_order: true, lines: [{ source: { id: garment.id }, unit_price: null }] });
  expect((await office.put(one, { approved: true, send: false })).body.errors).toEqual({ 'lines.0.unit_price': ['Enter a price.'] });
  await office.put(`${one}/lines/${asWork.lines[0].id}`, { unit_price: 150 });
  const asPurchase = (await office.put(one, { supplier_id: seller.id })).body;
  expect(asPurchase).toMatchObject({ work_order: false, lines: [{ source: null, decoration: null, unit_price: 395 }] });
});

test('items that come back as another SKU replace the items that were sent out', async () => {
  const { plain, decorated, office, one, sendOut, receive, level, ledger, isSound, stockRow } = await setUp({ isOtherSku: true });
  expect(await stockRow(decorated)).toMatchObject({ on_order: 6 });
  await sendOut(6);
  expect(await level(plain)).toEqual({ on_hand: 10, allocated: 0, at_decorator: 6 });
  const { body } = await receive(4);
  expect(await level(plain)).toEqual({ on_hand: 6, allocated: 0, at_decorator: 2 });
  expect(await level(decorated)).toEqual({ on_hand: 4, allocated: 0, at_decorator: 0 });
  expect((await ledger(plain)).at(-1)).toMatchObject({ type: 'PURCHASE_ORDER', qty: -4 });
  expect((await ledger(decorated)).at(-1)).toMatchObject({ type: 'PURCHASE_ORDER', qty: 4 });
  expect(await stockRow(decorated)).toMatchObject({ on_order: 2 });
  // Reversing the receipt restores the stock of both SKUs, and the garments are at the decorator again.
  expect((await office.post(`${one}/receipts/${body.receipt.id}/reverse`, { reason: 'Wrong pallet' })).status).toBe(200);
  expect(await level(plain)).toEqual({ on_hand: 10, allocated: 0, at_decorator: 6 });
  expect(await level(decorated)).toEqual({ on_hand: 0, allocated: 0, at_decorator: 0 });
  expect((await office.get(one)).body.lines[0]).toMatchObject({ qty_out: 6, qty_received: 0 });
  await isSound();
});

test('no more items can go out than are free and ordered, and no more can come back than have gone out', async () => {
  const { plain, line, office, one, sendOut, receive, level, isSound, supplier } = await setUp({ onHand: 4, qty: 6 });
  expect(await sendOut(5)).toMatchObject({ status: 409, body: { code: 'insufficient_stock', current: { qty: 5, qty_free: 4 } } });
  expect((await sendOut(7)).body.errors).toEqual({ 'sent_out.0.quantity': ['Only 6 more can be sent out.'] });
  expect(await receive(1)).toMatchObject({ status: 409, body: { code: 'not_sent_out' } });
  expect((await sendOut(3)).status).toBe(200);
  expect(await receive(4)).toMatchObject({ status: 409, body: { code: 'not_sent_out', message: 'Only 3 are at the decorator.' } });
  expect(await receive(4, { confirm_over_receipt: true })).toMatchObject({ status: 409 });
  expect(await level(plain)).toEqual({ on_hand: 4, allocated: 0, at_decorator: 3 });
  // A repeated request sends out once. A line that is not on the order, other changes in the request and a purchase order are refused.
  const { version } = (await office.get(one)).body;
  for (const _ of [1, 2]) expect((await sendOut(1, { version })).status).toBe(200);
  expect(await level(plain)).toEqual({ on_hand: 4, allocated: 0, at_decorator: 4 });
  expect((await office.put(one, { sent_out: [{ line_id: line.id + 999, quantity: 1 }] })).body.errors).toHaveProperty(['sent_out.0.line_id']);
  expect((await sendOut(1, { due_on: '2027-01-01' })).body.errors).toHaveProperty('sent_out');
  expect((await office.put(one, { sent_out: [] })).body.errors).toHaveProperty('sent_out');
  await office.put(`/api/admin/suppliers/${supplier.id}`, { work_order: false });
  const bought = (await office.post(path, { supplier_id: supplier.id })).body;
  const boughtLine = (await office.post(`${path}/${bought.id}/lines`, { product_id: plain.id, qty_requested: 2, unit_price: 1 })).body;
  expect((await office.put(`${path}/${bought.id}`, { sent_out: [{ line_id: boughtLine.id, quantity: 1 }] })).body.errors).toEqual({
    sent_out: ['This is no work order: nothing goes out for it.'],
  });
  await isSound();
});

test('nothing can be sent out for a draft, and the warehouse may not send items out', async () => {
  const { office, as, one, line, supplier, plain, sendOut } = await setUp();
  const draft = (await office.post(path, { supplier_id: supplier.id })).body;
  const draftLine = (await office.post(`${path}/${draft.id}/lines`, { product_id: plain.id, qty_requested: 2, unit_price: 1 })).body;
  expect(await office.put(`${path}/${draft.id}`, { sent_out: [{ line_id: draftLine.id, quantity: 1 }] })).toMatchObject({
    status: 409,
    body: { code: 'purchase_order_draft' },
  });
  expect((await sendOut(1, {}, await as('warehouse'))).status).toBe(403);
  expect((await office.put(one, { not_decorated: [{ line_id: line.id, qty_returned: 1, qty_lost: 0 }] })).body.errors).toEqual({
    'not_decorated.0.qty_returned': ['None are at the decorator.'],
  });
});

test('a request that closes a work order must say whether the missing items came back undecorated or are lost', async () => {
  const { plain, line, office, one, sendOut, receive, level, ledger, isSound } = await setUp();
  await sendOut(6);
  await receive(3);
  expect((await office.get(one)).body.can).toMatchObject({ close: true, send_out: false });
  expect(await office.put(one, { closed: true })).toMatchObject({ status: 409, body: { code: 'items_out' } });
  const undecorated = (qty_returned: number, qty_lost: number) => ({ not_decorated: [{ line_id: line.id, qty_returned, qty_lost }] });
  expect(await office.put(one, { closed: true, ...undecorated(1, 1) })).toMatchObject({ status: 409, body: { code: 'items_out' } });
  expect((await office.put(one, { closed: true, ...undecorated(2, 2) })).body.errors).toHaveProperty(['not_decorated.0.qty_returned']);
  expect(await level(plain)).toEqual({ on_hand: 10, allocated: 0, at_decorator: 3 });
  const closed = await office.put(one, { closed: true, ...undecorated(2, 1) });
  expect(closed.body).toMatchObject({ is_closed: true, qty_out: 0, qty_received: 3, qty_cancelled: 3 });
  expect(await level(plain)).toEqual({ on_hand: 9, allocated: 0, at_decorator: 0 });
  expect((await ledger(plain)).at(-1)).toEqual({ type: 'ADJUSTMENT', qty: -1, reason: 'lost at the decorator' });
  // A repeated request gets the closed order.
  expect((await office.put(one, { closed: true, ...undecorated(2, 1) })).status).toBe(200);
  await isSound();
});

test('items that came back undecorated can go out again; a work order cannot be cancelled while items are at the decorator', async () => {
  const { plain, line, office, one, sendOut, level, isSound } = await setUp();
  await sendOut(6);
  expect((await office.put(one, { not_decorated: [{ line_id: line.id, qty_returned: 4, qty_lost: 0 }] })).body.lines[0]).toMatchObject({
    qty_out: 2,
    qty_to_send: 4,
  });
  expect(await level(plain)).toEqual({ on_hand: 10, allocated: 0, at_decorator: 2 });
  expect((await sendOut(1)).status).toBe(200);
  expect(await office.put(one, { cancelled: true })).toMatchObject({ status: 409, body: { code: 'items_out' } });
  const cancelled = await office.put(one, { cancelled: true, not_decorated: [{ line_id: line.id, qty_returned: 3, qty_lost: 0 }] });
  expect(cancelled.body).toMatchObject({ is_cancelled: true, qty_out: 0 });
  expect(await level(plain)).toEqual({ on_hand: 10, allocated: 0, at_decorator: 0 });
  await isSound();
});

test('stock counts and corrections take account of the items at the decorator', async () => {
  const { plain, office, sendOut, level, tablet, picker, now, isSound } = await setUp();
  await sendOut(6);
  // Four items are on the shelf, so a count of four changes nothing.
  const product = `/api/admin/products/${plain.id}`;
  const counted = (value: number, kind: string) => office.put(product, { field: 'qty_available', value, counted: kind });
  expect((await counted(4, 'on_shelf')).body).toMatchObject({ qty_available: 10, qty_off_shelf: 6 });
  expect((await counted(3, 'on_shelf')).body).toMatchObject({ qty_available: 9 });
  expect((await counted(5, 'on_hand')).body.errors).toEqual({
    value: ['6 are at the decorator. Stock cannot be below that: say on the work order what is lost.'],
  });
  expect((await office.post(`/api/admin/stock/skus/${plain.id}/adjustments`, { qty: -4, reason: 'Torn' })).body.errors).toHaveProperty('qty');
  const by = tablet(picker);
  await by.settle();
  expect(outcomesOf(await by.sync(by.next({ n: 'stock.count', a: { product_id: plain.id, qty: 3, counted_at: now() } })))).toEqual(['applied']);
  expect(await level(plain)).toEqual({ on_hand: 9, allocated: 0, at_decorator: 6 });
  await isSound();
});

test('a tablet can receive only items that are at the decorator; after a correction to fewer, the rest is at the decorator again', async () => {
  const { plain, line, id, office, one, sendOut, level, tablet, picker, isSound } = await setUp();
  const by = tablet(picker);
  await by.settle();
  expect(by.rows.purchase_order.get(id)).toBeUndefined();
  await sendOut(4);
  await by.settle();
  expect(by.rows.purchase_order_line.get(line.id)).toMatchObject({ qty_ordered: 4, qty_received: 0, qty_out: 4 });
  const receipt = crypto.randomUUID();
  const set = (qty: number) => by.sync(by.next({ n: 'receipt.set_line', a: { receipt, po_line_id: line.id, product_id: plain.id, qty } }));
  const refused = await set(5);
  expect(refused.outcomes.map(({ outcome, code }) => [outcome, code])).toEqual([['rejected', 'NOT_SENT_OUT']]);
  expect(outcomesOf(await set(4))).toEqual(['applied']);
  expect(await level(plain)).toEqual({ on_hand: 10, allocated: 0, at_decorator: 0 });
  expect(outcomesOf(await set(1))).toEqual(['applied']);
  expect(await level(plain)).toEqual({ on_hand: 10, allocated: 0, at_decorator: 3 });
  expect((await office.get(one)).body.lines[0]).toMatchObject({ qty_received: 1, qty_out: 3 });
  await isSound();
});

test('if two requests race to send out the last free garments, one succeeds', async () => {
  const { plain, office, one, supplier, sendOut, level, isSound } = await setUp({ onHand: 6, qty: 6 });
  const other = (await office.post(path, { supplier_id: supplier.id })).body;
  const otherLine = (await office.post(`${path}/${other.id}/lines`, { product_id: plain.id, qty_requested: 6, unit_price: 1 })).body;
  await office.put(`${path}/${other.id}`, { approved: true, send: false });
  const answers = await Promise.all([sendOut(6), office.put(`${path}/${other.id}`, { sent_out: [{ line_id: otherLine.id, quantity: 6 }] })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await level(plain)).toEqual({ on_hand: 6, allocated: 0, at_decorator: 6 });
  expect((await office.get(one)).status).toBe(200);
  await isSound();
});

test('a line has one of its set’s decorations, and the price that this decorator last charged for this decoration', async () => {
  const { office, account, clothingSet, supplier, plain } = await setUp();
  const client = await account({ name: `Northgate ${plain.id}` });
  const set = await clothingSet(client.id, { decoration: 'Crest, left breast\nSECURITY on the back', products: [{ product_id: plain.id }] });
  const { id } = (await office.post(path, { supplier_id: supplier.id, account_id: client.id })).body;
  const add = async (body: object) => (await office.post(`${path}/${id}/lines`, { product_id: plain.id, qty_requested: 2, ...body })).body;
  const first = await add({ clothing_set_id: set.id });
  expect(first).toMatchObject({ decorations: ['Crest, left breast', 'SECURITY on the back'], unit_price: null, source: { id: plain.id } });
  expect((await office.put(`${path}/${id}`, { approved: true, send: false })).body.errors).toEqual({
    'lines.0.decoration': ['Choose which decoration it is.'],
    'lines.0.unit_price': ['Enter a price.'],
  });
  expect((await office.put(`${path}/${id}/lines/${first.id}`, { decoration: 'A dragon' })).body.errors).toHaveProperty('decoration');
  const chosen = await office.put(`${path}/${id}/lines/${first.id}`, { decoration: 'SECURITY on the back', unit_price: 275 });
  expect(chosen.body).toMatchObject({ decoration: 'SECURITY on the back', unit_price: 275 });
  expect(await add({ clothing_set_id: set.id, decoration: 'SECURITY on the back' })).toMatchObject({ unit_price: 275 });
  expect(await add({ clothing_set_id: set.id, decoration: 'Crest, left breast' })).toMatchObject({ unit_price: null });
});

test('a purchase order needs no decoration, and a work order for the same SKU is not listed as a delivery of the SKU', async () => {
  const { office, account, clothingSet, supplier: decorator, plain } = await setUp();
  expect((await office.get(`/api/admin/skus/${plain.id}/stock-details`)).body.purchase_orders).toEqual([]);
  await office.put(`/api/admin/suppliers/${decorator.id}`, { work_order: false });
  const client = await account({ name: `Southgate ${plain.id}` });
  const set = await clothingSet(client.id, { decoration: 'Crest, left breast\nSECURITY on the back', products: [{ product_id: plain.id }] });
  const { id } = (await office.post(path, { supplier_id: decorator.id, account_id: client.id })).body;
  await office.post(`${path}/${id}/lines`, { product_id: plain.id, qty_requested: 2, unit_price: 100, clothing_set_id: set.id });
  expect((await office.get(`${path}/${id}`)).body).toMatchObject({ work_order: false, can: { approve: true }, lines: [{ source: null }] });
  expect((await office.put(`${path}/${id}`, { approved: true, send: false })).status).toBe(200);
});
