import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedPrice, newPriceChange } from '../../shared/catalogue/price-change.ts';

test.each([
  [1000, 400, 0, 1, 1040],
  [1250, 450, 0, 5, 1305],
  [999, 0, 0, 5, 1000],
  [5, 1000, 0, 1, 6],
  [1001, 0, -1, 50, 1000],
  [1025, 0, 0, 50, 1050],
  [10, 0, -20, 1, -10],
])('%i pence, plus %i hundredths of a per cent and %i pence, rounded to %i pence, make %i pence', (price, basis_points, amount, round_to, after) => {
  expect(changedPrice(price, { basis_points, amount, round_to })).toBe(after);
});

test('a changed price is rounded to the nearest multiple of the rounding step', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000_000 }),
      fc.integer({ min: -10_000, max: 100_000 }),
      fc.integer({ min: 1, max: 10_000 }),
      (price, basis_points, round_to) => {
        const after = changedPrice(price, { basis_points, amount: 0, round_to });
        expect(after % round_to === 0).toBe(true);
        expect(Math.abs(after * 10_000 - price * (10_000 + basis_points)) * 2).toBeLessThanOrEqual(round_to * 10_000);
      },
    ),
  );
});

test('a percentage is from −100 to 1,000 and has at most two decimals', () => {
  const isTaken = (percent: number): boolean => newPriceChange.safeParse({ product_ids: [1], field: 'price', percent }).success;
  expect([4, 2.5, 12.34, -0.01, 1000, -100, 12.345, 0.001, 1000.01, -100.5].map(isTaken)).toEqual([
    ...[true, true, true, true, true, true],
    ...[false, false, false, false],
  ]);
});
