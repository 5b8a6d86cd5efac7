import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byBin } from '../../shared/picking/walking-order.ts';

const bin = fc.oneof(fc.constantFrom(null, undefined, ''), fc.stringMatching(/^[A-D]-\d{1,2}(-\d{1,2})?$/));

test('bins are walked in the order of their numbers, and lines without a bin come last', () => {
  expect(['Z-1', 'A-10-2', null, 'A-2-10', 'A-2-9', 'a-1'].sort(byBin)).toEqual(['a-1', 'A-2-9', 'A-2-10', 'A-10-2', 'Z-1', null]);
});

test('any list of bins can be sorted into the walking order without a contradiction', () => {
  fc.assert(
    fc.property(bin, bin, bin, (a, b, c) => {
      expect(Math.sign(byBin(a, b))).toBe(-Math.sign(byBin(b, a)) + 0);
      if (byBin(a, b) <= 0 && byBin(b, c) <= 0) expect(byBin(a, c)).toBeLessThanOrEqual(0);
    }),
  );
});
