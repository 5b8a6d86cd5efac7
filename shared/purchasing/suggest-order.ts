/** What a supplier sells a SKU by; null means single items and no minimum. */
export interface OrderTerms {
  pack_size: number | null;
  min_order_qty: number | null;
}

/** Why more is ordered than is needed: the supplier’s minimum, whole packs. */
export const roundingReasons = ['minimum', 'pack'] as const;
export type RoundingReason = (typeof roundingReasons)[number];

export interface Suggestion {
  /** Items that neither the stock nor a purchase order covers. */
  needed: number;
  /** Items to order now. */
  ordered: number;
  /** Empty where `ordered` is what is needed, or the quantity that a person has chosen. */
  reasons: RoundingReason[];
}

/**
 * A quantity as the supplier sells it: at least the minimum, in whole packs. Where a line is extended, `qty_in_line` is what it has already,
 * and the minimum and the packs are those of the whole line.
 */
export function orderByTerms(quantity: number, { pack_size, min_order_qty }: OrderTerms, qty_in_line = 0): Omit<Suggestion, 'needed'> {
  const pack = pack_size ?? 1;
  const atLeast = Math.max(qty_in_line + quantity, min_order_qty ?? 1);
  const line = Math.ceil(atLeast / pack) * pack;
  const reasons: RoundingReason[] = [];
  if (atLeast > qty_in_line + quantity) reasons.push('minimum');
  if (line > atLeast) reasons.push('pack');
  return { ordered: line - qty_in_line, reasons };
}

/**
 * How much of a SKU to order: what is short less what is free and coming, or the `quantity` that a person has chosen in its place. Nothing
 * where the shortfall is covered, also for a chosen quantity: whoever chose it has not seen what covers it.
 */
export function suggestOrder({ qty_short, qty_free, qty_coming, qty_in_line, quantity }: SuggestFacts, terms: OrderTerms): Suggestion {
  const needed = Math.max(0, qty_short - qty_free - qty_coming);
  if (needed === 0) return { needed, ordered: 0, reasons: [] };
  return { needed, ...orderByTerms(quantity ?? needed, terms, qty_in_line) };
}

/** The facts by which the quantity of a SKU is suggested. */
export interface SuggestFacts {
  qty_short: number;
  qty_free: number;
  qty_coming: number;
  /** On the line of a draft that is extended. */
  qty_in_line?: number | undefined;
  quantity?: number | undefined;
}
