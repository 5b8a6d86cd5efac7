import { expect, test } from 'vitest';
import { isOftenSwapped } from '../../shared/returns/size-swap.ts';

test('a size is exchanged often from 3 items and 20 per cent of what was shipped on', () => {
  const judge = (qty_swapped: number, qty_shipped: number) => isOftenSwapped({ qty_swapped, qty_shipped });
  expect([judge(2, 4), judge(3, 15), judge(3, 16), judge(4, 20), judge(4, 21)]).toEqual([false, true, false, true, false]);
  expect(judge(0, 0)).toBe(false);
});
