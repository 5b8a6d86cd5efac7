import { isSameBin } from '../../shared/stock/judge-bin.ts';
import type { Countable } from './to-count.ts';

/** A bin of a SKU that is being counted. `qty` is the counted quantity; null until somebody has counted in this bin. */
export interface BinCount {
  bin: string | null;
  qty: number | null;
}

/** The bins of a SKU during its count. `at` is the index of the bin that is counted now; null until one of several bins is chosen. */
export interface BinCounts {
  bins: readonly BinCount[];
  at: number | null;
}

export const noBins: BinCounts = { bins: [], at: null };

const placeOf = (bins: readonly BinCount[], code: string): number => bins.findIndex(({ bin }) => isSameBin(bin, code));

/**
 * A new count. It begins at the bin with this code if the SKU has such a bin, otherwise at the SKU's only bin. If the SKU has several bins, no bin is
 * chosen yet.
 */
export function beginCount({ bin, overflow_bins = [] }: Countable, code: string): BinCounts {
  const bins = [bin, ...overflow_bins].map((one) => ({ bin: one, qty: null }));
  const at = placeOf(bins, code);
  return { bins, at: at >= 0 ? at : bins.length === 1 ? 0 : null };
}

/** Whether one of the bins has this code. */
export const hasBin = ({ bins }: BinCounts, code: string): boolean => placeOf(bins, code) >= 0;

/** Continues the count at the bin with this code; a code that is not among the bins is added. */
export function goToBin({ bins }: BinCounts, code: string): BinCounts {
  const at = placeOf(bins, code);
  return at >= 0 ? { bins, at } : { bins: [...bins, { bin: code, qty: null }], at: bins.length };
}

/** Changes the quantity that was counted in the chosen bin. */
export const setCounted = ({ bins, at }: BinCounts, change: (before: number | null) => number | null): BinCounts => ({
  bins: bins.map((one, place) => (place === at ? { ...one, qty: change(one.qty) } : one)),
  at,
});

/** The bins in which somebody has counted. */
export const countedBins = ({ bins }: BinCounts): { bin: string | null; qty: number }[] =>
  bins.flatMap(({ bin, qty }) => (qty === null ? [] : [{ bin, qty }]));

/** The bins in which nobody has counted yet, as people name them: `A-01-1, O-02`. */
export const uncountedText = ({ bins }: BinCounts): string =>
  bins
    .filter(({ qty }) => qty === null)
    .map(({ bin }) => bin ?? 'no bin')
    .join(', ');
