import { expect, test } from 'vitest';
import { itemsOf, sizedLines, wantedOf, wantsSize, wearerState } from '../../../pwa/ordering/order-words.ts';

test('the number of lines with a size is shown in whole sentences', () => {
  const text = (lines_with_sizes: number, lines_with_no_sizes: number) => sizedLines({ lines_with_sizes, lines_with_no_sizes });
  expect([text(0, 1), text(0, 2), text(1, 2), text(2, 1)]).toEqual([
    '0 of 1 line has a size',
    '0 of 2 lines have a size',
    '1 of 3 lines has a size',
    '2 of 3 lines have a size',
  ]);
});

test('cancelled items do not count as ordered or as waiting for a size', () => {
  const line = (qty_cancelled: number, is_size_selected = false) => ({ qty_requested: 2, qty_cancelled, is_size_selected });
  expect([wantedOf(line(0)), wantedOf(line(1)), wantedOf(line(2)), itemsOf([line(0), line(1), line(2)])]).toEqual([2, 1, 0, 3]);
  expect([wantsSize(line(0)), wantsSize(line(1)), wantsSize(line(2)), wantsSize(line(0, true))]).toEqual([true, true, false, false]);
});

test('a wearer is green if all their lines have a size, amber if any line has none, and neutral without lines', () => {
  const state = (lines_with_sizes: number, lines_with_no_sizes: number) => wearerState({ lines_with_sizes, lines_with_no_sizes });
  expect([state(2, 0), state(2, 1), state(0, 1), state(0, 0)]).toEqual(['done', 'warn', 'warn', undefined]);
});
