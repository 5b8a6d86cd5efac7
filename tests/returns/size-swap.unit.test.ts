import { expect, test } from 'vitest';
import { isOftenSwapped, swapSentence } from '../../shared/returns/size-swap.ts';

test('a size is exchanged often from 3 items and 20 per cent of what was shipped on', () => {
  const judge = (qty_swapped: number, qty_shipped: number) => isOftenSwapped({ qty_swapped, qty_shipped });
  expect([judge(2, 4), judge(3, 15), judge(3, 16), judge(4, 20), judge(4, 21)]).toEqual([false, true, false, true, false]);
  expect(judge(0, 0)).toBe(false);
});

test('the sentence names the exchanged sizes that are offered, but not the size that the wearer kept', () => {
  const swap = (size: string, other: string, style_id = 1) => ({ style_id, size, other });
  const swaps = [swap('S', 'M'), swap('M', 'L'), swap('9', '10', 2)];
  const offered = ['S', 'M', 'L', 'XL', '9', '10'];
  expect(swapSentence(swaps, 1, { offered, kept: null })).toBe('Others exchanged S for M and M for L.');
  expect(swapSentence(swaps, 1, { offered, kept: 'S' })).toBe('Others exchanged M for L.');
  expect(swapSentence(swaps, 2, { offered, kept: null })).toBe('Others exchanged 9 for 10.');
  expect(swapSentence(swaps, 1, { offered: ['M', 'L'], kept: 'M' })).toBeNull();
  expect(swapSentence([], 1, { offered, kept: null })).toBeNull();
  const many = ['S', 'M', 'L', 'XL'].map((size) => swap(size, '9'));
  expect(swapSentence(many, 1, { offered, kept: null })).toBe('Others exchanged S for 9, M for 9 and L for 9.');
});
