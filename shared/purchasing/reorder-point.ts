import { type OrderTerms, type SuggestFacts, type Suggestion, suggestOrder } from './suggest-order.ts';

/** Weeks over which the use of a SKU is counted. */
export const USE_WEEKS = 13;
/** `USE_WEEKS` in days. */
export const USE_DAYS = USE_WEEKS * 7;

/** How fast a SKU is used, and how long its supplier takes. */
export interface UseFacts {
  /** Items that were dispatched in the last 13 weeks. */
  qty_used: number;
  /** Calendar days from order to delivery. */
  lead_days: number;
  /** The reorder point that a person has fixed; null if it is calculated from the use. */
  reorder_point: number | null;
}

/** The items of a SKU that are free or coming, and those that waiting orders lack. */
export interface CoverFacts {
  qty_free: number;
  /** Items pending on open purchase orders. */
  qty_on_order: number;
  qty_in_drafts: number;
  qty_short: number;
}

/** Items of a SKU that are dispatched in an average week. */
export const weeklyUse = ({ qty_used }: Pick<UseFacts, 'qty_used'>): number => qty_used / USE_WEEKS;

/** The reorder point of a SKU in items: the number that a person has fixed, otherwise the use during the lead time, rounded up. */
export const reorderPoint = ({ qty_used, lead_days, reorder_point }: UseFacts): number =>
  reorder_point ?? Math.ceil((Math.max(0, qty_used) * lead_days) / USE_DAYS);

/** Weeks for which the free items last; null if the SKU is not used. */
export const weeksOfCover = ({ qty_free, qty_used }: Pick<UseFacts & CoverFacts, 'qty_free' | 'qty_used'>): number | null =>
  qty_used > 0 ? Math.max(0, qty_free) / weeklyUse({ qty_used }) : null;

/**
 * How many items of a SKU to buy, so that its free and coming items, less those that waiting orders lack, reach the reorder point again. `needed` is
 * 0 if they already reach the point. `needed` is also 0 if the point is 0: only waiting orders can lack such a SKU, and the shortfall report shows
 * those orders.
 */
export function suggestReorder(
  facts: UseFacts & CoverFacts,
  terms: OrderTerms,
  more: Pick<SuggestFacts, 'qty_in_line' | 'quantity'> = {},
): Suggestion {
  const point = reorderPoint(facts);
  const { qty_free, qty_short, qty_on_order, qty_in_drafts } = facts;
  return suggestOrder({ qty_short: point && point + qty_short, qty_free, qty_coming: qty_on_order + qty_in_drafts, ...more }, terms);
}
