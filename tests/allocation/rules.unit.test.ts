import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AskingLine, allocateInTurn } from '../../shared/allocation/allocate-in-turn.ts';
import { checkAllocateLine, remainingOf } from '../../shared/allocation/allocate-line.ts';
import { checkAllocateOrder } from '../../shared/allocation/allocate-order.ts';
import { type AllocationFacts, checkCallBack } from '../../shared/allocation/at-office.ts';
import { isPickable } from '../../shared/allocation/is-pickable.ts';
import { checkReleaseOrder } from '../../shared/allocation/release-order.ts';
import { checkReopenOrder } from '../../shared/allocation/reopen-order.ts';
import { checkUnallocateOrder } from '../../shared/allocation/unallocate-order.ts';
import { type Holding, takeBack } from '../../shared/stock/take-back.ts';

const line = fc
  .record({
    product_id: fc.integer({ min: 1, max: 3 }),
    qty_requested: fc.nat(20),
    qty_shipped: fc.nat(5),
    qty_cancelled: fc.nat(5),
    qty_allocated: fc.nat(5),
    is_size_selected: fc.boolean(),
  })
  .filter((one) => one.qty_shipped + one.qty_cancelled + one.qty_allocated <= one.qty_requested);
const lines = fc.array(line, { maxLength: 12 }).map((all) => all.map((one, index): AskingLine => ({ ...one, id: index + 1 })));
const free = fc.tuple(fc.nat(30), fc.nat(30), fc.nat(30)).map((qty) => new Map(qty.map((pieces, index) => [index + 1, pieces])));

describe('allocating in turn', () => {
  test('allocates no more to a line than it needs and no more of a SKU than is free', () => {
    fc.assert(
      fc.property(lines, free, (all, stock) => {
        const added = allocateInTurn(all, stock);
        for (const one of all) expect((added.get(one.id) ?? 0) + one.qty_allocated).toBeLessThanOrEqual(remainingOf(one));
        for (const [product_id, qty] of stock) {
          const totalAdded = all.filter((one) => one.product_id === product_id).reduce((sum, { id }) => sum + (added.get(id) ?? 0), 0);
          expect(totalAdded).toBeLessThanOrEqual(qty);
        }
        for (const one of all) if (!one.is_size_selected) expect(added.has(one.id)).toBe(false);
      }),
    );
  });

  test('leaves items of a SKU free only if no line needs more of that SKU', () => {
    fc.assert(
      fc.property(lines, free, (all, stock) => {
        const added = allocateInTurn(all, stock);
        for (const [product_id, qty] of stock) {
          const sized = all.filter((one) => one.product_id === product_id && one.is_size_selected);
          const totalAdded = sized.reduce((sum, { id }) => sum + (added.get(id) ?? 0), 0);
          const totalNeeded = sized.reduce((sum, one) => sum + remainingOf(one) - one.qty_allocated, 0);
          expect(totalAdded).toBe(Math.min(qty, totalNeeded));
        }
      }),
    );
  });
});

test('a line is allocated at most what it still has to ship, and nothing before its size is chosen', () => {
  const sized = { qty_requested: 5, qty_cancelled: 1, qty_allocated: 0, qty_shipped: 2, is_size_selected: true };
  expect(checkAllocateLine(sized, 2).ok).toBe(true);
  expect(checkAllocateLine(sized, 3)).toMatchObject({ ok: false, field: 'qty_allocated' });
  expect(checkAllocateLine({ ...sized, is_size_selected: false }, 1)).toMatchObject({ ok: false, code: 'line_unsized' });
  expect(checkAllocateLine({ ...sized, is_size_selected: false }, 0).ok).toBe(true);
});

test('an order is pickable in full, in part or not at all, waits for purchases, or is fully shipped', () => {
  expect(isPickable({ qty_wanted: 5, qty_allocated: 0, qty_shipped: 5 }, false)).toBe('fully_shipped');
  expect(isPickable({ qty_wanted: 5, qty_allocated: 3, qty_shipped: 2 }, false)).toBe('full');
  expect(isPickable({ qty_wanted: 5, qty_allocated: 1, qty_shipped: 2 }, true)).toBe('partial');
  expect(isPickable({ qty_wanted: 5, qty_allocated: 0, qty_shipped: 2 }, true)).toBe('pending_po');
  expect(isPickable({ qty_wanted: 5, qty_allocated: 0, qty_shipped: 0 }, false)).toBe('none');
  expect(isPickable({ qty_wanted: 0, qty_allocated: 0, qty_shipped: 0 }, true)).toBe('none');
});

describe('what the state of an order allows', () => {
  type Facts = AllocationFacts & { qty_picked: number };
  const at = (facts: Partial<Facts>): Facts => ({
    submitted_at: '2026-11-20T09:00:00.000Z',
    cancelled_at: null,
    is_frozen: false,
    pick_state: null,
    qty_remaining: 5,
    qty_allocated: 5,
    qty_picked: 0,
    ...facts,
  });
  const codeOf = (verdict: { ok: boolean; code?: string }): string => (verdict.ok ? 'ok' : (verdict.code ?? ''));

  test.each([
    [{}, 'ok', 'ok', 'ok', 'not_picked'],
    [{ qty_allocated: 0 }, 'ok', 'nothing_allocated', 'not_allocated', 'not_picked'],
    [{ pick_state: 'released' }, 'pick_open', 'pick_open', 'ok', 'not_picked'],
    [{ pick_state: 'picking' }, 'pick_open', 'pick_open', 'ok', 'not_picked'],
    [{ pick_state: 'picking', qty_picked: 1 }, 'pick_open', 'pick_open', 'order_picked', 'not_picked'],
    [{ pick_state: 'picked' }, 'pick_open', 'pick_open', 'order_picked', 'ok'],
    [{ pick_state: 'booked' }, 'pick_open', 'pick_open', 'order_picked', 'ok'],
    [{ pick_state: 'awaiting_courier' }, 'pick_open', 'pick_open', 'order_picked', 'already_dispatched'],
    [{ pick_state: 'picking', is_frozen: true }, 'order_frozen', 'order_frozen', 'order_frozen', 'order_frozen'],
    [{ cancelled_at: 'then', is_frozen: true }, 'order_cancelled', 'order_cancelled', 'order_cancelled', 'order_cancelled'],
    [{ submitted_at: null }, 'order_not_submitted', 'order_not_submitted', 'order_not_submitted', 'order_not_submitted'],
    [{ qty_remaining: 0, qty_allocated: 0 }, 'order_shipped', 'order_shipped', 'not_allocated', 'not_picked'],
  ] as const)('%o: allocating gives %s, releasing %s, un-allocating %s, reopening %s', (facts, allocate, start, unallocate, reopen) => {
    const order = at(facts);
    expect([checkAllocateOrder(order), checkReleaseOrder(order), checkUnallocateOrder(order), checkReopenOrder(order)].map(codeOf)).toEqual([
      allocate,
      start,
      unallocate,
      reopen,
    ]);
  });
});

test('an order can be sent back from the floor only until it is picked', () => {
  const order = { submitted_at: 'then', cancelled_at: null, is_frozen: false, qty_remaining: 5, qty_allocated: 5 };
  expect(checkCallBack({ ...order, pick_state: 'picking' }).ok).toBe(true);
  expect(checkCallBack({ ...order, pick_state: null })).toMatchObject({ code: 'pick_closed' });
  expect(checkCallBack({ ...order, pick_state: 'picked' })).toMatchObject({ code: 'order_picked' });
  expect(checkCallBack({ ...order, pick_state: 'picking', is_frozen: true })).toMatchObject({ code: 'order_frozen' });
});

describe('taking back allocations that exceed the stock', () => {
  const holding = fc
    .record({
      order_id: fc.integer({ min: 1, max: 9 }),
      qty_allocated: fc.integer({ min: 1, max: 9 }),
      pick_line_id: fc.option(fc.integer({ min: 1, max: 99 })),
      qty_picked: fc.nat(9),
    })
    .map((one) => ({ ...one, qty_picked: one.pick_line_id === null ? 0 : Math.min(one.qty_picked, one.qty_allocated) }));
  const holdings = fc.array(holding, { maxLength: 10 }).map((all) => all.map((one, index): Holding => ({ ...one, order_line_id: index + 1 })));

  test('takes exactly the missing quantity from unpicked items, and fails only if more items are missing than are allocated and unpicked', () => {
    fc.assert(
      fc.property(holdings, fc.nat(40), (all, missing) => {
        const loose = all.reduce((sum, one) => sum + one.qty_allocated - one.qty_picked, 0);
        const takeBacks = takeBack(all, missing);
        expect(takeBacks?.reduce((sum, { qty }) => sum + qty, 0) ?? null).toBe(missing > loose ? null : missing);
        for (const { order_line_id, qty } of takeBacks ?? []) {
          const from = all.find((one) => one.order_line_id === order_line_id);
          expect(qty).toBeLessThanOrEqual((from?.qty_allocated ?? 0) - (from?.qty_picked ?? 0));
        }
      }),
    );
  });

  test('takes first from unreleased lines, then from released ones, and each time from the newest order first', () => {
    const at = (order_line_id: number, order_id: number, pick_line_id: number | null): Holding => ({
      order_line_id,
      order_id,
      pick_line_id,
      qty_allocated: 2,
      qty_picked: 0,
    });
    const takeBacks = takeBack([at(1, 9, 7), at(2, 3, null), at(3, 5, null), at(4, 2, 8)], 7);
    expect(takeBacks?.map(({ order_line_id, qty }) => [order_line_id, qty])).toEqual([
      [3, 2],
      [2, 2],
      [1, 2],
      [4, 1],
    ]);
  });
});
