/** How much of an order could be picked now. */
export const pickables = ['full', 'partial', 'none', 'fully_shipped', 'pending_po'] as const;
export type Pickable = (typeof pickables)[number];

export interface PickableFacts {
  /** Requested less cancelled. */
  qty_wanted: number;
  qty_allocated: number;
  qty_shipped: number;
}

/** `is_covered` says whether open purchase orders bring every missing item. It matters only for an order to which nothing is allocated. */
export function isPickable({ qty_wanted, qty_allocated, qty_shipped }: PickableFacts, is_covered: boolean): Pickable {
  const remaining = qty_wanted - qty_shipped;
  if (remaining <= 0 && qty_shipped > 0) return 'fully_shipped';
  if (qty_allocated > 0) return qty_allocated >= remaining ? 'full' : 'partial';
  return remaining > 0 && is_covered ? 'pending_po' : 'none';
}
