import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  countRequests,
  orderLines,
  orders,
  picks,
  productBins,
  receiptDiscrepancies,
  receiptLines,
  receiptSetAsides,
  receipts,
} from '../../server/db/tables/index.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { applyMutations, type WaitingMutation } from '../../shared/sync/apply-mutations.ts';
import type { SyncRows } from '../../shared/sync/floor.ts';
import { mutations } from '../../shared/sync/mutations.ts';
import { kinds } from '../../shared/sync/rows.ts';
import type { WireMutation } from '../../shared/sync/wire.ts';
import { floor, outcomesOf, type Tablet } from './tablet.ts';

const path = '/api/admin/purchase-orders';

/** A floor with an approved purchase order of ten caps, an order that waits for four, and two tablets that have pulled both. */
async function setUp() {
  const here = await floor();
  const { office, database } = here;
  const supplier = await here.supplier({ name: `Pennine ${office.id}`, lead_time_days: 10 });
  const cap = await here.stocked(0);
  const order = await here.createOrder([{ product_id: cap.id, qty: 4 }]);
  const { id } = (await office.post(path, { supplier_id: supplier.id })).body;
  const line = (await office.post(`${path}/${id}/lines`, { product_id: cap.id, qty_requested: 10, unit_price: 500 })).body;
  expect((await office.put(`${path}/${id}`, { approved: true, send: false })).status).toBe(200);
  const [tablet, second] = [here.tablet(here.picker), here.tablet(here.picker)];
  for (const each of [tablet, second]) await each.settle();
  const receipt = crypto.randomUUID();

  const set = (by: Tablet, qty: number, more: Record<string, unknown> = {}): WireMutation =>
    by.next({ n: 'receipt.set_line', a: { receipt, po_line_id: line.id, product_id: cap.id, qty, ...more } });
  const putAway = (by: Tablet, a: Record<string, unknown>): WireMutation => by.next({ n: 'bin.put_away', a: { receipt, product_id: cap.id, ...a } });
  const onHand = async () => (await here.stockOf(cap)).qty_available;
  const received = async () => (await office.get(`${path}/${id}`)).body.lines[0].qty_received;
  const allocated = async () => {
    const [row] = await database.reader
      .select()
      .from(orderLines)
      .where(eq(orderLines.id, order.lines[0] ?? 0));
    return row?.qty_allocated;
  };
  const listed = (uuid = receipt) =>
    database.reader
      .select({ kind: receiptDiscrepancies.kind, qty: receiptDiscrepancies.qty })
      .from(receiptDiscrepancies)
      .innerJoin(receiptLines, eq(receiptLines.id, receiptDiscrepancies.receipt_line_id))
      .innerJoin(receipts, eq(receipts.id, receiptLines.receipt_id))
      .where(eq(receipts.uuid, uuid));
  const bins = () =>
    database.reader
      .select({ bin: productBins.bin, qty: productBins.qty })
      .from(productBins)
      .where(eq(productBins.product_id, cap.id))
      .orderBy(productBins.bin);
  const counts = async () => (await database.reader.select().from(countRequests).where(eq(countRequests.product_id, cap.id))).length;
  return {
    ...here,
    cap,
    order,
    id,
    line,
    receipt,
    newOrder: here.createOrder,
    tablet,
    second,
    set,
    putAway,
    onHand,
    received,
    allocated,
    listed,
    bins,
    counts,
  };
}

test('items that a tablet receives are in stock, on the purchase order and allocated to the waiting order; a repeat changes nothing', async () => {
  const { tablet, second, set, onHand, received, allocated, listed, order, receipt } = await setUp();
  const mutation = set(tablet, 6);
  expect(outcomesOf(await tablet.sync(mutation))).toEqual(['applied']);
  expect([await onHand(), await received(), await allocated(), await listed()]).toEqual([6, 6, 4, []]);
  // The tablet sends the same action again, then the same quantity in an action with another id.
  expect(outcomesOf(await tablet.sync(mutation))).toEqual(['applied']);
  await tablet.sync(set(tablet, 6));
  expect([await onHand(), await received(), await allocated()]).toEqual([6, 6, 4]);
  await second.settle();
  expect(second.rows.receipt.get(receipt)).toMatchObject({
    device: tablet.device,
    lines: [{ qty: 6 }],
    allocations: [{ order_line_id: order.lines[0], order_number: orderNumber(order.id), qty: 4 }],
  });
});

test('correcting a received quantity downwards takes back allocated items, and is refused if the items are picked', async () => {
  const { tablet, set, onHand, received, allocated, order, office, receipt: _receipt, ...here } = await setUp();
  await tablet.sync(set(tablet, 6), set(tablet, 3));
  expect([await onHand(), await received(), await allocated()]).toEqual([3, 3, 3]);
  await tablet.sync(set(tablet, 0));
  expect([await onHand(), await received(), await allocated()]).toEqual([0, 0, 0]);

  await tablet.sync(set(tablet, 4));
  expect((await office.post(`/api/admin/orders/${order.uuid}/allocate`)).status).toBe(200);
  await tablet.sync();
  const pick = tablet.rows.pick.get(order.uuid);
  const pick_id = pick?.id ?? 0;
  expect(outcomesOf(await tablet.sync(tablet.start(pick_id), tablet.record(pick_id, here.cap.id, 4)))).toEqual(['applied', 'applied']);
  expect(outcomesOf(await tablet.sync(set(tablet, 1)))).toEqual(['rejected NOT_FREE']);
  expect([await onHand(), await received()]).toEqual([4, 4]);
});

test('two tablets that receive one purchase order have two receipts, and the surplus is listed once', async () => {
  const { tablet, second, set, onHand, received, listed, receipt, office, database, order, id } = await setUp();
  const other = crypto.randomUUID();
  await tablet.sync(set(tablet, 7));
  await second.sync(set(second, 6, { receipt: other }));
  expect([await onHand(), await received(), await listed(), await listed(other)]).toEqual([13, 13, [], [{ kind: 'over_receipt', qty: 3 }]]);
  await second.sync(set(second, 6, { receipt: other }));
  expect(await listed(other)).toEqual([{ kind: 'over_receipt', qty: 3 }]);
  // The office cancels the order and reverses the first receipt, so the surplus is 0.
  const [first] = await database.reader.select().from(receipts).where(eq(receipts.uuid, receipt));
  await office.post(`/api/orders/${order.uuid}/cancel`);
  expect((await office.post(`${path}/${id}/receipts/${first?.id}/reverse`, { reason: 'Counted twice' })).status).toBe(200);
  expect([await onHand(), await received(), await listed(other)]).toEqual([6, 6, [{ kind: 'over_receipt', qty: 0 }]]);
  // A receipt belongs to the tablet that began it.
  const header = { receipt: other, delivery_note_number: 'DN-2' };
  const foreign = await tablet.sync(set(tablet, 1, { receipt: other }), tablet.next({ n: 'receipt.set_header', a: header }));
  expect(outcomesOf(foreign)).toEqual(['rejected INVALID', 'rejected INVALID']);
  expect([await onHand(), await received()]).toEqual([6, 6]);
});

test('items are accepted and listed even if the office has cancelled or closed their purchase order, or cancelled their line', async () => {
  const cases = [
    { change: { cancelled: true }, kind: 'order_cancelled' },
    { change: { closed: true }, kind: 'order_closed' },
  ] as const;
  for (const { change, kind } of cases) {
    const { tablet, set, onHand, allocated, listed, office, id } = await setUp();
    // Only an order with nothing pending can be closed.
    if (kind === 'order_closed') await tablet.sync(set(tablet, 10, { receipt: crypto.randomUUID() }));
    expect((await office.put(`${path}/${id}`, change)).status).toBe(200);
    expect(outcomesOf(await tablet.sync(set(tablet, 5)))).toEqual(['applied']);
    expect([await allocated(), (await listed()).map((item) => item.kind)]).toEqual([4, [kind]]);
    expect(await onHand()).toBe(kind === 'order_closed' ? 15 : 5);
  }
  const { tablet, set, onHand, listed, office, id, line } = await setUp();
  expect((await office.put(`${path}/${id}/lines/${line.id}`, { qty_cancelled: 8 })).status).toBe(200);
  expect(outcomesOf(await tablet.sync(set(tablet, 5)))).toEqual(['applied']);
  expect([await onHand(), await listed()]).toEqual([5, [{ kind: 'line_cancelled', qty: 3 }]]);
});

test('a cancelled purchase order returns to the tablets with all its lines when items of one line arrive', async () => {
  const { tablet, second, set, office, id, line, stocked } = await setUp();
  const shirt = await stocked(0);
  const supplier_id = (await office.get(`${path}/${id}`)).body.supplier.id;
  const created = (await office.post(path, { supplier_id })).body;
  const lines: { id: number; product_id: number }[] = [];
  for (const product_id of [line.product_id ?? line.product?.id, shirt.id])
    lines.push({ ...(await office.post(`${path}/${created.id}/lines`, { product_id, qty_requested: 5, unit_price: 500 })).body, product_id });
  await office.put(`${path}/${created.id}`, { approved: true, send: false });
  await second.settle();
  expect((await office.put(`${path}/${created.id}`, { cancelled: true })).status).toBe(200);
  await second.settle();
  const [cap, other] = lines.map((one) => one.id);
  expect([second.rows.purchase_order_line.has(cap ?? 0), second.rows.purchase_order_line.has(other ?? 0)]).toEqual([false, false]);
  await tablet.sync(set(tablet, 2, { po_line_id: cap, product_id: lines[0]?.product_id }));
  await second.sync();
  expect([second.rows.purchase_order_line.get(cap ?? 0)?.qty_received, second.rows.purchase_order_line.has(other ?? 0)]).toEqual([2, true]);
});

test('if the office receives items of the same purchase order meanwhile, the surplus is listed under the tablet’s receipt', async () => {
  const { tablet, set, onHand, received, listed, office, id, line } = await setUp();
  expect((await office.put(`${path}/${id}`, { lines: [{ id: line.id, qty_new: 8 }] })).status).toBe(200);
  expect(outcomesOf(await tablet.sync(set(tablet, 5)))).toEqual(['applied']);
  expect([await onHand(), await received(), await listed()]).toEqual([13, 13, [{ kind: 'over_receipt', qty: 3 }]]);
});

test('a receipt that a super has reversed accepts nothing more, and each refusal stays visible', async () => {
  const { tablet, set, onHand, office, id, receipt, database, cap, putAway, order } = await setUp();
  await office.post(`/api/orders/${order.uuid}/cancel`);
  await tablet.sync(set(tablet, 5));
  const [row] = await database.reader.select().from(receipts).where(eq(receipts.uuid, receipt));
  expect((await office.post(`${path}/${id}/receipts/${row?.id}/reverse`, { reason: 'Counted twice' })).status).toBe(200);
  const aside = { receipt, code: cap.sku, product_id: cap.id, qty: 1, reason: 'Damaged', notes: null };
  const answer = await tablet.sync(
    set(tablet, 6),
    tablet.next({ n: 'receipt.set_header', a: { receipt, delivery_note_number: 'DN-1' } }),
    tablet.next({ n: 'receipt.set_aside', a: aside }),
    putAway(tablet, { bin: 'Z-1', qty: 1 }),
  );
  expect(outcomesOf(answer)).toEqual(Array(4).fill('rejected RECEIPT_REVERSED'));
  expect([await onHand(), answer.outcomes.length]).toEqual([0, 4]);
  expect(tablet.rows.receipt.get(receipt)?.is_reversed).toBe(true);
});

test('an item without a purchase order is accepted and listed, and an unknown item is set aside with a reason', async () => {
  const { tablet, set, onHand, listed, database, receipt, cap } = await setUp();
  expect(outcomesOf(await tablet.sync(set(tablet, 2, { po_line_id: null })))).toEqual(['applied']);
  expect([await onHand(), await listed()]).toEqual([2, [{ kind: 'no_order', qty: 2 }]]);
  // Without a code, the product's SKU is the code.
  const least = (product_id: number | null) => tablet.next({ n: 'receipt.set_aside', a: { receipt, product_id, qty: 1, reason: 'Faulty' } });
  expect(outcomesOf(await tablet.sync(least(cap.id), least(null)))).toEqual(['applied', expect.stringContaining('rejected')]);
  const listedAside = await database.reader.select().from(receiptSetAsides).where(eq(receiptSetAsides.reason, 'Faulty'));
  expect(listedAside.map(({ code, product_id, notes }) => [code, product_id, notes])).toEqual([[cap.sku, cap.id, null]]);
  const aside = (qty: number, more = {}) =>
    tablet.next({ n: 'receipt.set_aside', a: { receipt, code: '5012345678900', product_id: null, qty, reason: 'Unknown', notes: 'Blue', ...more } });
  expect(outcomesOf(await tablet.sync(aside(1), aside(3), aside(3), aside(1, { reason: 'Damaged', product_id: cap.id })))).toEqual([
    'applied',
    'applied',
    'noop',
    'applied',
  ]);
  const stored = await database.reader.select().from(receiptSetAsides).orderBy(receiptSetAsides.id);
  expect(
    stored
      .filter(({ code }) => code === '5012345678900')
      .map(({ qty, reason }) => [qty, reason])
      .slice(-2),
  ).toEqual([
    [3, 'Unknown'],
    [1, 'Damaged'],
  ]);
  expect(await onHand()).toBe(2);
  expect(outcomesOf(await tablet.sync(set(tablet, 1, { product_id: 999_999, po_line_id: null }), set(tablet, 1, { po_line_id: 999_999 })))).toEqual([
    'rejected INVALID',
    'rejected INVALID',
  ]);
});

test('the latest number of items that a receipt puts into an overflow bin replaces earlier numbers and leaves the stock unchanged', async () => {
  const { tablet, second, set, putAway, bins, counts, onHand, cap } = await setUp();
  await tablet.sync(set(tablet, 10), putAway(tablet, { bin: 'Z-1', qty: 5 }), putAway(tablet, { bin: cap.bin, qty: 1 }));
  expect(await bins()).toEqual([{ bin: 'Z-1', qty: 5 }]);
  expect(outcomesOf(await tablet.sync(putAway(tablet, { bin: 'Z-1', qty: 5 }), putAway(tablet, { bin: 'Z-1', qty: 6 })))).toEqual([
    'noop',
    'applied',
  ]);
  expect([await bins(), await counts()]).toEqual([[{ bin: 'Z-1', qty: 6 }], 0]);
  await second.sync(putAway(second, { bin: 'Z-1', qty: 4 }));
  expect([await bins(), await counts(), await onHand()]).toEqual([[{ bin: 'Z-1', qty: 4 }], 1, 10]);

  // Two scans move the content of one bin to another.
  const move = (a: object) => tablet.next({ n: 'bin.put_away', a: { product_id: cap.id, ...a } });
  await tablet.sync(move({ from: 'Z-1', bin: 'Z-2', qty: 4 }), move({ bin: 'Z-2', qty: 1 }));
  expect([await bins(), await counts()]).toEqual([[{ bin: 'Z-2', qty: 5 }], 1]);
  await tablet.sync(move({ from: 'Z-2', bin: cap.bin, qty: 5 }));
  expect([await bins(), await onHand()]).toEqual([[], 10]);
  // If a bin had fewer items than are moved from it, a count is requested.
  await tablet.sync(move({ from: 'Z-2', bin: 'Z-3', qty: 2 }));
  expect([await bins(), await counts()]).toEqual([[{ bin: 'Z-3', qty: 2 }], 2]);
});

test('every tablet and the office show what the overflow bins of a SKU hold; the count list names the bins without their contents', async () => {
  const { tablet, second, set, putAway, cap, line, office, newOrder } = await setUp();
  const other = await newOrder([{ product_id: cap.id, qty: 2 }]);
  await tablet.sync(
    set(tablet, 10),
    putAway(tablet, { bin: 'X-1', qty: 3 }),
    putAway(tablet, { bin: 'W-2', qty: 1 }),
    putAway(tablet, { bin: cap.bin, qty: 2 }),
  );
  await office.post(`${other.path}/allocate-all`);
  await office.post(`${other.path}/allocate`);
  await second.settle();
  const held = [
    { bin: 'W-2', qty: 1 },
    { bin: 'X-1', qty: 3 },
  ];
  expect(second.rows.purchase_order_line.get(line.id)).toMatchObject({ bin: cap.bin, bins: held });
  expect(second.rows.product.get(cap.id)).toMatchObject({ bin: cap.bin, bins: held });
  expect((await office.get(`/api/admin/products/${cap.id}`)).body.bins).toEqual(held);
  expect((await office.get(`/api/admin/stock/skus/${cap.id}`)).body.bins).toEqual(held);
  expect((await office.get('/api/admin/stock/skus?code=x-1')).body.items).toMatchObject([{ id: cap.id, bins: held }]);
  await office.post(`/api/admin/stock/skus/${cap.id}/count-requests`);
  // A bin that is empty is no longer an overflow bin.
  await tablet.sync(putAway(tablet, { receipt: null, bin: cap.bin, from: 'W-2', qty: 1 }));
  await second.settle();
  expect(second.rows.to_count.get(cap.id)).toMatchObject({ overflow_bins: ['X-1'] });
  expect(second.rows.to_count.get(cap.id)).not.toHaveProperty('bins');
  expect(second.rows.product.get(cap.id)?.bins).toEqual([{ bin: 'X-1', qty: 3 }]);
  await tablet.sync(putAway(tablet, { bin: 'X-1', qty: 0 }));
  await second.settle();
  expect(second.rows.product.get(cap.id)).not.toHaveProperty('bins');
});

test('a tote is for the items of one open order; the order’s pick gets the tote, and cancelling the order frees the tote', async () => {
  const here = await setUp();
  const { tablet, set, putAway, order, office, database, cap } = here;
  const tote = `T-${order.id}`;
  const other = await here.newOrder([{ product_id: cap.id, qty: 2 }]);
  await tablet.sync(set(tablet, 10));
  const inTote = (of: { lines: number[] }, qty: number) => putAway(tablet, { tote, order_line_id: of.lines[0], qty });
  expect(outcomesOf(await tablet.sync(inTote(order, 4), inTote(order, 4), inTote(other, 2)))).toEqual(['applied', 'noop', 'rejected TOTE_TAKEN']);
  expect(tablet.rows.receipt.get(here.receipt)?.allocations.find(({ order_line_id }) => order_line_id === order.lines[0])).toMatchObject({ tote });
  // These are more items than are allocated to the order.
  expect(outcomesOf(await tablet.sync(inTote(order, 5)))).toEqual(['rejected NOT_WAITING']);

  await office.post(`/api/admin/orders/${order.uuid}/allocate`);
  const [pick] = await database.reader.select({ tote: picks.tote }).from(picks).where(eq(picks.order_id, order.id));
  expect(pick?.tote).toBe(tote);
  expect((await office.put(`/api/admin/orders/${order.uuid}`, { unallocate: true })).status).toBe(200);
  expect((await office.post(`/api/orders/${order.uuid}/cancel`)).status).toBe(200);
  expect(outcomesOf(await tablet.sync(inTote(other, 2)))).toEqual(['applied']);
  const totes = await database.reader
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.tote, tote)));
  expect(totes.map(({ id }) => id)).toEqual([other.id]);
});

test('tablet and server refuse a tote of one order for the pick of another order, whether its code is in capitals or not', async () => {
  const { tablet, second, set, putAway, order, office, newOrder, stocked } = await setUp();
  const shirt = await stocked(5);
  const other = await newOrder([{ product_id: shirt.id, qty: 1 }]);
  await office.post(`/api/admin/orders/${other.uuid}/allocate-all`);
  await office.post(`/api/admin/orders/${other.uuid}/allocate`);
  const tote = `T-${order.id}`;
  await tablet.sync(set(tablet, 4), putAway(tablet, { tote, order_line_id: order.lines[0], qty: 4 }));
  await tablet.settle();
  const pick_id = tablet.rows.pick.get(other.uuid)?.id ?? 0;
  const assign = (name: string | null) => ({ pick_id, tote: name });
  const rows = tablet.rows as unknown as SyncRows;
  const actor = { id: 1, role: 'warehouse' } as never;
  expect(mutations['pick.assign_tote'].check(rows, assign(tote.toLowerCase()), actor)).toMatchObject({ ok: false, code: 'tote_taken' });
  expect(mutations['pick.assign_tote'].check(rows, assign(`${tote}-9`), actor)).toMatchObject({ ok: true });
  const send = (by: Tablet, name: string) => by.sync(by.next({ n: 'pick.assign_tote', a: assign(name) }));
  expect(outcomesOf(await send(second, tote.toLowerCase()))).toEqual(['rejected TOTE_TAKEN']);
  expect(outcomesOf(await send(tablet, `t-${order.id}-9`))).toEqual(['applied']);
  await tablet.settle();
  expect(tablet.rows.pick.get(other.uuid)?.tote).toBe(`${tote}-9`);
  expect((await office.post(`/api/orders/${order.uuid}/cancel`)).status).toBe(200);
  expect(outcomesOf(await send(tablet, tote))).toEqual(['applied']);
});

test('a receipt shows the tote of an order even if another receipt brought the items in it', async () => {
  const { tablet, second, set, putAway, order, receipt } = await setUp();
  const other = crypto.randomUUID();
  await tablet.sync(set(tablet, 2));
  await second.sync(set(second, 2, { receipt: other }));
  await second.settle();
  const tote = `T-${order.id}`;
  expect(outcomesOf(await tablet.sync(putAway(tablet, { receipt, tote, order_line_id: order.lines[0], qty: 2 })))).toEqual(['applied']);
  await second.sync();
  expect(second.rows.receipt.get(other)?.allocations).toMatchObject([{ order_line_id: order.lines[0], qty: 2, tote }]);
});

test('all items of an order move to another tote together, even from different receipts, and the first tote becomes free', async () => {
  const here = await setUp();
  const { tablet, second, set, putAway, order, newOrder, cap, receipt } = here;
  const [other, order_line_id] = [crypto.randomUUID(), order.lines[0]];
  const [from, tote] = [`T-${order.id}`, `T-${order.id}-2`];
  await tablet.sync(set(tablet, 2), putAway(tablet, { receipt, tote: from, order_line_id, qty: 2 }));
  await second.sync(set(second, 2, { receipt: other }));
  await second.settle();
  const move = { receipt: other, tote, from, order_line_id, qty: 2 };
  const inTotes = (of: SyncRows, uuid: string) => of.receipt.get(uuid)?.put_away.filter(({ qty }) => qty > 0);
  const moved = [{ product_id: cap.id, bin: null, tote, order_line_id, qty: 2 }];
  const mutation = putAway(second, move);
  const waiting = [{ ...mutation, actor: { id: here.picker.id, name: 'Somebody' } }] as unknown as WaitingMutation[];
  const predicted = applyMutations({ rows: second.rows as unknown as SyncRows, waiting: new Map() }, waiting).rows;
  expect([receipt, other].map((uuid) => inTotes(predicted, uuid))).toEqual([moved, moved]);

  expect(outcomesOf(await second.sync(mutation, putAway(second, move)))).toEqual(['applied', 'noop']);
  await tablet.settle();
  for (const uuid of [receipt, other]) {
    expect(inTotes(tablet.rows as unknown as SyncRows, uuid)).toEqual(moved);
    expect(tablet.rows.receipt.get(uuid)?.allocations).toMatchObject([{ order_line_id, qty: 2, tote }]);
  }
  const later = await newOrder([{ product_id: cap.id, qty: 1 }]);
  const third = crypto.randomUUID();
  await second.sync(set(second, 1, { receipt: third }));
  const inTote = (name: string) => putAway(second, { receipt: third, tote: name, order_line_id: later.lines[0], qty: 1 });
  expect(outcomesOf(await second.sync(inTote(tote), inTote(from)))).toEqual(['rejected TOTE_TAKEN', 'applied']);
});

test('a tote that still holds items of an order is in use on the tablet and on the server, even if the order has another tote now', async () => {
  const { tablet, second, set, putAway, order, newOrder, cap, receipt } = await setUp();
  const [other, order_line_id] = [crypto.randomUUID(), order.lines[0]];
  const [first, next] = [`T-${order.id}`, `T-${order.id}-2`];
  await tablet.sync(set(tablet, 2), putAway(tablet, { receipt, tote: first, order_line_id, qty: 2 }));
  // Each of two tablets without a network gives the order a different tote.
  await second.sync(set(second, 2, { receipt: other }), putAway(second, { receipt: other, tote: next, order_line_id, qty: 2 }));
  const later = await newOrder([{ product_id: cap.id, qty: 1 }]);
  const third = crypto.randomUUID();
  await second.sync(set(second, 1, { receipt: third }));
  await second.settle();
  const rows = second.rows as unknown as SyncRows;
  const inFirst = { receipt: third, product_id: cap.id, tote: first, order_line_id: later.lines[0] ?? 0, qty: 1 };
  const actor = { id: 1, role: 'warehouse' } as never;
  expect(mutations['bin.put_away'].check(rows, inFirst, actor)).toMatchObject({ ok: false, code: 'tote_taken' });
  expect(outcomesOf(await second.sync(putAway(second, inFirst)))).toEqual(['rejected TOTE_TAKEN']);
});

test('a pick released before its items went into a tote gets that tote, and follows the items into another tote', async () => {
  const { tablet, set, putAway, order, office, database } = await setUp();
  const [order_line_id, from, tote] = [order.lines[0], `T-${order.id}`, `T-${order.id}-2`];
  const toteOfPick = async () => (await database.reader.select({ tote: picks.tote }).from(picks).where(eq(picks.order_id, order.id)))[0]?.tote;
  await tablet.sync(set(tablet, 4));
  await office.post(`/api/admin/orders/${order.uuid}/allocate`);
  expect(await toteOfPick()).toBe(null);
  await tablet.sync(putAway(tablet, { tote: from, order_line_id, qty: 4 }));
  expect(await toteOfPick()).toBe(from);
  await tablet.sync(putAway(tablet, { tote, from, order_line_id, qty: 4 }));
  expect(await toteOfPick()).toBe(tote);
});

test('items of an order that was cancelled meanwhile are free; putting them into a tote is refused, and the refusal names their bin', async () => {
  const { tablet, set, putAway, order, office, allocated, onHand, cap } = await setUp();
  await tablet.sync(set(tablet, 4));
  expect(await allocated()).toBe(4);
  expect((await office.post(`/api/orders/${order.uuid}/cancel`)).status).toBe(200);
  const answer = await tablet.sync(putAway(tablet, { tote: 'T-900', order_line_id: order.lines[0], qty: 4 }));
  expect(outcomesOf(answer)).toEqual(['rejected NOT_WAITING']);
  expect(JSON.stringify(answer.outcomes[0]?.server)).toContain(`${cap.bin}`);
  expect([await onHand(), await allocated()]).toEqual([4, 0]);
});

test('tablets show how many received items are allocated to each order, and only allocated items can go into a tote', async () => {
  const { tablet, second, set, putAway, order, office, receipt, newOrder, cap } = await setUp();
  const later = await newOrder([{ product_id: cap.id, qty: 2 }]);
  await tablet.sync(set(tablet, 6));
  const shown = async () => {
    await second.settle();
    return second.rows.receipt.get(receipt)?.allocations.map(({ order_line_id, qty, tote }) => [order_line_id, qty, tote]);
  };
  const [line, laterLine] = [order.lines[0] ?? 0, later.lines[0] ?? 0];
  expect(await shown()).toEqual([
    [line, 4, null],
    [laterLine, 2, null],
  ]);
  const tote = `T-${order.id}`;
  expect(outcomesOf(await tablet.sync(putAway(tablet, { tote, order_line_id: line, qty: 3 })))).toEqual(['applied']);
  // The office takes back the allocations of both orders; three items are in a tote and have to leave it.
  for (const uuid of [order.uuid, later.uuid]) expect((await office.put(`/api/admin/orders/${uuid}`, { unallocate: true })).status, uuid).toBe(200);
  expect(await shown()).toEqual([[line, 0, tote]]);
  expect(outcomesOf(await tablet.sync(putAway(tablet, { tote: `T-${later.id}`, order_line_id: laterLine, qty: 2 })))).toEqual([
    'rejected NOT_WAITING',
  ]);
  expect(outcomesOf(await tablet.sync(putAway(tablet, { tote, order_line_id: line, qty: 0 }), putAway(tablet, { bin: cap.bin, qty: 6 })))).toEqual([
    'applied',
    'applied',
  ]);
  expect(await shown()).toEqual([]);
});

test('items that were shipped in a tote do not block items of the next delivery for the same order', async () => {
  const { tablet, set, putAway, order, database, allocated } = await setUp();
  await tablet.sync(set(tablet, 2), putAway(tablet, { tote: `T-${order.id}`, order_line_id: order.lines[0], qty: 2 }));
  await database.unitOfWork((db) =>
    db
      .update(orderLines)
      .set({ qty_allocated: 0, qty_shipped: 2 })
      .where(eq(orderLines.id, order.lines[0] ?? 0)),
  );
  const next = crypto.randomUUID();
  await tablet.sync(set(tablet, 2, { receipt: next }));
  expect(await allocated()).toBe(2);
  const again = putAway(tablet, { receipt: next, tote: `T-${order.id}`, order_line_id: order.lines[0], qty: 2 });
  expect(outcomesOf(await tablet.sync(again))).toEqual(['applied']);
});

/** The goods-in rows that both sides show, without the ids and times of receipts, which only the server sets. */
const goodsIn = (rows: SyncRows) => ({
  receipts: [...rows.receipt.values()].map(({ id: _id, device: _device, created_at: _at, created_by: _by, skus: _skus, ...receipt }) => receipt),
  lines: [...rows.purchase_order_line.values()],
  demand: [...rows.demand.values()],
});

test('without a network the tablet shows a receipt as the server will store it', async () => {
  const { tablet, set, putAway, order, receipt, cap, picker } = await setUp();
  const mutations = [
    set(tablet, 2),
    set(tablet, 6),
    set(tablet, 5),
    set(tablet, 1, { po_line_id: null }),
    putAway(tablet, { tote: 'T-77', order_line_id: order.lines[0], qty: 4 }),
    putAway(tablet, { bin: cap.bin, qty: 2 }),
    tablet.next({ n: 'receipt.set_header', a: { receipt, delivery_note_number: 'DN-77' } }),
    tablet.next({ n: 'receipt.set_aside', a: { receipt, code: 'X', product_id: null, qty: 1, reason: 'Unknown', notes: null } }),
  ];
  const only = (rows: Tablet['rows']) => ({ ...rows, receipt: new Map([...rows.receipt].filter(([uuid]) => uuid === receipt)) });
  const rows = Object.fromEntries(kinds.map((kind) => [kind, new Map<unknown, unknown>(only(tablet.rows)[kind])])) as unknown as SyncRows;
  const waiting = mutations.map((mutation) => ({ ...mutation, actor: { id: picker.id, name: 'Somebody' } })) as unknown as WaitingMutation[];
  const foreseen = goodsIn(applyMutations({ rows, waiting: new Map() }, waiting).rows);
  expect(outcomesOf(await tablet.sync(...mutations))).toEqual(mutations.map(() => 'applied'));
  await tablet.settle();
  expect(goodsIn(only(tablet.rows) as unknown as SyncRows)).toEqual(foreseen);
});

/** A floor on which a tablet receives caps offline at `at`. Another tablet counts the shelf later. */
async function receivedBeforeCount() {
  const here = await setUp();
  const { tablet, second, set, cap, setClock, now } = here;
  setClock(1);
  const at = now();
  setClock(10);
  const count = (qty: number) => second.next({ n: 'stock.count', a: { product_id: cap.id, qty, counted_at: now() } });
  const receive = (qty: number, time = at): WireMutation => ({ ...set(tablet, qty), at: time });
  return { ...here, at, count, receive };
}

test('if a count included the items of a receipt that arrives later, they are added only once, and a new count is requested', async () => {
  const { tablet, second, cap, count, receive, onHand, received, allocated, setClock } = await receivedBeforeCount();
  await second.sync(count(6));
  expect(await onHand()).toBe(6);
  setClock(5);
  // Quantities of successive scans; the last one corrects a mistake.
  const mutations = [4, 5, 7, 6].map((qty) => receive(qty));
  expect(outcomesOf(await tablet.sync(...mutations))).toEqual(Array(4).fill('applied'));
  expect([await onHand(), await received(), await allocated()]).toEqual([6, 6, 4]);
  await tablet.sync(...mutations);
  expect(await onHand()).toBe(6);
  await second.settle();
  expect(second.rows.to_count.get(cap.id)?.why).toBe('asked');
});

test('a receipt made before a count adds the items that the count missed; a later receipt, or one of an impossible time, adds all', async () => {
  const { tablet, second, count, receive, onHand, received, now, setClock } = await receivedBeforeCount();
  // Two of the six items were on the shelf when it was counted.
  await second.sync(count(2));
  setClock(5);
  await tablet.sync(receive(6));
  expect([await onHand(), await received()]).toEqual([6, 6]);
  await tablet.sync(receive(7, now()));
  expect(await onHand()).toBe(7);
  setClock(1);
  await second.sync(count(9));
  expect(await onHand()).toBe(9);
  // According to this time, the items were received before their purchase order was approved.
  await tablet.sync(receive(9, '2020-01-01T09:00:00.000Z'));
  expect([await onHand(), await received()]).toEqual([11, 9]);
});

test('a receipt made before a count also corrects that count while it waits for a super', async () => {
  const { tablet, second, count, receive, onHand, office } = await receivedBeforeCount();
  const mutation = count(30);
  await second.sync(mutation);
  expect(await onHand()).toBe(0);
  await tablet.sync(receive(10));
  await office.post(`/api/admin/attention/${mutation.m}/resolve`, { choice: 'mine' });
  expect(await onHand()).toBe(30);
});
