import { beforeEach, describe, expect, test } from 'vitest';
import { skusInBin } from '../../../pwa/offline/skus-here.ts';
import { deliveryWords, matchesSearch, ordersHere, ordersOfCode } from '../../../pwa/receiving/goods.ts';
import { addOrder, localReceipts } from '../../../pwa/receiving/local-receipts.ts';
import { openReceipts } from '../../../pwa/receiving/open-receipts.ts';
import {
  lineFor,
  movedItems,
  placeForTote,
  placeNow,
  placesOf,
  putAwayOf,
  qtyForBin,
  receiptScreen,
  remaining,
} from '../../../pwa/receiving/receipt-screen.ts';
import { type Floor, noRows } from '../../../shared/sync/floor.ts';
import type { PurchaseOrderLineRow, PurchaseOrderRow, ReceiptRow } from '../../../shared/sync/rows.ts';

const uuid = '5d2c0a6e-9d0e-4d4b-8a58-3a8c5b8f4d11';

const order = (id: number, due_on: string | null = null): PurchaseOrderRow => ({
  ...{ id, our_reference: `PO-0006${id}`, account_name: 'Northgate', work_order: false, due_on },
});

const orderLine = (id: number, purchase_order_id: number, product_id: number, more: Partial<PurchaseOrderLineRow> = {}): PurchaseOrderLineRow => ({
  ...{ id, purchase_order_id, product_id, sku: `SKU-${product_id}`, name: 'Jacket', variation_colour: 'Navy', colour_hex: '#1f2a44' },
  ...{ size: 'L', bin: 'C-13-4', barcode: null, qty_ordered: 5, qty_received: 0, is_open: true, due_on: null },
  ...more,
});

const receiptOf = (more: Partial<ReceiptRow> = {}): ReceiptRow => ({
  ...{ id: null, uuid, device: null, delivery_note_number: null, created_by: 'Jo', created_at: '2026-11-25T09:00:00.000Z', is_reversed: false },
  ...{ lines: [], set_asides: [], allocations: [], put_away: [] },
  ...more,
});

const allocation = (product_id: number, order_line_id: number, qty: number, tote: string | null = null) => ({
  ...{ product_id, order_line_id, order_number: `0010${order_line_id}`, wearer: 'Sam Patel', tote, qty },
});

interface World {
  orders: PurchaseOrderRow[];
  lines: PurchaseOrderLineRow[];
  receipts?: ReceiptRow[];
  waiting?: { product_id: number; order_line_id: number; qty: number }[];
}

function floorOf({ orders, lines, receipts = [], waiting = [] }: World): Floor {
  const demand = new Map(
    [...new Set(waiting.map(({ product_id }) => product_id))].map((product_id) => [
      product_id,
      {
        product_id,
        lines: waiting
          .filter((one) => one.product_id === product_id)
          .map(({ order_line_id, qty }) => ({ order_line_id, order_number: `0010${order_line_id}`, wearer: 'Sam Patel', qty, tote: null })),
      },
    ]),
  );
  const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));
  const receipt = new Map(receipts.map((row) => [row.uuid, row]));
  return { rows: { ...noRows(), purchase_order: byId(orders), purchase_order_line: byId(lines), receipt, demand }, waiting: new Map() } as Floor;
}

beforeEach(() => localReceipts.set([]));

describe('purchase orders on a tablet', () => {
  test('are found by the supplier’s name, and by the supplier’s or our order number, typed or scanned', () => {
    const named = { ...order(1), supplier_name: 'Pennine Workwear', supplier_reference: 'BHV/75217' };
    const [found] = ordersHere(floorOf({ orders: [named, order(2)], lines: [] }).rows);
    for (const search of ['pennine', 'bhv/7', 'PO-00061', 'northgate']) expect(found && matchesSearch(found, search)).toBe(true);
    expect(found && matchesSearch(found, 'harbour')).toBe(false);
    const here = ordersHere(floorOf({ orders: [named, order(2)], lines: [] }).rows);
    for (const code of ['BHV/75217', 'bhv/75217', 'PO-00061']) expect(ordersOfCode(here, code).map(({ id }) => id)).toEqual([1]);
    expect(found && deliveryWords(found)).toBe('Pennine Workwear · BHV/75217 · for Northgate');
  });

  test('are listed by date: late, due today, due later, and last those without a date', () => {
    const { rows } = floorOf({ orders: [order(1), order(2, '2026-12-04'), order(3, '2026-11-25'), order(4, '2026-11-20')], lines: [] });
    expect(ordersHere(rows, '2026-11-25').map(({ id, due }) => [id, due])).toEqual([
      [4, 'late'],
      [3, 'today'],
      [2, 'later'],
      [1, null],
    ]);
  });

  test('without a date of their own are due when their first line that is still to come is due', () => {
    const lines = [
      orderLine(11, 1, 7, { due_on: '2026-11-20', qty_received: 5 }),
      orderLine(12, 1, 8, { due_on: '2026-11-30' }),
      orderLine(13, 1, 9, { due_on: '2026-12-02' }),
    ];
    const { rows } = floorOf({ orders: [order(1), order(2, '2026-12-01')], lines });
    expect(ordersHere(rows, '2026-11-30').map(({ id, next_due_on, due }) => [id, next_due_on, due])).toEqual([
      [1, '2026-11-30', 'today'],
      [2, '2026-12-01', 'later'],
    ]);
  });

  test('are found by a scan of the order number or of an item that they still wait for; the order that is due first is at the top', () => {
    const lines = [
      orderLine(11, 1, 7, { barcode: '05012345678900' }),
      orderLine(12, 2, 7, { barcode: '05012345678900' }),
      orderLine(13, 3, 7, { barcode: '05012345678900', qty_received: 5 }),
    ];
    const { rows } = floorOf({ orders: [order(1, '2026-12-01'), order(2, '2026-11-01'), order(3, '2026-10-01')], lines });
    const here = ordersHere(rows);
    expect(ordersOfCode(here, 'po-00061').map(({ id }) => id)).toEqual([1]);
    expect(ordersOfCode(here, 'sku-7').map(({ id }) => id)).toEqual([2, 1]);
    expect(ordersOfCode(here, '5012345678900').map(({ id }) => id)).toEqual([2, 1]);
    expect(ordersOfCode(here, 'SKU-8')).toEqual([]);
    // If no order waits for the item any more, a surplus may belong to an order that has already received the item.
    const complete = ordersHere(floorOf({ orders: [order(3)], lines: [orderLine(13, 3, 7, { qty_received: 5 })] }).rows);
    expect(ordersOfCode(complete, 'SKU-7').map(({ id }) => id)).toEqual([3]);
  });
});

describe('received items', () => {
  test('go to the waiting orders in their sequence, and the rest to the bin', () => {
    const waiting = [
      { order_line_id: 1, order_number: '00101', wearer: 'Sam Patel', qty: 2, tote: 'T-7' },
      { order_line_id: 2, order_number: '00147', wearer: 'Mark Hardcastle', qty: 2, tote: null },
    ];
    const before = placesOf(0, 5, [], waiting);
    expect(before.map(({ key, qty, of }) => [key, qty, of])).toEqual([
      ['1', 0, 2],
      ['2', 0, 2],
      ['bin', 0, 1],
    ]);
    expect(placeNow(before)).toMatchObject({ key: '1' });
    const after = placesOf(3, 5, [allocation(7, 1, 2, 'T-7'), allocation(7, 2, 1)], [{ ...waiting[1], qty: 1 } as (typeof waiting)[1]]);
    expect(after.map(({ key, qty, of }) => [key, qty, of])).toEqual([
      ['1', 2, 2],
      ['2', 1, 2],
      ['bin', 0, 1],
    ]);
    expect(placeNow(after)).toMatchObject({ key: '2', order_number: '00102' });
    expect(placeNow(placesOf(5, 5, [allocation(7, 1, 2)], []))).toMatchObject({ key: 'bin', qty: 3 });
  });
});

describe('a delivery', () => {
  test('has the lines of its purchase orders, and expects the items that earlier deliveries have not brought', () => {
    addOrder(uuid, 1);
    const floor = floorOf({
      orders: [order(1), order(2)],
      lines: [orderLine(11, 1, 7, { qty_received: 3 }), orderLine(12, 1, 8, { due_on: '2999-01-01' }), orderLine(13, 2, 7)],
      receipts: [receiptOf({ lines: [{ purchase_order_line_id: 11, product_id: 7, qty: 2 }] })],
      waiting: [{ product_id: 7, order_line_id: 1, qty: 4 }],
    });
    const screen = receiptScreen(floor, uuid);
    expect(screen.lines.map(({ po_line_id, qty, expected }) => [po_line_id, qty, expected])).toEqual([
      [11, 2, 4],
      [12, 0, 5],
    ]);
    expect(screen).toMatchObject({ qty: 2, expected: 9 });
    expect(screen.groups).toMatchObject({ remaining: [{ po_line_id: 11 }], later: [{ po_line_id: 12 }], counted: [] });
    expect(receiptScreen(floor, uuid)).toBe(screen);
    // Adds a second purchase order to the same delivery.
    addOrder(uuid, 2);
    const both = receiptScreen(floor, uuid);
    expect(lineFor(both.lines.filter(({ product_id }) => product_id === 7))?.po_line_id).toBe(11);
    expect(both.orders.map(({ id }) => id)).toEqual([1, 2]);
  });

  test('counts an item on a line that still expects items, and a surplus item on a line that already has items', () => {
    addOrder(uuid, 1);
    addOrder(uuid, 2);
    const lines = [orderLine(11, 1, 7, { qty_ordered: 1, qty_received: 1 }), orderLine(13, 2, 7, { qty_ordered: 1 })];
    const first = floorOf({
      orders: [order(1), order(2)],
      lines,
      receipts: [receiptOf({ lines: [{ purchase_order_line_id: 11, product_id: 7, qty: 1 }] })],
    });
    expect(lineFor(receiptScreen(first, uuid).lines)?.po_line_id).toBe(13);
    const full = floorOf({
      orders: [order(1)],
      lines: [orderLine(11, 1, 7, { qty_ordered: 1, qty_received: 2 })],
      receipts: [receiptOf({ lines: [{ purchase_order_line_id: 11, product_id: 7, qty: 2 }] })],
    });
    const screen = receiptScreen(full, uuid);
    expect(lineFor(screen.lines)).toMatchObject({ po_line_id: 11, qty: 2, expected: 1 });
    expect(screen.groups.counted).toHaveLength(1);
    // An order that the office has closed expects nothing, but items that arrive are still counted.
    const closed = floorOf({ orders: [order(1)], lines: [orderLine(11, 1, 7, { is_open: false })] });
    expect(receiptScreen(closed, uuid).lines).toMatchObject([{ expected: 0, is_open: false }]);
  });

  test('is found again by the tablet that began it today, even if the tablet has only the server’s record, unless it was reversed', () => {
    const at = '2026-11-25T09:00:00.000Z';
    addOrder(uuid, 1);
    const local = localReceipts.get().map((one) => ({ ...one, begun_at: at }));
    const row = receiptOf({ device: 'mine' });
    const here = new Map([[uuid, row]]);
    expect(openReceipts(local, here, 'mine', '2026-11-25')).toMatchObject([{ uuid, orders: [1] }]);
    expect(openReceipts([], here, 'mine', '2026-11-25')).toMatchObject([{ uuid, orders: [] }]);
    expect(openReceipts([], here, 'other', '2026-11-25')).toEqual([]);
    expect(openReceipts(local, here, 'mine', '2026-11-26')).toEqual([]);
    expect(openReceipts(local, new Map([[uuid, { ...row, is_reversed: true }]]), 'mine', '2026-11-25')).toEqual([]);
    // The server has no record of the delivery, because nothing is counted yet.
    expect(openReceipts(local, new Map(), 'mine', '2026-11-25')).toEqual([]);
  });
});

describe('an item that the office has assigned to another bin or tote than the tablet showed', () => {
  const placements = [
    { product_id: 7, order_line_id: 1, order_number: '00101', tote: 'T-7', qty: 2 },
    { product_id: 7, order_line_id: 2, order_number: '00102', tote: null, qty: 1 },
  ];
  const brought = { lines: [{ purchase_order_line_id: 11, product_id: 7, qty: 3 }] };
  const inTote = { product_id: 7, bin: null, tote: 'T-7', order_line_id: 1, qty: 2 };

  test('is listed with its destination: the bin if its former order no longer gets it, or the order that gets it now', () => {
    expect(movedItems(placements, receiptOf({ ...brought, allocations: [allocation(7, 1, 2, 'T-7'), allocation(7, 2, 1)] }))).toEqual([]);
    expect(movedItems(placements, receiptOf({ ...brought, allocations: [allocation(7, 2, 2)] }))).toMatchObject([
      { order_line_id: 1, qty: 2, to: 'bin', is_in_tote: false },
      { order_line_id: 2, qty: 1, to: 'order' },
    ]);
  });

  test('is listed for removal from its tote until somebody has removed it; an item already in a bin is not listed', () => {
    const lost = receiptOf({ ...brought, allocations: [allocation(7, 1, 0, 'T-7')], put_away: [inTote] });
    expect(movedItems(placements.slice(0, 1), lost)).toMatchObject([{ order_number: '00101', tote: 'T-7', qty: 2, to: 'bin', is_in_tote: true }]);
    expect(movedItems([], lost)).toMatchObject([{ qty: 2, is_in_tote: true }]);
    const inBin = { product_id: 7, bin: 'C-13-4', tote: null, order_line_id: null, qty: 3 };
    expect(movedItems([], receiptOf({ ...brought, allocations: [allocation(7, 2, 2)], put_away: [inBin] }))).toEqual([]);
  });
});

describe('every received item is in a bin or tote, or has a step that puts it there', () => {
  const brought = (allocations: ReceiptRow['allocations'], put_away: ReceiptRow['put_away'] = []) =>
    putAwayOf(
      receiptScreen(
        floorOf({
          orders: [order(1)],
          lines: [orderLine(11, 1, 7)],
          receipts: [receiptOf({ lines: [{ purchase_order_line_id: 11, product_id: 7, qty: 5 }], allocations, put_away })],
        }),
        uuid,
      ),
    );
  const steps = ({ toBins, toTotes }: ReturnType<typeof brought>) => [
    ...toBins.map((one) => ['bin', remaining(one)]),
    ...toTotes.map((one) => [one.tote ?? 'a tote', one.qty - one.qty_placed]),
  ];
  beforeEach(() => addOrder(uuid, 1));

  test('items for an order without a tote need a tote; items that are no longer allocated to an order go to the bin', () => {
    expect(steps(brought([allocation(7, 1, 3), allocation(7, 2, 2, 'T-7')]))).toEqual([
      ['a tote', 3],
      ['T-7', 2],
    ]);
    expect(steps(brought([allocation(7, 2, 2, 'T-7')]))).toEqual([
      ['bin', 3],
      ['T-7', 2],
    ]);
  });

  test('items in a bin need no tote, and items that somebody moved to a second tote stay in the second tote', () => {
    const inBin = { product_id: 7, bin: 'C-13-4', tote: null, order_line_id: null, qty: 4 };
    expect(steps(brought([allocation(7, 1, 5)], [inBin]))).toEqual([
      ['bin', 0],
      ['a tote', 1],
    ]);
    const moved = [
      { product_id: 7, bin: null, tote: 'T-1', order_line_id: 1, qty: 0 },
      { product_id: 7, bin: null, tote: 'T-2', order_line_id: 1, qty: 5 },
    ];
    expect(steps(brought([allocation(7, 1, 5, 'T-2')], moved))).toEqual([['T-2', 0]]);
  });

  test('a bin takes items that are not put away yet, either those for no order or those for the order on the screen', () => {
    const put_away = [{ product_id: 7, bin: null, tote: 'T-7', order_line_id: 1, qty: 1 }];
    const [row, floor] = [
      receiptOf({
        lines: [{ purchase_order_line_id: 11, product_id: 7, qty: 5 }],
        allocations: [allocation(7, 1, 2, 'T-7'), allocation(7, 2, 1)],
        put_away,
      }),
      (one: ReceiptRow) => floorOf({ orders: [order(1)], lines: [orderLine(11, 1, 7)], receipts: [one] }),
    ];
    const [line] = receiptScreen(floor(row), uuid).lines;
    if (!line) throw new Error('no line');
    expect([qtyForBin(row, line, null), qtyForBin(row, line, '1'), qtyForBin(row, line, '2')]).toEqual([2, 1, 1]);
    const all = { ...row, put_away: [...put_away, { product_id: 7, bin: 'C-13-4', tote: null, order_line_id: null, qty: 2 }] };
    expect([qtyForBin(all, line, null), qtyForBin(all, line, '2')]).toEqual([0, 1]);
  });

  test('a scanned tote goes to the order on the screen, otherwise to the order that has this tote, otherwise to an order without a tote', () => {
    const [two, one] = [allocation(7, 1, 2, 'T-7'), allocation(7, 2, 1)];
    const places = placesOf(5, 5, [two, one], []);
    expect(placeNow(places)).toMatchObject({ key: 'bin' });
    expect(placeForTote(places, null, 't-7')).toMatchObject({ key: '1' });
    expect(placeForTote(places, null, 'T-9')).toMatchObject({ key: '2' });
    expect(placeForTote(places, '1', 'T-9')).toMatchObject({ key: '1' });
    expect(placeForTote(placesOf(5, 5, [], []), null, 'T-9')).toBeUndefined();
  });
});

test('the list to put away also shows items that the office received without a purchase order, with the SKU from the receipt', () => {
  addOrder(uuid, 1);
  const { purchase_order_id: _order, qty_ordered: _ordered, ...sku } = orderLine(11, 1, 12, { bin: 'B-04-2' });
  const floor = floorOf({
    orders: [order(1)],
    lines: [orderLine(11, 1, 7, { qty_received: 1 })],
    receipts: [
      receiptOf({
        lines: [
          { purchase_order_line_id: 11, product_id: 7, qty: 1 },
          { purchase_order_line_id: null, product_id: 12, qty: 2 },
        ],
        skus: [sku],
      }),
    ],
  });
  const screen = receiptScreen(floor, uuid);
  expect(putAwayOf(screen).toBins.map(({ product_id, bin, qty }) => [product_id, bin, qty])).toEqual([
    [12, 'B-04-2', 2],
    [7, 'C-13-4', 1],
  ]);
  // The totals of the delivery count only items on a purchase order.
  expect([screen.qty, screen.expected]).toEqual([1, 5]);
});

test('items for no order are put away in walking order; items for an order go into the tote of that order', () => {
  addOrder(uuid, 1);
  const floor = floorOf({
    orders: [order(1)],
    lines: [orderLine(11, 1, 7, { bin: 'C-22-4' }), orderLine(12, 1, 8, { bin: 'A-10-1' }), orderLine(13, 1, 9, { bin: 'A-2-1' })],
    receipts: [
      receiptOf({
        lines: [
          { purchase_order_line_id: 11, product_id: 7, qty: 3 },
          { purchase_order_line_id: 12, product_id: 8, qty: 4 },
          { purchase_order_line_id: 13, product_id: 9, qty: 1 },
        ],
        allocations: [allocation(7, 1, 3, 'T-7')],
        put_away: [
          { product_id: 8, bin: 'D-01-2', tote: null, order_line_id: null, qty: 3 },
          { product_id: 7, bin: null, tote: 'T-7', order_line_id: 1, qty: 2 },
        ],
      }),
    ],
  });
  const { toBins, toTotes } = putAwayOf(receiptScreen(floor, uuid));
  expect(toBins.map(({ product_id, qty, qty_placed }) => [product_id, qty, qty_placed])).toEqual([
    [9, 1, 0],
    [8, 4, 3],
  ]);
  expect(toTotes).toMatchObject([{ order_number: '00101', tote: 'T-7', qty: 3, qty_placed: 2 }]);
  expect(skusInBin(floor.rows, 'd-01-2').map(({ id }) => id)).toEqual([8]);
  expect(skusInBin(floor.rows, 'A-2-1').map(({ id }) => id)).toEqual([9]);
});
