import { listText } from '../list-text.ts';

/** The fewest exchanged items from which a size is said to be exchanged often. */
export const FEWEST_SWAPS = 3;
/** The share of the size's shipped items, in per cent, that has to be exchanged for the same other size. */
export const SWAPPED_PER_CENT = 20;

/** How many shipped items of a size have to be counted at most: with more, the exchanges are too few. */
export const mostShippedOfSize = (swapped: number): number => Math.floor((swapped * 100) / SWAPPED_PER_CENT);

/** Whether others often exchanged a size for one other size: at least 3 items and at least 20 % of the items of that size that were shipped. */
export const isOftenSwapped = ({ qty_swapped, qty_shipped }: { qty_swapped: number; qty_shipped: number }): boolean =>
  qty_swapped >= FEWEST_SWAPS && qty_shipped <= mostShippedOfSize(qty_swapped);

/** A size of a style that others often exchanged for another one. */
export interface SizeSwap {
  style_id: number;
  size: string;
  other: string;
}

/** How many exchanged sizes of a style are named. */
const MAX_SWAPS = 3;

/**
 * What others exchanged, above the sizes of a style: `Others exchanged 9 for 10 and 10 for 11.` Only sizes that are offered are named, and not the size
 * that the wearer last kept. Null if there is nothing to say.
 */
export function swapSentence(
  swaps: readonly SizeSwap[],
  style_id: number,
  sizes: { offered: readonly string[]; kept: string | null },
): string | null {
  const { offered, kept } = sizes;
  const relevant = swaps.filter(
    (swap) => swap.style_id === style_id && swap.size !== kept && offered.includes(swap.size) && offered.includes(swap.other),
  );
  return relevant.length === 0
    ? null
    : `Others exchanged ${listText(relevant.slice(0, MAX_SWAPS).map(({ size, other }) => `${size} for ${other}`))}.`;
}
