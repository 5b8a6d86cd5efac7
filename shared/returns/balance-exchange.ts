/** The return of an exchange. Quantities are items. */
export interface ExchangedReturn {
  is_finalised: boolean;
  qty_requested: number;
  qty_approved: number;
}

/** A line of the order that sends the exchange. */
export interface ExchangeLine {
  id: number;
  /** Items that are ordered and not cancelled; 0 if the order is cancelled or deleted. */
  qty_ordered: number;
  qty_uncharged: number;
}

/**
 * The items that are swapped one for one, which budgets neither charge nor credit: at most what the return has been approved for, or what it asks for
 * until it is decided. Items that are not approved are charged, because the wearer keeps both; approved items that nothing replaces are credited. A
 * line never gets more uncharged items than it has.
 */
export function balanceExchange(
  one: ExchangedReturn,
  lines: readonly ExchangeLine[],
): { qty_uncharged: Map<number, number>; qty_uncredited: number } {
  const most = one.is_finalised ? one.qty_approved : one.qty_requested;
  const qty_uncharged = new Map<number, number>();
  let swapped = 0;
  for (const { id, qty_ordered, qty_uncharged: before } of lines) {
    const qty = Math.min(qty_ordered, before, most - swapped);
    qty_uncharged.set(id, qty);
    swapped += qty;
  }
  return { qty_uncharged, qty_uncredited: one.is_finalised ? swapped : 0 };
}
