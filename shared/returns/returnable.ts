/** The facts that decide how much of an order line may still be returned. Quantities are items. */
export interface ReturnableFacts {
  qty_shipped: number;
  /** Items requested in returns that are not finalised yet. */
  qty_undecided: number;
  /** Items approved in finalised returns. */
  qty_approved: number;
  /** True if the product or its style is marked as non-returnable. */
  is_non_returnable: boolean;
}

/** Items of a line that may still be returned: what was shipped, less what is requested or approved already. */
export const qtyReturnable = ({ qty_shipped, qty_undecided, qty_approved, is_non_returnable }: ReturnableFacts): number =>
  is_non_returnable ? 0 : Math.max(0, qty_shipped - qty_undecided - qty_approved);
