import { and, eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditRows, products, receiptLines, receipts } from '../../server/db/tables/index.ts';
import { floor, outcomesOf, type Tablet } from './tablet.ts';

const path = '/api/admin/purchase-orders';
type Item = { kind: string; m: string; sku: string | null; qty: number; code: string | null; server: Record<string, unknown> };

/** A floor with an approved purchase order of three caps and a tablet that receives them. */
async function setUp() {
  const here = await floor();
  const { office } = here;
  const supplier = await here.supplier({ name: `Pennine ${office.id}`, lead_time_days: 10 });
  const cap = await here.stocked(0);
  const { id } = (await office.post(path, { supplier_id: supplier.id })).body;
  const line = (await office.post(`${path}/${id}/lines`, { product_id: cap.id, qty_requested: 3, unit_price: 500 })).body;
  expect((await office.put(`${path}/${id}`, { approved: true, send: false })).status).toBe(200);
  const tablet = here.tablet(here.picker);
  await tablet.settle();
  const receipt = crypto.randomUUID();
  const send = async (n: string, a: object): Promise<string[]> =>
    outcomesOf(await tablet.sync(tablet.next({ n, a: { receipt, ...a } } as Parameters<Tablet['next']>[0])));
  const receive = (qty: number) => send('receipt.set_line', { po_line_id: line.id, product_id: cap.id, qty });
  const items = async (kind: string, sku: string | null = cap.sku): Promise<Item[]> =>
    (await office.get(`/api/admin/attention?kind=${kind}`)).body.items.filter((item: Item) => item.sku === sku);
  const resolve = (m: string, body: object, who = office) => who.post(`/api/admin/attention/${m}/resolve`, body);
  const onHand = async () => (await here.stockOf(cap)).qty_available;
  const received = async () => (await office.get(`${path}/${id}`)).body.lines[0].qty_received;
  return { ...here, newOrder: here.createOrder, cap, id, line, tablet, receipt, send, receive, items, resolve, onHand, received };
}

test('only the office decides, and only once, whether items that were not ordered are kept or go back to the supplier', async () => {
  const { receive, items, resolve, onHand, received, picker, receipt, database, cap } = await setUp();
  await receive(5);
  const [item] = await items('discrepancy');
  expect(item).toMatchObject({ qty: 2, code: 'over_receipt', sku: cap.sku, server: { our_reference: expect.stringMatching(/^PO-/) } });
  const m = item?.m ?? '';
  expect((await resolve(m, { choice: 'keep' }, picker)).status).toBe(403);
  expect((await resolve(m, { choice: 'mine' })).status).toBe(422);
  expect(await resolve(m, { choice: 'keep' })).toMatchObject({ status: 200, body: { outcome: 'applied' } });
  expect(await resolve(m, { choice: 'send_back' })).toMatchObject({ status: 200, body: { outcome: 'noop' } });
  expect([await onHand(), await received(), await items('discrepancy')]).toEqual([5, 5, []]);
  // Further items are listed again; if they go back, they leave the stock and the purchase order.
  await receive(6);
  const [again] = await items('discrepancy');
  expect(again).toMatchObject({ m, qty: 3 });
  expect((await resolve(m, { choice: 'send_back' })).status).toBe(200);
  expect([await onHand(), await received(), await items('discrepancy')]).toEqual([3, 3, []]);
  const [row] = await database.reader.select().from(receipts).where(eq(receipts.uuid, receipt));
  const events = await database.reader
    .select()
    .from(auditRows)
    .where(and(eq(auditRows.what, 'receipt.discrepancy_resolved'), eq(auditRows.on_id, row?.id ?? 0)));
  expect(events.map(({ after }) => after)).toMatchObject([
    { choice: 'keep', qty: 2 },
    { choice: 'send_back', qty: 3 },
  ]);
});

test('items received of a cancelled quantity are not listed any more once the office reduces the cancelled quantity', async () => {
  const { receive, items, office, id, line } = await setUp();
  const cancel = (qty_cancelled: number) => office.put(`${path}/${id}/lines/${line.id}`, { qty_cancelled });
  await cancel(2);
  await receive(2);
  expect(await items('discrepancy')).toMatchObject([{ qty: 1, code: 'line_cancelled' }]);
  expect((await cancel(1)).body).toMatchObject({ qty_cancelled: 1 });
  expect(await items('discrepancy')).toEqual([]);
});

test('items that were set aside are received into stock, sent back to the supplier or dismissed', async () => {
  const { send, items, resolve, onHand, receipt, cap, database, picker } = await setUp();
  const aside = (code: string, qty: number, more = {}) =>
    send('receipt.set_aside', { code, product_id: cap.id, qty, reason: 'Wrong goods', notes: 'Blue box', ...more });
  for (const code of ['one', 'two', 'three']) await aside(`${code} ${cap.sku}`, 2);
  const unknown = `unknown ${cap.sku}`;
  await aside(unknown, 4, { product_id: null });
  const listed = await items('set_aside');
  expect(listed).toHaveLength(3);
  const named = (code: string) => listed.find(({ server }) => server.scanned === `${code} ${cap.sku}`)?.m ?? '';
  expect(listed[0]).toMatchObject({ qty: 2, code: 'Wrong goods', server: { notes: 'Blue box', receipt: expect.stringMatching(/^GRN-/) } });
  expect((await resolve(named('one'), { choice: 'receive' }, picker)).status).toBe(403);
  expect((await resolve(named('one'), { choice: 'receive' })).status).toBe(200);
  expect((await resolve(named('two'), { choice: 'send_back' })).status).toBe(200);
  expect((await resolve(named('three'), { choice: 'dismiss' })).status).toBe(200);
  expect([await onHand(), await items('set_aside'), await items('discrepancy')]).toEqual([2, [], []]);
  expect((await resolve(named('one'), { choice: 'receive' })).body).toMatchObject({ outcome: 'noop' });
  expect(await onHand()).toBe(2);

  // Of a larger quantity only undecided items are listed; a quantity that shrinks and grows again adds none.
  await aside(`one ${cap.sku}`, 3);
  expect(await items('set_aside')).toEqual([expect.objectContaining({ m: named('one'), qty: 1 })]);
  expect((await resolve(named('one'), { choice: 'send_back' })).status).toBe(200);
  await aside(`one ${cap.sku}`, 1);
  await aside(`one ${cap.sku}`, 3);
  expect([await onHand(), await items('set_aside')]).toEqual([2, []]);

  const [nobodyKnows] = (await items('set_aside', null)).filter(({ server }) => server.scanned === unknown);
  expect((await resolve(nobodyKnows?.m ?? '', { choice: 'receive' })).status).toBe(422);
  expect((await resolve(nobodyKnows?.m ?? '', { choice: 'receive', product_id: cap.id })).status).toBe(200);
  expect(await onHand()).toBe(6);
  const lines = await database.reader
    .select({ qty: receiptLines.qty })
    .from(receiptLines)
    .innerJoin(receipts, eq(receipts.id, receiptLines.receipt_id))
    .where(and(eq(receipts.uuid, receipt), isNull(receiptLines.purchase_order_line_id)));
  expect(lines).toEqual([{ qty: 6 }]);
});

test('items that the office takes into stock without an order reach the tablet with their SKU and its bin', async () => {
  const { send, items, resolve, stocked, tablet, receipt, cap, database } = await setUp();
  const glove = await stocked(0);
  const code = `gloves ${cap.sku}`;
  await send('receipt.set_aside', { code, product_id: null, qty: 2, reason: 'Not known', notes: 'Gloves' });
  expect(tablet.rows.receipt.get(receipt)?.skus).toBeUndefined();
  const [aside] = (await items('set_aside', null)).filter(({ server }) => server.scanned === code);
  expect((await resolve(aside?.m ?? '', { choice: 'receive', product_id: glove.id })).status).toBe(200);
  await tablet.sync();
  expect(tablet.rows.receipt.get(receipt)).toMatchObject({
    lines: [{ purchase_order_line_id: null, product_id: glove.id, qty: 2 }],
    skus: [{ product_id: glove.id, sku: glove.sku, name: glove.name, bin: glove.bin, barcode: glove.barcode }],
  });
  expect(await send('bin.put_away', { product_id: glove.id, bin: glove.bin, qty: 2 })).toEqual(['applied']);
  // Later changes of the SKU also reach the tablet.
  await database.unitOfWork(async (db) => void (await db.update(products).set({ bin: 'Y-77-1' }).where(eq(products.id, glove.id))));
  expect(await send('bin.put_away', { receipt: null, product_id: glove.id, bin: 'Y-77-2', qty: 1 })).toEqual(['applied']);
  await tablet.sync();
  expect(tablet.rows.receipt.get(receipt)?.skus).toMatchObject([{ bin: 'Y-77-1', bins: [{ bin: 'Y-77-2', qty: 1 }] }]);
});

test('items in the tote of an order that no longer gets them are listed until somebody puts them back', async () => {
  const { newOrder, receive, send, items, resolve, office, cap, picker } = await setUp();
  const order = await newOrder([{ product_id: cap.id, qty: 3 }]);
  await receive(3);
  const tote = `T-${order.id}`;
  expect(await send('bin.put_away', { product_id: cap.id, tote, order_line_id: order.lines[0], qty: 3 })).toEqual(['applied']);
  expect(await items('stray')).toEqual([]);
  expect((await office.post(`/api/orders/${order.uuid}/cancel`)).status).toBe(200);
  const [stray] = await items('stray');
  expect(stray).toMatchObject({ qty: 3, server: { tote, bin: cap.bin } });
  expect((await resolve(stray?.m ?? '', { choice: 'dismiss' }, picker)).status).toBe(200);
  expect(await items('stray')).toEqual([]);
  expect((await resolve(stray?.m ?? '', { choice: 'dismiss' })).body).toMatchObject({ outcome: 'noop' });
});

test('a pick bin with fewer items than are released for picking is listed until items are brought to it', async () => {
  const { newOrder, receive, send, items, office, cap, tablet } = await setUp();
  const order = await newOrder([{ product_id: cap.id, qty: 2 }]);
  await receive(3);
  await send('bin.put_away', { product_id: cap.id, bin: `Z-${cap.id}`, qty: 2 });
  expect(await items('replenish')).toEqual([]);
  expect((await office.post(`/api/admin/orders/${order.uuid}/allocate`)).status).toBe(200);
  expect(await items('replenish')).toMatchObject([{ qty: 1, server: { bin: cap.bin, bins: [{ bin: `Z-${cap.id}`, qty: 2 }] } }]);
  await tablet.sync(tablet.next({ n: 'bin.put_away', a: { product_id: cap.id, from: `Z-${cap.id}`, bin: cap.bin ?? '', qty: 1 } }));
  expect(await items('replenish')).toEqual([]);
});
