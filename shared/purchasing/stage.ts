/** The stages of a purchase order; an order is in the first of `cancelled` to `draft` that holds. */
export const purchaseStages = ['draft', 'approved', 'sent', 'part_cancelled', 'part_delivered', 'complete', 'closed', 'cancelled'] as const;
export type PurchaseStage = (typeof purchaseStages)[number];

/** The facts that decide the stage. Quantities are items of all lines. */
export interface PurchaseFacts {
  approved_at: string | null;
  sent_at: string | null;
  cancelled_at: string | null;
  closed_at: string | null;
  qty_received: number;
  qty_cancelled: number;
  /** Ordered, not cancelled and not received. */
  qty_pending: number;
  /** Of a work order: at the decorator. */
  qty_out?: number;
}

/** Everything has arrived that is not cancelled. */
export const isFullyReceived = ({ cancelled_at, qty_received, qty_pending }: PurchaseFacts): boolean =>
  cancelled_at === null && qty_received > 0 && qty_pending === 0;

/** The stage of a purchase order. */
export function stageOf(order: PurchaseFacts): PurchaseStage {
  if (order.cancelled_at) return 'cancelled';
  if (order.closed_at) return 'closed';
  if (!order.approved_at) return 'draft';
  if (isFullyReceived(order)) return 'complete';
  if (order.qty_received > 0) return 'part_delivered';
  if (order.qty_cancelled > 0) return 'part_cancelled';
  return order.sent_at ? 'sent' : 'approved';
}

/** The stages as people read them. */
export const stageNames: Readonly<Record<PurchaseStage, string>> = {
  draft: 'Draft',
  approved: 'On Order',
  sent: 'Sent',
  part_cancelled: 'Part Cancelled',
  part_delivered: 'Part Delivered',
  complete: 'Complete',
  closed: 'Closed',
  cancelled: 'Cancelled',
};

/** The stage of a purchase order, its name, and what is true of the order beside it. */
export function statusOf(order: PurchaseFacts) {
  const stage = stageOf(order);
  const is_fully_received = isFullyReceived(order);
  return {
    stage,
    status_description: stageNames[stage],
    is_approved: order.approved_at !== null,
    is_draft: stage === 'draft',
    is_cancelled: order.cancelled_at !== null,
    is_closed: order.closed_at !== null,
    is_fully_received,
    is_part_received: order.qty_received > 0 && !is_fully_received,
    is_part_cancelled: order.cancelled_at === null && order.qty_cancelled > 0,
  };
}
