import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BinCount, binsAfterCount, countsEachBin, judgeCountOfBins } from '../../shared/stock/count-bins.ts';

const stock = {
  pick_bin: 'A-01',
  overflow: [
    { bin: 'O-01', qty: 10 },
    { bin: 'O-02', qty: 50 },
  ],
  on_shelf: 100,
};
const judged = (counted: BinCount[], over: Partial<typeof stock> = {}) => judgeCountOfBins({ ...stock, ...over }, { counted, pick_bin: 'A-01' });

describe('a count by bin', () => {
  test('that includes all bins gives the difference of each bin and of the whole stock', () => {
    const counted = [
      { bin: 'A-01', qty: 45 },
      { bin: 'o-01', qty: 0 },
      { bin: 'O-02', qty: 52 },
    ];
    expect(judged(counted)).toEqual({
      bins: [
        { bin: 'A-01', qty: 45, difference: 5 },
        { bin: 'O-01', qty: 0, difference: -10 },
        { bin: 'O-02', qty: 52, difference: 2 },
      ],
      difference: -3,
    });
    expect(binsAfterCount(stock, judged(counted).bins)).toEqual([{ bin: 'O-02', qty: 52 }]);
    expect(countsEachBin(stock, counted)).toBe(true);
  });

  test('that includes only some bins leaves the other bins unchanged', () => {
    const counted = [{ bin: 'O-02', qty: 47 }];
    expect(judged(counted)).toEqual({ bins: [{ bin: 'O-02', qty: 47, difference: -3 }], difference: -3 });
    expect(binsAfterCount(stock, judged(counted).bins)).toEqual([
      { bin: 'O-01', qty: 10 },
      { bin: 'O-02', qty: 47 },
    ]);
    expect(countsEachBin(stock, counted)).toBe(false);
  });

  test('adds a bin that the SKU did not have, and adds up two counts of one bin', () => {
    const counted = [
      { bin: 'Z-09', qty: 4 },
      { bin: 'z-09', qty: 2 },
    ];
    expect(judged(counted)).toEqual({ bins: [{ bin: 'Z-09', qty: 6, difference: 6 }], difference: 6 });
    expect(binsAfterCount(stock, judged(counted).bins)).toEqual([...stock.overflow, { bin: 'Z-09', qty: 6 }]);
  });

  test('finds the pick bin by its earlier name, unless an overflow bin has that name', () => {
    const counted = [{ bin: 'B-77', qty: 40 }];
    expect(judgeCountOfBins(stock, { counted, pick_bin: 'B-77' }).bins).toEqual([{ bin: 'A-01', qty: 40, difference: 0 }]);
    expect(judgeCountOfBins(stock, { counted: [{ bin: 'O-02', qty: 50 }], pick_bin: 'O-02' }).bins).toMatchObject([{ bin: 'O-02', difference: 0 }]);
    const none = { ...stock, pick_bin: null };
    expect(judgeCountOfBins(none, { counted: [{ bin: null, qty: 41 }], pick_bin: null })).toEqual({
      bins: [{ bin: null, qty: 41, difference: 1 }],
      difference: 1,
    });
    expect(countsEachBin(none, [{ bin: null, qty: 1 }, ...stock.overflow])).toBe(true);
  });

  test('does not report items as missing if a picker has taken them out of an overflow bin', () => {
    // The two overflow bins have 60 items, of which three are on a trolley.
    const taken = { on_shelf: 57 };
    expect(judged([{ bin: 'O-01', qty: 7 }], taken).difference).toBe(0);
    expect(judged([{ bin: 'O-02', qty: 50 }], taken).difference).toBe(0);
    expect(judged([{ bin: 'O-01', qty: 6 }], taken).difference).toBe(-1);
    expect(judged([{ bin: 'O-01', qty: 12 }], taken).difference).toBe(2);
    expect(judged([{ bin: 'A-01', qty: 0 }, ...stock.overflow], taken).difference).toBe(3);
  });

  test('never leaves more items in overflow bins than there are on the shelf', () => {
    const qty = fc.integer({ min: 0, max: 30 });
    const bin = fc.constantFrom('A-01', 'O-01', 'O-02', 'O-03');
    const overflow = fc.tuple(qty, qty).map(([one, two]) => [
      { bin: 'O-01', qty: one },
      { bin: 'O-02', qty: two },
    ]);
    fc.assert(
      fc.property(
        overflow,
        qty,
        qty,
        fc.uniqueArray(fc.record({ bin, qty }), { selector: (one) => one.bin, minLength: 1 }),
        (held, more, off, counted) => {
          const inOverflow = held.reduce((sum, one) => sum + one.qty, 0);
          const on_hand = inOverflow + more;
          const gone = Math.min(off, on_hand);
          const bins = { pick_bin: 'A-01', overflow: held };
          const { bins: judgedBins, difference } = judgeCountOfBins({ ...bins, on_shelf: on_hand - gone }, { counted, pick_bin: 'A-01' });
          const after = binsAfterCount(bins, judgedBins);
          expect(after.reduce((sum, one) => sum + one.qty, 0)).toBeLessThanOrEqual(on_hand + difference);
          expect(on_hand + difference).toBeGreaterThanOrEqual(gone);
          for (const one of counted) if (one.bin !== 'A-01') expect(after.find((other) => other.bin === one.bin)?.qty ?? 0).toBe(one.qty);
        },
      ),
    );
  });
});
