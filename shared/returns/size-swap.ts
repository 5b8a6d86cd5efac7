/** The fewest exchanged items from which a size is said to be exchanged often. */
export const FEWEST_SWAPS = 3;
/** The share of the size's shipped items, in per cent, that has to be exchanged for the same other size. */
export const SWAPPED_PER_CENT = 20;

/** How many shipped items of a size have to be counted at most: with more, the exchanges are too few. */
export const mostShippedOfSize = (swapped: number): number => Math.floor((swapped * 100) / SWAPPED_PER_CENT);

/** Whether others often exchanged a size for one other size: at least 3 items and at least 20 % of the items of that size that were shipped. */
export const isOftenSwapped = ({ qty_swapped, qty_shipped }: { qty_swapped: number; qty_shipped: number }): boolean =>
  qty_swapped >= FEWEST_SWAPS && qty_shipped <= mostShippedOfSize(qty_swapped);
