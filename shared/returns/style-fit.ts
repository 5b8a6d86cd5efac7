/** How a style was exchanged and shipped in the last 12 months. Quantities are items. */
export interface FitCounts {
  qty_shipped: number;
  /** Items that were exchanged for a larger size. */
  qty_too_small: number;
  /** Items that were exchanged for a smaller size. */
  qty_too_big: number;
}

/** The fewest exchanged items in one direction from which a style is said to run small or big. */
export const FEWEST_EXCHANGES = 5;
/** The share of shipped items, in per cent, that has to be exchanged in one direction. */
export const EXCHANGED_PER_CENT = 10;

/** How many shipped items have to be counted at most to judge a style: with more, the exchanges are too few. */
export const mostShipped = (exchanged: number): number => Math.floor((exchanged * 100) / EXCHANGED_PER_CENT);

/** Whether others found a style small or big: at least 5 exchanges and at least 10 % of the shipped items in that direction, and more than in the other. */
export function styleFit({ qty_shipped, qty_too_small, qty_too_big }: FitCounts): 'small' | 'big' | null {
  if (qty_too_small === qty_too_big) return null;
  const fit = qty_too_small > qty_too_big ? 'small' : 'big';
  const exchanged = Math.max(qty_too_small, qty_too_big);
  return exchanged >= FEWEST_EXCHANGES && qty_shipped <= mostShipped(exchanged) ? fit : null;
}
