import { expect, test } from 'vitest';
import { discontinuedWords } from '../../../shared/catalogue/discontinued-words.ts';
import { stockWords } from '../../../shared/ordering/office-status-words.ts';

test.each([
  [{ qty_total_items: 5, qty_items_shipped: 0, qty_items_allocated: 0 }, '0 of 5 allocated'],
  [{ qty_total_items: 5, qty_items_shipped: 4, qty_items_allocated: 0 }, '4 shipped, 0 of 1 allocated'],
  [{ qty_total_items: 5, qty_items_shipped: 2, qty_items_allocated: 3 }, '2 shipped, 3 of 3 allocated'],
  [{ qty_total_items: 5, qty_items_shipped: 5, qty_items_allocated: 0 }, '5 shipped'],
])('shipped items are not shown as allocated: %j', (order, words) => {
  expect(stockWords(order)).toBe(words);
});

test('a product shows the date from which it is discontinued, and from that date on only the word “Discontinued”', () => {
  const words = (at: string | null) => discontinuedWords(at, '2026-11-20T12:00:00.000Z');
  expect([null, '2026-12-03T00:00:00.000Z', '2026-11-20T12:00:00.000Z'].map(words)).toEqual([null, 'Discontinued from 03/12/26', 'Discontinued']);
});
