import { expect, test } from 'vitest';
import { messages } from '../../shared/messages.ts';
import { applyMutations, type WaitingMutation } from '../../shared/sync/apply-mutations.ts';
import { noRows, type SyncRows, touchKey } from '../../shared/sync/floor.ts';
import { type ArgsOf, checkMutation, type MutationName, mutationArgs } from '../../shared/sync/mutations.ts';
import type { DemandRow, PurchaseOrderLineRow, ReceiptRow, ToCountRow } from '../../shared/sync/rows.ts';

const at = '2026-11-25T09:00:00.000Z';
const actor = { id: 17, name: 'Dan' };
const receipt = '00000000-0000-4000-8000-00000000000a';

const line: PurchaseOrderLineRow = {
  ...{ id: 3, purchase_order_id: 1, product_id: 7, sku: 'CAP-1', name: 'Cap', variation_colour: null, colour_hex: null, size: null },
  ...{ bin: 'A-1', barcode: null, qty_ordered: 10, qty_received: 0, is_open: true, due_on: null },
};
const waits = (order_line_id: number, qty: number): DemandRow['lines'][number] => ({
  ...{ order_line_id, qty, order_number: `0000${order_line_id}`, wearer: 'Marek Nowak', tote: null },
});
const rows = (of: Partial<SyncRows> = {}): SyncRows => ({
  ...noRows(),
  purchase_order_line: new Map([[3, line]]),
  demand: new Map([[7, { product_id: 7, lines: [waits(1, 4), waits(2, 3)] }]]),
  ...of,
});

type Named = { [N in MutationName]: { n: N; a: ArgsOf<N> } }[MutationName];
const received = (qty: number, po_line_id: number | null = 3): Named => ({ n: 'receipt.set_line', a: { receipt, po_line_id, product_id: 7, qty } });
const after = (mutations: readonly Named[], on = rows()) =>
  applyMutations(
    { rows: on, waiting: new Map() },
    mutations.map((mutation, i) => ({ m: `m${i}`, ...mutation, actor, at }) as WaitingMutation),
  );
const allocated = (floor: { rows: SyncRows }) => floor.rows.receipt.get(receipt)?.allocations.map(({ order_line_id, qty }) => [order_line_id, qty]);
const waiting = (floor: { rows: SyncRows }) => floor.rows.demand.get(7)?.lines.map(({ order_line_id, qty }) => [order_line_id, qty]);

test('a receipt begins with its first line, and its items go to the order that has waited longest', () => {
  const floor = after([received(5)]);
  expect(floor.rows.receipt.get(receipt)).toMatchObject({
    ...{ id: null, uuid: receipt, created_by: 'Dan', created_at: at, is_reversed: false },
    lines: [{ purchase_order_line_id: 3, product_id: 7, qty: 5 }],
  });
  expect(floor.rows.purchase_order_line.get(3)?.qty_received).toBe(5);
  expect([allocated(floor), waiting(floor)]).toEqual([
    [
      [1, 4],
      [2, 1],
    ],
    [[2, 2]],
  ]);
  expect(
    ['receipt', 'purchase_order_line', 'product'].map((kind) =>
      floor.waiting.get(touchKey(kind as never, kind === 'receipt' ? receipt : kind === 'product' ? 7 : 3)),
    ),
  ).toEqual([['m0'], ['m0'], ['m0']]);
});

test('quantities are absolute: a repeat changes nothing, a surplus goes to the bin, and orders that lose items to a correction wait again', () => {
  expect(after([received(5), received(5)]).rows).toEqual(after([received(5)]).rows);
  const all = after([received(9)]);
  expect([allocated(all), waiting(all)]).toEqual([
    [
      [1, 4],
      [2, 3],
    ],
    undefined,
  ]);
  const fewer = after([received(9), received(5)]);
  expect([allocated(fewer), waiting(fewer), fewer.rows.purchase_order_line.get(3)?.qty_received]).toEqual([
    [
      [1, 4],
      [2, 1],
    ],
    [[2, 2]],
    5,
  ]);
  const none = after([received(2), received(0)]);
  expect([allocated(none), waiting(none), none.rows.receipt.get(receipt)?.lines]).toEqual([
    [],
    [
      [1, 4],
      [2, 3],
    ],
    [{ purchase_order_line_id: 3, product_id: 7, qty: 0 }],
  ]);
});

test('items without a purchase order and items that are set aside are shown as separate rows', () => {
  const aside = (qty: number): Named => ({
    n: 'receipt.set_aside',
    a: { receipt, code: 'X-9', product_id: null, qty, reason: 'Damaged', notes: 'Torn' },
  });
  const floor = after([
    received(3),
    received(2, null),
    aside(1),
    aside(4),
    { n: 'receipt.set_header', a: { receipt, delivery_note_number: 'DN-7' } },
  ]);
  expect(floor.rows.receipt.get(receipt)).toMatchObject({
    delivery_note_number: 'DN-7',
    lines: [
      { purchase_order_line_id: 3, product_id: 7, qty: 3 },
      { purchase_order_line_id: null, product_id: 7, qty: 2 },
    ],
    set_asides: [{ code: 'X-9', product_id: null, qty: 4, reason: 'Damaged', notes: 'Torn' }],
  });
  expect(allocated(floor)).toEqual([
    [1, 4],
    [2, 1],
  ]);
});

test('items put away are shown in their bin or tote; the receipt and the waiting order also show the tote', () => {
  const floor = after([
    received(5),
    { n: 'bin.put_away', a: { receipt, product_id: 7, qty: 4, tote: 'T-1', order_line_id: 1 } },
    { n: 'bin.put_away', a: { receipt, product_id: 7, qty: 1, bin: 'A-1' } },
    { n: 'bin.put_away', a: { receipt, product_id: 7, qty: 1, tote: 'T-2', order_line_id: 2 } },
    { n: 'bin.put_away', a: { receipt, product_id: 7, qty: 0, bin: 'A-1' } },
  ]);
  expect(floor.rows.receipt.get(receipt)?.put_away).toEqual([
    { product_id: 7, bin: null, tote: 'T-1', order_line_id: 1, qty: 4 },
    { product_id: 7, bin: 'A-1', tote: null, order_line_id: null, qty: 0 },
    { product_id: 7, bin: null, tote: 'T-2', order_line_id: 2, qty: 1 },
  ]);
  expect(floor.rows.receipt.get(receipt)?.allocations.map(({ tote }) => tote)).toEqual(['T-1', 'T-2']);
  expect(floor.rows.demand.get(7)?.lines.map(({ tote }) => tote)).toEqual(['T-2']);
});

test('a tablet shows the contents of overflow bins as soon as items are put away or moved', () => {
  const bins = (mutations: readonly Named[]) => after([received(9), ...mutations]).rows.purchase_order_line.get(3)?.bins;
  const put = (bin: string, qty: number): Named => ({ n: 'bin.put_away', a: { receipt, product_id: 7, qty, bin } });
  const move = (from: string | null, bin: string, qty: number): Named => ({ n: 'bin.put_away', a: { product_id: 7, qty, bin, from } });
  expect(bins([put('A-1', 5)])).toBeUndefined();
  expect(bins([put('C-3', 2), put('B-2', 2), put('C-3', 3)])).toEqual([
    { bin: 'B-2', qty: 2 },
    { bin: 'C-3', qty: 3 },
  ]);
  expect(bins([put('B-2', 2), put('B-2', 0)])).toBeUndefined();
  expect(bins([put('B-2', 5), move('B-2', 'C-3', 4), move(null, 'C-3', 1), move('C-3', 'A-1', 2)])).toEqual([
    { bin: 'B-2', qty: 1 },
    { bin: 'C-3', qty: 3 },
  ]);
});

test('a tablet shows the counted number of each bin; a SKU stays on the count list until all its bins are counted', () => {
  const shelf: ToCountRow = {
    ...{ product_id: 7, sku: 'CAP-1', name: 'Cap', variation_colour: null, colour_hex: null, size: null, barcode: null },
    ...{ bin: 'A-1', overflow_bins: ['B-2', 'C-3'], why: 'asked', since: at },
  };
  const here = (bins: PurchaseOrderLineRow['bins']) =>
    rows({ purchase_order_line: new Map([[3, { ...line, bins }]]), to_count: new Map([[7, shelf]]) });
  const storedBins = [
    { bin: 'B-2', qty: 4 },
    { bin: 'C-3', qty: 6 },
  ];
  const count = (...bins: { bin: string | null; qty: number }[]): Named => {
    const qty = bins.reduce((sum, one) => sum + one.qty, 0);
    return { n: 'stock.count', a: { product_id: 7, qty, counted_at: at, pick_bin: 'A-1', bins } };
  };
  const shown = (...mutations: Named[]) => {
    const { rows: now } = after(mutations, here(storedBins));
    return { bins: now.purchase_order_line.get(3)?.bins, to_count: now.to_count.get(7)?.overflow_bins };
  };
  expect(shown(count({ bin: 'c-3', qty: 2 }, { bin: 'Z-9', qty: 1 }))).toEqual({
    bins: [
      { bin: 'B-2', qty: 4 },
      { bin: 'C-3', qty: 2 },
      { bin: 'Z-9', qty: 1 },
    ],
    to_count: ['B-2', 'C-3', 'Z-9'],
  });
  expect(shown(count({ bin: 'A-1', qty: 5 }, { bin: 'B-2', qty: 0 }, { bin: 'C-3', qty: 7 }))).toEqual({
    bins: [{ bin: 'C-3', qty: 7 }],
    to_count: undefined,
  });
  // A count by an older app does not name single bins.
  expect(shown({ n: 'stock.count', a: { product_id: 7, qty: 5, counted_at: at } })).toEqual({ bins: storedBins, to_count: undefined });
});

test('a change of a reversed receipt, a line with another SKU, and a tote that belongs to another order are refused', () => {
  const reversed = after([received(1)]).rows.receipt.get(receipt) as ReceiptRow;
  const on = rows({ receipt: new Map([[receipt, { ...reversed, is_reversed: true }]]) });
  const judge = ({ n, a }: Named, here: SyncRows) => checkMutation(here, n, a as never, { id: 17, role: 'warehouse' });
  for (const mutation of [
    received(2),
    { n: 'receipt.set_header', a: { receipt, delivery_note_number: 'DN-1' } },
    { n: 'receipt.set_aside', a: { receipt, code: 'X', product_id: null, qty: 1, reason: 'Unknown', notes: null } },
    { n: 'bin.put_away', a: { receipt, product_id: 7, qty: 1, bin: 'A-1' } },
  ] as Named[])
    expect(judge(mutation, on)).toEqual({ ok: false, code: 'receipt_reversed', message: messages.receipt_reversed });
  expect(judge({ n: 'receipt.set_line', a: { receipt, po_line_id: 3, product_id: 8, qty: 1 } }, rows())).toMatchObject({ field: 'product_id' });

  const other = { ...waits(9, 1), tote: 'T-5' };
  const taken = rows({ demand: new Map([[7, { product_id: 7, lines: [waits(1, 4), other] }]]) });
  const inTote = (order_line_id: number): Named => ({ n: 'bin.put_away', a: { receipt, product_id: 7, qty: 1, tote: 'T-5', order_line_id } });
  expect([judge(inTote(1), taken), judge(inTote(9), taken)]).toMatchObject([{ ok: false, code: 'tote_taken' }, { ok: true }]);
});

test('items are put away in either a bin or a tote, and a code that begins with T- is a tote', () => {
  const schema = mutationArgs['bin.put_away'];
  const isValid = (place: object): boolean => schema.safeParse({ receipt, product_id: 7, qty: 1, ...place }).success;
  expect([{ bin: 'A-1' }, { tote: 'T-1', order_line_id: 1 }].map(isValid)).toEqual([true, true]);
  const wrong = [{}, { bin: 'A-1', tote: 'T-1', order_line_id: 1 }, { bin: 'T-1' }, { tote: 'A-1', order_line_id: 1 }, { tote: 'T-1' }];
  expect(wrong.map(isValid)).toEqual([false, false, false, false, false]);
});
