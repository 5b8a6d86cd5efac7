import type { StatusName } from './order-status.ts';

/** The status of an order in the office's words. */
export const officeStatusWords: Record<StatusName, string> = {
  draft: 'Draft',
  requested: 'Waiting for approval',
  submitted: 'Submitted',
  allocated: 'With the warehouse',
  picking: 'Being picked',
  picking_paused: 'Pick paused',
  picked: 'In prep',
  booked: 'Ready for dispatch',
  waiting_for_courier: 'Waiting for the courier',
  part_shipped: 'Part shipped',
  shipped: 'Shipped',
  cancelled: 'Cancelled',
};

/** Says how much of an order has shipped, and how much stock is allocated to the remaining items. */
export function stockWords({
  qty_total_items,
  qty_items_shipped,
  qty_items_allocated,
}: {
  qty_total_items: number;
  qty_items_shipped: number;
  qty_items_allocated: number;
}): string {
  const rest = qty_total_items - qty_items_shipped;
  const shippedText = qty_items_shipped > 0 ? [`${qty_items_shipped} shipped`] : [];
  return [...shippedText, ...(rest > 0 ? [`${qty_items_allocated} of ${rest} allocated`] : [])].join(', ');
}
