import { randomUUID } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { runAllocation } from '../../server/allocation/run-allocation.ts';
import { rows } from '../../server/db/db.ts';
import { auditRows, receiptAllocations, receiptDiscrepancies, receiptLines, receipts, stockMovements } from '../../server/db/tables/index.ts';
import { runDueJobs } from '../../server/jobs/run-jobs.ts';
import { verifyStock } from '../../server/operations/verify-stock.ts';
import { receiveLines } from '../../server/purchasing/receive-lines.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { receiptReference } from '../../shared/purchasing/receipt.ts';
import { receivedText } from '../../shared/purchasing/received-text.ts';
import { floor } from '../fulfilment/floor.ts';

const path = '/api/admin/purchase-orders';

/** A floor with a supplier, and functions that order from the supplier and receive the goods. */
async function setUp() {
  const here = await floor();
  const { office, services, database } = here;
  const supplier = await here.supplier({ name: `Mill ${office.id}` });
  /** An approved purchase order with a line for each SKU. */
  const ordered = async (lines: readonly { product_id: number; qty: number }[]) => {
    const { id } = (await office.post(path, { supplier_id: supplier.id })).body;
    const line_ids: number[] = [];
    for (const { product_id, qty: qty_requested } of lines)
      line_ids.push((await office.post(`${path}/${id}/lines`, { product_id, qty_requested, unit_price: 500 })).body.id);
    const { body, status } = await office.put(`${path}/${id}`, { approved: true, send: false });
    expect(status).toBe(200);
    return { id: id as number, lines: line_ids, one: `${path}/${id}`, our_reference: body.our_reference as string };
  };
  const receive = (of: { one: string; lines: number[] }, quantities: number[], more: object = {}, by = office) =>
    by.put(of.one, { lines: quantities.map((qty_new, n) => ({ id: of.lines[n], qty_new })), ...more });
  /** Receives as a tablet does: with the total quantity of each line in the receipt. */
  const onFloor = (receipt: string, lines: readonly { line: number | null; product_id: number; qty: number }[], delivery_note_number?: string) =>
    database.unitOfWork((db) =>
      receiveLines(
        {
          db,
          now: here.now(),
          services,
          request_id: null,
          actor: {
            id: here.picker.id,
            role: 'warehouse',
            account_id: null,
            site_ids: [],
            impersonator_id: null,
            can_view_restricted_products: false,
            is_supervised_orderer: false,
          },
        } as unknown as Parameters<typeof receiveLines>[0],
        {
          receipt,
          device: 'tablet-1',
          lines: lines.map(({ line, product_id, qty }) => ({ purchase_order_line_id: line, product_id, qty })),
          delivery_note_number,
        },
      ),
    );
  const held = async (order: { uuid: string }) =>
    (await office.get(`/api/orders/${order.uuid}`)).body.lines.map(({ qty_allocated }: { qty_allocated: number }) => qty_allocated);
  const level = async ({ id }: { id: number }) => {
    const [row] = await rows<{ qty_available: number; qty_allocated: number }>(
      database.reader,
      sql`select qty_available, qty_allocated from stock_levels where product_id = ${id}`,
    );
    return [Number(row?.qty_available ?? 0), Number(row?.qty_allocated ?? 0)];
  };
  const ledger = (receipt_id: number) =>
    database.reader
      .select({ qty: stockMovements.qty, reference: stockMovements.reference, reason: stockMovements.reason })
      .from(stockMovements)
      .where(eq(stockMovements.receipt_id, receipt_id))
      .orderBy(asc(stockMovements.id));
  const listed = async (uuid: string) =>
    database.reader
      .select({ kind: receiptDiscrepancies.kind, qty: receiptDiscrepancies.qty })
      .from(receiptDiscrepancies)
      .innerJoin(receiptLines, eq(receiptLines.id, receiptDiscrepancies.receipt_line_id))
      .innerJoin(receipts, eq(receipts.id, receiptLines.receipt_id))
      .where(eq(receipts.uuid, uuid))
      .orderBy(asc(receiptLines.id));
  const isSound = async () => {
    expect((await verifyStock(database.reader)).discrepancies).toEqual([]);
    const wrong = await rows(
      database.reader,
      sql`select purchase_order_lines.id from purchase_order_lines join receipt_lines on receipt_lines.purchase_order_line_id = purchase_order_lines.id
        join receipts on receipts.id = receipt_lines.receipt_id
        group by purchase_order_lines.id, purchase_order_lines.qty_received
        having purchase_order_lines.qty_received <> sum(case when receipts.reversed_at is null then receipt_lines.qty else 0 end)`,
    );
    expect(wrong).toEqual([]);
  };
  return { ...here, ordered, receive, onFloor, held, level, ledger, listed, isSound, path };
}

test('a delivery is one receipt: stock, order and ledger show it, and the oldest waiting order gets the items', async () => {
  const { office, picker, stocked, createOrder, ordered, receive, held, level, ledger, isSound, database } = await setUp();
  const polo = await stocked(0);
  const cap = await stocked(0);
  const first = await createOrder([{ product_id: polo.id, qty: 3 }]);
  const second = await createOrder([{ product_id: polo.id, qty: 4 }]);
  const bought = await ordered([
    { product_id: polo.id, qty: 10 },
    { product_id: cap.id, qty: 5 },
  ]);
  expect((await office.get(bought.one)).body.can).toMatchObject({ receive: true, close: false });
  const { status, body } = await receive(bought, [5, 2], { delivery_note_number: 'DN 77' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ stage: 'part_delivered', qty_received: 7, lines: [{ qty_received: 5 }, { qty_received: 2 }] });
  expect(body.receipt).toEqual({
    id: body.receipt.id,
    uuid: expect.any(String),
    reference: receiptReference(body.receipt.id),
    received: [
      { product_id: polo.id, qty: 3, order_number: orderNumber(first.id), order_uuid: first.uuid, bin: polo.bin },
      { product_id: polo.id, qty: 2, order_number: orderNumber(second.id), order_uuid: second.uuid, bin: polo.bin },
      { product_id: cap.id, qty: 2, order_number: null, order_uuid: null, bin: cap.bin },
    ],
  });
  expect([await held(first), await held(second)]).toEqual([[3], [2]]);
  expect([await level(polo), await level(cap)]).toEqual([
    [5, 5],
    [2, 0],
  ]);
  expect(await ledger(body.receipt.id)).toEqual([
    { qty: 5, reference: bought.our_reference, reason: null },
    { qty: 2, reference: bought.our_reference, reason: null },
  ]);
  const list = (await picker.get(`${bought.one}/receipts`)).body.items;
  expect(list).toMatchObject([
    {
      reference: body.receipt.reference,
      delivery_note_number: 'DN 77',
      device: null,
      created_by: { id: office.id },
      reversed_at: null,
      qty: 7,
      lines: [
        { purchase_order_line_id: bought.lines[0], product: { sku: polo.sku, bin: polo.bin }, qty: 5 },
        { purchase_order_line_id: bought.lines[1], qty: 2 },
      ],
      can: { reverse: false },
    },
  ]);
  const events = await database.reader
    .select({ what: auditRows.what, before: auditRows.before, after: auditRows.after })
    .from(auditRows)
    .where(and(eq(auditRows.on_type, 'purchase_order'), eq(auditRows.on_id, bought.id), eq(auditRows.what, 'purchase_order.received')));
  expect(events).toMatchObject([{ after: { receipt: body.receipt.reference, lines: [{ qty: 5 }, { qty: 2 }] } }]);
  await isSound();
});

test('an order can be received in several deliveries; once it is complete, a further delivery needs a confirmation', async () => {
  const { office, stocked, ordered, receive, level, isSound } = await setUp();
  const polo = await stocked(0);
  const bought = await ordered([{ product_id: polo.id, qty: 6 }]);
  expect((await receive(bought, [2])).body.stage).toBe('part_delivered');
  expect((await receive(bought, [4])).body).toMatchObject({ stage: 'complete', can: { receive: true, close: true } });
  const over = await receive(bought, [3]);
  expect([over.status, over.body.errors]).toEqual([422, { confirm_over_receipt: ['3 more items have arrived than were ordered.'] }]);
  expect((await receive(bought, [3], { confirm_over_receipt: true })).body).toMatchObject({ stage: 'complete', qty_received: 9, qty_pending: 0 });
  expect((await office.get(`${bought.one}/receipts`)).body).toMatchObject({ total: 3, items: [{ qty: 3 }, { qty: 4 }, { qty: 2 }] });
  expect(await level(polo)).toEqual([9, 0]);
  expect((await office.put(bought.one, { closed: true })).status).toBe(200);
  expect((await receive(bought, [1], { confirm_over_receipt: true })).body.code).toBe('purchase_order_closed');
  await isSound();
});

test('a surplus on one line does not reduce what is still to come on another line', async () => {
  const { office, stocked, ordered, receive } = await setUp();
  const [polo, vest] = [await stocked(0), await stocked(0)];
  const bought = await ordered([
    { product_id: polo.id, qty: 30 },
    { product_id: vest.id, qty: 7 },
  ]);
  const counts = { qty_requested: 37, qty_received: 35, qty_over: 5, qty_pending: 7 };
  const { body } = await receive(bought, [35, 0], { confirm_over_receipt: true });
  expect(body).toMatchObject(counts);
  expect(receivedText(body)).toBe('30 of 37 received, 5 more than ordered');
  const { items } = (await office.get(`${path}?search=${body.our_reference}`)).body;
  expect(items).toMatchObject([counts]);
});

test('a request that is sent twice makes one receipt, and a request with a stale version makes none', async () => {
  const { key, stocked, ordered, receive, office, level } = await setUp();
  const polo = await stocked(0);
  const bought = await ordered([{ product_id: polo.id, qty: 6 }]);
  const body = { lines: [{ id: bought.lines[0], qty_new: 2 }] };
  const headers = key();
  const answers = [await office.put(bought.one, body, headers), await office.put(bought.one, body, headers)];
  expect(answers[1]?.body).toEqual(answers[0]?.body);
  expect(await level(polo)).toEqual([2, 0]);
  expect((await receive(bought, [1], { version: 1 })).body.code).toBe('stale_version');
  expect((await office.get(`${bought.one}/receipts`)).body.total).toBe(1);
});

test('the warehouse receives without seeing costs; a client cannot receive, and wrong orders and lines are refused', async () => {
  const { as, account, picker, office, stocked, ordered, receive, path, supplier } = await setUp();
  const polo = await stocked(0);
  const bought = await ordered([{ product_id: polo.id, qty: 6 }]);
  const other = await ordered([{ product_id: polo.id, qty: 6 }]);
  const { status, body } = await receive(bought, [2], {}, picker);
  expect([status, body.supplier, 'sub_total' in body, body.lines.some((line: object) => 'unit_price' in line)]).toEqual([200, null, false, false]);
  expect(JSON.stringify((await picker.get(`${bought.one}/receipts`)).body)).not.toMatch(/price|cost|supplier/);
  expect((await picker.put(bought.one, { closed: true })).status).toBe(403);
  const client = await as('client_admin', { account_id: (await account()).id });
  const embroiderer = await as('embroiderer');
  for (const caller of [client, embroiderer]) {
    expect((await receive(bought, [1], {}, caller)).status).toBe(403);
    expect((await caller.get(`${bought.one}/receipts`)).status).toBe(403);
  }
  const errors = async (change: object) => (await office.put(bought.one, change)).body.errors;
  expect(await errors({ lines: [{ id: other.lines[0], qty_new: 1 }] })).toHaveProperty(['lines.0.id']);
  expect(await errors({ lines: [{ id: bought.lines[0], qty_new: -1 }] })).toHaveProperty(['lines.0.qty_new']);
  expect(await errors({ lines: [{ id: bought.lines[0], qty_new: 0 }] })).toHaveProperty('lines');
  expect(await errors({ lines: [{ id: bought.lines[0], qty_new: 1 }], closed: true })).toHaveProperty('lines');
  expect(await errors({ lines: [{ id: bought.lines[0], qty_new: 1 }], private_notes: 'x' })).toHaveProperty('lines');
  expect((await office.put(`${path}/999999`, { lines: [{ id: 1, qty_new: 1 }] })).status).toBe(404);
  const { id: supplier_id } = await supplier();
  const draft = (await office.post(path, { supplier_id })).body.id;
  const { id: line } = (await office.post(`${path}/${draft}/lines`, { product_id: polo.id, qty_requested: 1, unit_price: 1 })).body;
  expect((await office.put(`${path}/${draft}`, { lines: [{ id: line, qty_new: 1 }] })).body.code).toBe('purchase_order_draft');
  expect((await office.put(other.one, { cancelled: true })).status).toBe(200);
  expect((await receive(other, [1], { confirm_over_receipt: true })).body.code).toBe('purchase_order_cancelled');
});

test('of two simultaneous receipts of the last item, one needs a confirmation; after a simultaneous cancellation no item is pending', async () => {
  const { office, stocked, ordered, receive, level, isSound } = await setUp();
  const polo = await stocked(0);
  const bought = await ordered([{ product_id: polo.id, qty: 1 }]);
  const statuses = (await Promise.all([receive(bought, [1]), receive(bought, [1])])).map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 422]);
  expect(await level(polo)).toEqual([1, 0]);

  const next = await ordered([{ product_id: polo.id, qty: 4 }]);
  const [received, cancelled] = await Promise.all([receive(next, [3]), office.put(next.one, { cancelled: true })]);
  expect(cancelled.status).toBe(200);
  const { body } = await office.get(next.one);
  expect(body).toMatchObject({ stage: 'cancelled', qty_pending: 0 });
  expect([received.status, body.qty_received, body.qty_cancelled]).toEqual(received.status === 200 ? [200, 3, 1] : [409, 0, 4]);
  await isSound();
});

test('only a super can reverse a receipt, once and only while its items are free; the reversal makes opposite movements', async () => {
  const { as, office, picker, stocked, createOrder, ordered, receive, level, ledger, isSound } = await setUp();
  const polo = await stocked(0);
  const bought = await ordered([{ product_id: polo.id, qty: 6 }]);
  const { receipt } = (await receive(bought, [4])).body;
  const reverse = (body: object = { reason: 'Another pallet' }, by = office) => by.post(`${bought.one}/receipts/${receipt.id}/reverse`, body);
  expect((await reverse({}, office)).body.errors).toHaveProperty('reason');
  expect((await reverse({ reason: 'x'.repeat(201) }, office)).status).toBe(422);
  expect((await reverse(undefined, picker)).status).toBe(403);
  const other = await ordered([{ product_id: polo.id, qty: 6 }]);
  expect((await office.post(`${other.one}/receipts/${receipt.id}/reverse`, { reason: 'x' })).status).toBe(404);

  const waiting = await createOrder([{ product_id: polo.id, qty: 1 }]);
  expect((await office.post(`${waiting.path}/allocate-all`)).status).toBe(200);
  expect((await reverse()).body).toMatchObject({
    code: 'insufficient_stock',
    message: `${polo.sku}: only 3 are free.`,
    current: { product_id: polo.id, qty: 4, qty_free: 3 },
  });
  expect((await office.put(`/api/admin/orders/${waiting.uuid}`, { unallocate: true })).status).toBe(200);
  expect((await reverse()).body).toMatchObject({
    reference: receipt.reference,
    reversed_by: { id: office.id },
    reverse_reason: 'Another pallet',
    can: { reverse: false },
  });
  expect(await ledger(receipt.id)).toEqual([
    { qty: 4, reference: bought.our_reference, reason: null },
    { qty: -4, reference: bought.our_reference, reason: 'Another pallet' },
  ]);
  // Both movements name the receipt in the SKU's ledger and in the product's activity. A search of the activity finds the receipt's number.
  const rows = (await office.get(`/api/admin/stock/skus/${polo.id}/ledger`)).body.items;
  expect(rows.map(({ what, receipt: of }: { what: string; receipt: string }) => [what, of])).toEqual([
    [`Reversed ${receipt.reference}: Another pallet`, receipt.reference],
    [expect.stringMatching(new RegExp(`^Received 4 items from .* on ${receipt.reference}$`)), receipt.reference],
  ]);
  const activity = `/api/admin/products/${polo.id}/activity`;
  const movements = (await office.get(`${activity}?query=${receipt.reference.toLowerCase()}`)).body.items;
  expect(movements.map(({ qty, receipt: of }: { qty: number; receipt: string }) => [qty, of])).toEqual([
    [-4, receipt.reference],
    [4, receipt.reference],
  ]);
  expect((await office.get(`${activity}?query=GRN-0999999`)).body.items).toEqual([]);
  expect(await level(polo)).toEqual([0, 0]);
  expect((await reverse(undefined, await as('super'))).body.code).toBe('receipt_reversed');
  expect((await office.get(bought.one)).body).toMatchObject({ stage: 'approved', qty_received: 0, qty_pending: 6 });
  await isSound();
});

test('a tablet sends the total of each line; one delivery can be for several orders, and a repeat changes nothing', async () => {
  const { stocked, ordered, onFloor, ledger, level, office, createOrder, held, isSound, database } = await setUp();
  const polo = await stocked(0);
  const cap = await stocked(0);
  const waiting = await createOrder([{ product_id: polo.id, qty: 2 }]);
  const one = await ordered([{ product_id: polo.id, qty: 5 }]);
  const two = await ordered([
    { product_id: polo.id, qty: 5 },
    { product_id: cap.id, qty: 5 },
  ]);
  const uuid = randomUUID();
  const lines = [
    { line: one.lines[0] ?? 0, product_id: polo.id, qty: 1 },
    { line: two.lines[0] ?? 0, product_id: polo.id, qty: 2 },
    { line: two.lines[1] ?? 0, product_id: cap.id, qty: 1 },
  ];
  const first = await onFloor(uuid, lines, 'DN 9');
  expect(first.received.map(({ product_id, qty, order_number }) => [product_id, qty, order_number !== null])).toEqual([
    [polo.id, 2, true],
    [polo.id, 1, false],
    [cap.id, 1, false],
  ]);
  expect(await onFloor(uuid, lines, 'DN 9')).toEqual(first);
  expect(await ledger(first.id)).toHaveLength(3);
  // The tablet scans one more item, then corrects the quantity to less than is allocated.
  await onFloor(uuid, [{ line: one.lines[0] ?? 0, product_id: polo.id, qty: 2 }]);
  expect([await level(polo), await held(waiting)]).toEqual([[4, 2], [2]]);
  const corrected = await onFloor(uuid, [
    { line: one.lines[0] ?? 0, product_id: polo.id, qty: 0 },
    { line: two.lines[0] ?? 0, product_id: polo.id, qty: 1 },
  ]);
  expect(corrected.received).toEqual([{ product_id: polo.id, qty: 1, order_number: expect.any(String), order_uuid: waiting.uuid, bin: polo.bin }]);
  expect([await level(polo), await held(waiting)]).toEqual([[1, 1], [1]]);
  expect((await office.get(one.one)).body).toMatchObject({ stage: 'approved', qty_received: 0 });
  const allocations = await database.reader.select().from(receiptAllocations).where(eq(receiptAllocations.receipt_id, first.id));
  expect(allocations).toMatchObject([{ order_line_id: waiting.lines[0], qty: 1 }]);
  await isSound();
});

test('a correction is refused if the items are picked already', async () => {
  const { stocked, ordered, onFloor, createOrder, office, picker, level, isSound } = await setUp();
  const polo = await stocked(0);
  const waiting = await createOrder([{ product_id: polo.id, qty: 2 }]);
  const bought = await ordered([{ product_id: polo.id, qty: 5 }]);
  const uuid = randomUUID();
  await onFloor(uuid, [{ line: bought.lines[0] ?? 0, product_id: polo.id, qty: 2 }]);
  expect((await office.post(`${waiting.path}/allocate`)).status).toBe(200);
  const pick = (await picker.put(`/api/admin/picking/orders/${waiting.uuid}`, { action: 'start' })).body;
  expect((await picker.put(`/api/admin/picking/lines/${pick.lines[0].id}`, { qty_picked: 2 })).status).toBe(200);
  await expect(onFloor(uuid, [{ line: bought.lines[0] ?? 0, product_id: polo.id, qty: 1 }])).rejects.toMatchObject({
    body: { code: 'insufficient_stock' },
  });
  expect(await level(polo)).toEqual([2, 2]);
  await isSound();
});

test('a surplus received on a tablet is accepted and listed, even for a cancelled or closed order', async () => {
  const { stocked, ordered, onFloor, office, receive, listed, level, isSound } = await setUp();
  const polo = await stocked(0);
  const bought = await ordered([{ product_id: polo.id, qty: 3 }]);
  const line = bought.lines[0] ?? 0;
  const [early, late] = [randomUUID(), randomUUID()];
  await onFloor(early, [{ line, product_id: polo.id, qty: 2 }]);
  await onFloor(late, [{ line, product_id: polo.id, qty: 2 }]);
  expect([await listed(early), await listed(late)]).toEqual([[], [{ kind: 'over_receipt', qty: 1 }]]);
  await onFloor(early, [{ line, product_id: polo.id, qty: 1 }]);
  expect(await listed(late)).toEqual([{ kind: 'over_receipt', qty: 0 }]);

  const cancelled = await ordered([{ product_id: polo.id, qty: 3 }]);
  expect((await office.put(cancelled.one, { cancelled: true })).status).toBe(200);
  const closed = await ordered([{ product_id: polo.id, qty: 1 }]);
  await receive(closed, [1]);
  expect((await office.put(closed.one, { closed: true })).status).toBe(200);
  const part = await ordered([{ product_id: polo.id, qty: 3 }]);
  expect((await office.put(`${part.one}/lines/${part.lines[0]}`, { qty_cancelled: 2 })).status).toBe(200);
  const uuid = randomUUID();
  await onFloor(uuid, [
    { line: cancelled.lines[0] ?? 0, product_id: polo.id, qty: 3 },
    { line: closed.lines[0] ?? 0, product_id: polo.id, qty: 1 },
    { line: part.lines[0] ?? 0, product_id: polo.id, qty: 3 },
    { line: null, product_id: polo.id, qty: 2 },
  ]);
  expect(await listed(uuid)).toEqual([
    { kind: 'order_cancelled', qty: 3 },
    { kind: 'order_closed', qty: 1 },
    { kind: 'line_cancelled', qty: 2 },
    { kind: 'no_order', qty: 2 },
  ]);
  expect(await level(polo)).toEqual([13, 0]);
  await isSound();
});

test('a reversed receipt accepts no more lines, and an unknown line or a line of another SKU is refused', async () => {
  const { stocked, ordered, onFloor, office } = await setUp();
  const polo = await stocked(0);
  const cap = await stocked(0);
  const bought = await ordered([{ product_id: polo.id, qty: 3 }]);
  const line = bought.lines[0] ?? 0;
  const uuid = randomUUID();
  const { id } = await onFloor(uuid, [{ line, product_id: polo.id, qty: 1 }]);
  expect((await office.post(`${bought.one}/receipts/${id}/reverse`, { reason: 'Wrong pallet' })).status).toBe(200);
  await expect(onFloor(uuid, [{ line, product_id: polo.id, qty: 2 }])).rejects.toMatchObject({ body: { code: 'receipt_reversed' } });
  await expect(onFloor(randomUUID(), [{ line, product_id: cap.id, qty: 1 }])).rejects.toMatchObject({ status: 422 });
  await expect(onFloor(randomUUID(), [{ line: 999_999, product_id: cap.id, qty: 1 }])).rejects.toMatchObject({ status: 404 });
});

test('a setting gives received items to the order required first, to the allocation run ("whole_only") or to no order ("off")', async () => {
  const { services, office, stocked, createOrder, ordered, receive, held, isSound } = await setUp();
  const polo = await stocked(0);
  const old = await createOrder([{ product_id: polo.id, qty: 2 }]);
  const urgent = await createOrder([{ product_id: polo.id, qty: 2 }]);
  expect((await office.put(`${urgent.path}/update`, { required_on: '2026-12-01' })).status).toBe(200);
  const bought = await ordered([{ product_id: polo.id, qty: 20 }]);
  const { settings } = services;
  const by = (rule: 'off' | 'required' | 'whole_only') => {
    services.settings = { ...settings, ALLOCATE_INCOMING: rule };
  };
  try {
    by('off');
    await receive(bought, [1]);
    expect([await held(old), await held(urgent)]).toEqual([[0], [0]]);
    by('required');
    await receive(bought, [1]);
    expect([await held(old), await held(urgent)]).toEqual([[0], [1]]);
    by('whole_only');
    await receive(bought, [1]);
    await runDueJobs(services, [runAllocation], new AbortController().signal);
    expect([await held(old), await held(urgent)]).toEqual([[2], [1]]);
  } finally {
    services.settings = settings;
  }
  await isSound();
});

test('if several people in the office receive one delivery at once, one succeeds; everybody else sees the change and decides', async () => {
  const { as, stocked, ordered, receive, level, isSound, office } = await setUp();
  const polo = await stocked(0);
  const bought = await ordered([{ product_id: polo.id, qty: 10 }]);
  const { version } = (await office.get(bought.one)).body;
  const people = await Promise.all(Array.from({ length: 8 }, () => as('super')));
  const answers = await Promise.all(people.map((one) => receive(bought, [6], { version }, one)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(7);
  for (const { body } of refused)
    expect(body).toMatchObject({ code: 'stale_version', current: { version: version + 1, lines: [{ qty_received: 6 }] } });
  expect(await level(polo)).toEqual([6, 0]);
  expect((await office.get(`${bought.one}/receipts`)).body.total).toBe(1);
  // The next delivery is received with the current version of the order.
  const [later] = people;
  expect((await receive(bought, [4], { version: version + 1 }, later)).status).toBe(200);
  expect(await level(polo)).toEqual([10, 0]);
  await isSound();
});
