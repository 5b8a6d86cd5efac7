import { expect, test } from 'vitest';
import { allocateInTurn } from '../../shared/allocation/allocate-in-turn.ts';
import { checkAllocateLine, type LineAllocationFacts } from '../../shared/allocation/allocate-line.ts';
import { checkAllocateOrder } from '../../shared/allocation/allocate-order.ts';
import { type AllocationFacts, checkCallBack } from '../../shared/allocation/at-office.ts';
import { checkHoldOrder } from '../../shared/allocation/hold-order.ts';
import { checkReleaseOrder } from '../../shared/allocation/release-order.ts';
import { checkReopenOrder } from '../../shared/allocation/reopen-order.ts';
import { type AllocationRule, shareOut, type WaitingLine } from '../../shared/allocation/share-out.ts';
import { checkUnallocateOrder } from '../../shared/allocation/unallocate-order.ts';
import type { Verdict } from '../../shared/verdict.ts';

const refusal = (code: string, message: string, field?: string) => ({ ok: false, code, message, ...(field && { field }) });
const cancelledRefusal = refusal('order_cancelled', 'This order was cancelled.');
const draftRefusal = refusal('order_not_submitted', 'This order is not submitted yet.');
const holdRefusal = refusal('order_frozen', 'This order is on hold.');
const floorRefusal = refusal('pick_open', 'This order is with the warehouse. Send it back first.');
const shippedRefusal = refusal('order_shipped', 'This order has shipped already.');
const pickedRefusal = refusal('order_picked', 'This order is picked already.');

type Facts = AllocationFacts & { qty_picked: number };
type Rule = (order: Facts) => Verdict;
const order: Facts = {
  submitted_at: '2026-11-20T09:00:00.000Z',
  cancelled_at: null,
  is_frozen: false,
  pick_state: null,
  qty_remaining: 5,
  qty_allocated: 5,
  qty_picked: 0,
};

test.each<[string, Rule, Partial<Facts>, object]>([
  ['a cancelled order is not put on hold', checkHoldOrder, { cancelled_at: 'then' }, cancelledRefusal],
  ['a draft is not put on hold', checkHoldOrder, { submitted_at: null }, draftRefusal],
  ['a shipped order is not put on hold', checkHoldOrder, { qty_remaining: 0 }, shippedRefusal],
  ['an order on the floor is put on hold', checkHoldOrder, { pick_state: 'picking' }, { ok: true }],
  ['an order on hold can be put on hold for another reason', checkHoldOrder, { is_frozen: true }, { ok: true }],
  ['a cancelled order is not allocated', checkAllocateOrder, { cancelled_at: 'then', is_frozen: true }, cancelledRefusal],
  ['a draft is not allocated', checkAllocateOrder, { submitted_at: null }, draftRefusal],
  ['an order on hold is not allocated', checkAllocateOrder, { is_frozen: true, pick_state: 'picking' }, holdRefusal],
  ['an order on the floor is not allocated', checkAllocateOrder, { pick_state: 'released', qty_remaining: 0 }, floorRefusal],
  ['a shipped order is not allocated', checkAllocateOrder, { qty_remaining: 0 }, shippedRefusal],
  ['an order on hold is not released', checkReleaseOrder, { is_frozen: true, qty_allocated: 0 }, holdRefusal],
  [
    'an order with nothing allocated is not released',
    checkReleaseOrder,
    { qty_allocated: 0 },
    refusal('nothing_allocated', 'Nothing of this order is allocated yet.', 'lines'),
  ],
  ['an order on hold is not called back', checkCallBack, { is_frozen: true, pick_state: 'picking' }, holdRefusal],
  ['a picked order is not called back', checkCallBack, { pick_state: 'picked' }, pickedRefusal],
  ['a prepped order is not called back', checkCallBack, { pick_state: 'booked' }, pickedRefusal],
  ['an order that waits for its courier is not called back', checkCallBack, { pick_state: 'awaiting_courier' }, pickedRefusal],
  ['an order that is not with the warehouse is not called back', checkCallBack, {}, refusal('pick_closed', 'This order is not with the warehouse.')],
  ['an order on hold is not unallocated', checkUnallocateOrder, { is_frozen: true, pick_state: 'picked' }, holdRefusal],
  ['a picked order is not unallocated', checkUnallocateOrder, { pick_state: 'picked' }, pickedRefusal],
  [
    'an order with a picked item is not unallocated',
    checkUnallocateOrder,
    { pick_state: 'picking', qty_picked: 1 },
    refusal('order_picked', 'Some of this order has been picked. Send it back first.'),
  ],
  [
    'an order with nothing allocated is not unallocated',
    checkUnallocateOrder,
    { qty_allocated: 0 },
    refusal('not_allocated', 'Nothing of this order is allocated yet.'),
  ],
  ['an order on hold is not reopened', checkReopenOrder, { is_frozen: true, pick_state: 'picked' }, holdRefusal],
  [
    'a dispatched order is not reopened',
    checkReopenOrder,
    { pick_state: 'awaiting_courier' },
    refusal('already_dispatched', 'This order is dispatched already.'),
  ],
  ['an order that is not picked is not reopened', checkReopenOrder, { pick_state: 'paused' }, refusal('not_picked', 'This order is not picked yet.')],
])('%s', (_rule, check, more, verdict) => {
  expect(check({ ...order, ...more })).toEqual(verdict);
});

const line: LineAllocationFacts = { qty_requested: 5, qty_cancelled: 1, qty_allocated: 0, qty_shipped: 2, is_size_selected: true };

test('a line is allocated no more than it still has to ship', () => {
  expect(checkAllocateLine(line, 2)).toEqual({ ok: true });
  expect(checkAllocateLine(line, 3)).toEqual(refusal('too_much', 'Only 2 are left to allocate on this line.', 'qty_allocated'));
  expect(checkAllocateLine({ ...line, qty_shipped: 3 }, 3)).toEqual(refusal('too_much', 'Only 1 is left to allocate on this line.', 'qty_allocated'));
  expect(checkAllocateLine({ ...line, is_size_selected: false }, 1)).toEqual(
    refusal('line_unsized', 'Choose a size before you allocate this line.', 'qty_allocated'),
  );
});

test('lines are allocated free stock in the order of their ids, and a line without a size gets none', () => {
  const askingLine = (id: number, qty_requested: number, is_size_selected = true) => ({
    ...{ id, product_id: 7, qty_requested, qty_cancelled: 0, qty_allocated: 0, qty_shipped: 0 },
    is_size_selected,
  });
  const lines = [askingLine(10, 2), askingLine(2, 3), askingLine(1, 9, false), askingLine(11, 2)];
  expect([...allocateInTurn(lines, new Map([[7, 4]]))]).toEqual([
    [2, 3],
    [10, 1],
  ]);
  expect([...allocateInTurn(lines, new Map())]).toEqual([]);
});

const waitingLine = (id: number, product_id: number, qty_requested: number, more: Partial<WaitingLine> = {}): WaitingLine => ({
  ...{ id, product_id, qty_requested, qty_cancelled: 0, qty_allocated: 0, qty_shipped: 0, is_size_selected: true },
  ...more,
});
const stockOf = (...levels: [product_id: number, qty_free: number, qty_in_question?: number][]) =>
  new Map(levels.map(([product_id, qty_free, qty_in_question = 0]) => [product_id, { qty_free, qty_in_question }]));
const summary = (rule: AllocationRule, orders: WaitingLine[][], free: ReturnType<typeof stockOf>, pass: 1 | 2 = 1) =>
  shareOut(
    orders.map((lines, index) => ({ id: index + 1, lines })),
    free,
    rule,
    pass,
  ).map(({ outcome, lines }) => [outcome, ...lines.map(({ id, qty_missing, qty_added, reason }) => [id, qty_missing, qty_added, reason])]);

test('an order is full, part filled or empty, depending on what its lines are allocated', () => {
  const orders = [[waitingLine(1, 7, 2)], [waitingLine(2, 7, 3)], [waitingLine(3, 7, 1)], [waitingLine(4, 7, 4, { qty_allocated: 4 })]];
  expect(summary('oldest', orders, stockOf([7, 4]))).toEqual([
    ['full', [1, 2, 2, null]],
    ['part', [2, 3, 2, 'not_enough']],
    ['none', [3, 1, 0, 'no_stock']],
    ['full'],
  ]);
});

test('the lines of an order that need one SKU are served in the order of their ids', () => {
  expect(summary('oldest', [[waitingLine(10, 7, 2), waitingLine(9, 7, 2)]], stockOf([7, 3]))).toEqual([
    ['part', [9, 2, 2, null], [10, 2, 1, 'not_enough']],
  ]);
});

test('an order with two lines of one SKU is filled only if there is enough for both lines', () => {
  const order = [waitingLine(1, 7, 2), waitingLine(2, 7, 2)];
  expect(summary('whole_only', [order], stockOf([7, 3]))).toEqual([['none', [1, 2, 0, 'not_whole'], [2, 2, 0, 'not_enough']]]);
  expect(summary('whole_only', [order], stockOf([7, 4]))).toEqual([['full', [1, 2, 2, null], [2, 2, 2, null]]]);
});

test('an order that cannot be filled is tried again after the other orders, and then gets what is left', () => {
  const orders = [[waitingLine(1, 7, 5)], [waitingLine(2, 7, 2)]];
  expect(summary('whole_first', orders, stockOf([7, 4]))).toEqual([['later'], ['full', [2, 2, 2, null]]]);
  expect(summary('whole_first', [[waitingLine(1, 7, 5)]], stockOf([7, 2]), 2)).toEqual([['part', [1, 5, 2, 'not_enough']]]);
  expect(summary('whole_only', [[waitingLine(1, 7, 5)]], stockOf([7, 2]), 2)).toEqual([['part', [1, 5, 2, 'not_enough']]]);
});

test('an order with a line without a size is not filled, unless that line needs nothing', () => {
  const unsized = { is_size_selected: false };
  expect(summary('whole_only', [[waitingLine(1, 7, 1), waitingLine(2, 8, 1, unsized)]], stockOf([7, 5], [8, 5]))).toEqual([
    ['none', [1, 1, 0, 'not_whole'], [2, 1, 0, 'unsized']],
  ]);
  expect(summary('whole_only', [[waitingLine(1, 7, 1), waitingLine(2, 8, 1, { ...unsized, qty_cancelled: 1 })]], stockOf([7, 5]))).toEqual([
    ['full', [1, 1, 1, null]],
  ]);
});

test('items that a picker did not find are not allocated', () => {
  expect(summary('oldest', [[waitingLine(1, 7, 2)], [waitingLine(2, 7, 1)]], stockOf([7, 3, 1]))).toEqual([
    ['full', [1, 2, 2, null]],
    ['none', [2, 1, 0, 'in_question']],
  ]);
  expect(summary('oldest', [[waitingLine(1, 7, 2)]], stockOf([7, 1, 3]))).toEqual([['none', [1, 2, 0, 'in_question']]]);
});
