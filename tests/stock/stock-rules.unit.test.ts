import { describe, expect, test } from 'vitest';
import { adjustStockInput, checkAdjustStock } from '../../shared/stock/adjust-stock.ts';
import { countStockInput, needsApproval } from '../../shared/stock/count-stock.ts';
import { type Holding, takeBack } from '../../shared/stock/take-back.ts';

describe('a count', () => {
  test.each<[string, Parameters<typeof needsApproval>, boolean]>([
    ['with a difference within the limit', ['warehouse', 5, 0, 5], false],
    ['that is higher by more than the limit', ['warehouse', 6, 0, 5], true],
    ['that is lower by more than the limit', ['warehouse', -6, 0, 5], true],
    ['that exceeds the limit together with earlier counts', ['warehouse', -1, 5, 5], true],
    ['without a difference, after earlier counts above the limit,', ['warehouse', 0, 9, 5], false],
    ['of a super', ['super', 99, 9, 5], false],
  ])('%s (%j) needs approval: %s', (_case, facts, expected) => {
    expect(needsApproval(...facts)).toBe(expected);
  });

  test('is of everything on hand unless it states that it is of the shelf only', () => {
    expect(countStockInput.parse({ field: 'qty_available', value: 0 })).toEqual({ field: 'qty_available', value: 0, counted: 'on_hand' });
    expect(countStockInput.parse({ field: 'qty_available', value: 10_000_000, counted: 'on_shelf' }).counted).toBe('on_shelf');
    for (const value of [-1, 1.5, 10_000_001])
      expect(countStockInput.safeParse({ field: 'qty_available', value }).success, String(value)).toBe(false);
  });
});

describe('an adjustment', () => {
  test('never removes more items than are on hand', () => {
    expect(checkAdjustStock(3, -3)).toEqual({ ok: true });
    expect(checkAdjustStock(3, -4)).toEqual({ ok: false, code: 'too_much', message: 'Only 3 items are on hand.', field: 'qty' });
    expect(checkAdjustStock(1, -2)).toMatchObject({ message: 'Only 1 item is on hand.' });
  });

  test.each([
    [{ qty: 0, reason: 'Found' }, 'Enter how many items come in or go out.'],
    [{ qty: 1, reason: ' ' }, 'Say why the stock is adjusted.'],
  ])('%j is refused: %s', (input, message) => {
    expect(adjustStockInput.safeParse(input).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

describe('taking back allocations that exceed the counted stock', () => {
  const holding = (order_line_id: number, order_id: number, change: Partial<Holding> = {}): Holding => ({
    ...{ order_line_id, order_id, qty_allocated: 2, pick_line_id: null, qty_picked: 0 },
    ...change,
  });
  const takeBackPairs = (holdings: Holding[], missing: number) =>
    takeBack(holdings, missing)?.map(({ order_line_id, qty }) => [order_line_id, qty]) ?? null;

  test('begins with lines that are not released; the newest order comes first, and within an order the last line', () => {
    const holdings = [holding(1, 10), holding(2, 30, { pick_line_id: 7 }), holding(3, 20), holding(4, 20), holding(5, 40, { pick_line_id: 8 })];
    expect(takeBackPairs(holdings, 9)).toEqual([
      [4, 2],
      [3, 2],
      [1, 2],
      [5, 2],
      [2, 1],
    ]);
  });

  test('leaves picked items allocated', () => {
    expect(takeBackPairs([holding(1, 10, { pick_line_id: 7, qty_picked: 1 })], 1)).toEqual([[1, 1]]);
    expect(takeBackPairs([holding(1, 10, { pick_line_id: 7, qty_picked: 1 })], 2)).toBeNull();
    expect(takeBackPairs([holding(1, 10, { pick_line_id: 7, qty_picked: 2 }), holding(2, 5, { pick_line_id: 8 })], 1)).toEqual([[2, 1]]);
  });

  test('changes nothing if no items are missing', () => {
    expect(takeBackPairs([holding(1, 10)], 0)).toEqual([]);
  });
});
