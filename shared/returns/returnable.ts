/** What decides how much of an order line may still be sent back. Quantities are pieces. */
export interface ReturnableFacts {
  qty_shipped: number;
  /** Asked for in returns that nobody has decided yet. */
  qty_undecided: number;
  /** Approved in returns that are decided. */
  qty_approved: number;
  /** Said of the product or of its style. */
  is_non_returnable: boolean;
}

/** Pieces of a line that may still be sent back: what was shipped, less what is asked for or approved already. */
export const qtyReturnable = ({ qty_shipped, qty_undecided, qty_approved, is_non_returnable }: ReturnableFacts): number =>
  is_non_returnable ? 0 : Math.max(0, qty_shipped - qty_undecided - qty_approved);
