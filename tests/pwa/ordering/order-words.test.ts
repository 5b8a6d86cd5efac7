import { expect, test } from 'vitest';
import { sizedLines } from '../../../pwa/ordering/order-words.ts';

test('how many lines have a size is said in whole sentences', () => {
  const said = (lines_with_sizes: number, lines_with_no_sizes: number) => sizedLines({ lines_with_sizes, lines_with_no_sizes });
  expect([said(0, 1), said(0, 2), said(1, 2), said(2, 1)]).toEqual([
    '0 of 1 line has a size',
    '0 of 2 lines have a size',
    '1 of 3 lines has a size',
    '2 of 3 lines have a size',
  ]);
});
