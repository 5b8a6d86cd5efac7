/** The quantities in which a supplier sells a SKU. A null pack size means single items, a null minimum no minimum. */
export interface OrderTerms {
  pack_size: number | null;
  min_order_qty: number | null;
}

/** Why more is ordered than is needed: the supplier’s minimum, or whole packs. */
export const roundingReasons = ['minimum', 'pack'] as const;
export type RoundingReason = (typeof roundingReasons)[number];

export interface Suggestion {
  /** Items that neither the stock nor a purchase order covers. */
  needed: number;
  /** Items to order now. */
  ordered: number;
  /** Empty if `ordered` is the quantity that is needed, or that a person has chosen. */
  reasons: RoundingReason[];
}

/**
 * A quantity as the supplier sells it: at least the minimum, in whole packs. If a line is extended, `qty_in_line` is the quantity that the line
 * has already, and the minimum and the packs apply to the whole line.
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
 * How much of a SKU to order: the shortfall less the free and the coming items, or instead the `quantity` that a person has chosen. If the shortfall
 * is covered, nothing is ordered, not even a chosen quantity: whoever chose it has not seen the items that cover the shortfall.
 */
export function suggestOrder({ qty_short, qty_free, qty_coming, qty_in_line, quantity }: SuggestFacts, terms: OrderTerms): Suggestion {
  const needed = Math.max(0, qty_short - qty_free - qty_coming);
  if (needed === 0) return { needed, ordered: 0, reasons: [] };
  return { needed, ...orderByTerms(quantity ?? needed, terms, qty_in_line) };
}

/** The facts from which the quantity of a SKU is suggested. */
export interface SuggestFacts {
  qty_short: number;
  qty_free: number;
  qty_coming: number;
  /** Items that the line of a draft has already, if that line is extended. */
  qty_in_line?: number | undefined;
  quantity?: number | undefined;
}
