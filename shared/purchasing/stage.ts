import { lifeCycle, statesOf } from '../life-cycle.ts';

/**
 * The stages of a purchase order. An approved order that is still open returns to an earlier stage when a receipt is reversed or a cancellation of
 * items is withdrawn.
 */
export const purchaseTransitions = lifeCycle({
  draft: { label: 'Draft', next: ['approved', 'cancelled'] },
  approved: { label: 'On Order', next: ['sent', 'part_cancelled', 'part_delivered', 'complete', 'closed', 'cancelled'] },
  sent: { label: 'Sent', next: ['part_cancelled', 'part_delivered', 'complete', 'closed', 'cancelled'] },
  part_cancelled: { label: 'Part Cancelled', next: ['approved', 'sent', 'part_delivered', 'complete', 'closed', 'cancelled'] },
  part_delivered: { label: 'Part Delivered', next: ['approved', 'sent', 'part_cancelled', 'complete', 'closed', 'cancelled'] },
  complete: { label: 'Complete', next: ['approved', 'sent', 'part_cancelled', 'part_delivered', 'closed'] },
  closed: { label: 'Closed', next: [] },
  cancelled: { label: 'Cancelled', next: [] },
});

export type PurchaseStage = keyof typeof purchaseTransitions;
export const purchaseStages = statesOf<PurchaseStage>(purchaseTransitions);

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
  /** Items at the decorator; only a work order has them. */
  qty_out?: number;
}

/** Whether everything that is not cancelled has arrived. */
export const isFullyReceived = ({ cancelled_at, qty_received, qty_pending }: PurchaseFacts): boolean =>
  cancelled_at === null && qty_received > 0 && qty_pending === 0;

/** The stage of a purchase order: the first of these conditions that holds. */
export function stageOf(order: PurchaseFacts): PurchaseStage {
  if (order.cancelled_at) return 'cancelled';
  if (order.closed_at) return 'closed';
  if (!order.approved_at) return 'draft';
  if (isFullyReceived(order)) return 'complete';
  if (order.qty_received > 0) return 'part_delivered';
  if (order.qty_cancelled > 0) return 'part_cancelled';
  return order.sent_at ? 'sent' : 'approved';
}

/** The stage of a purchase order, the stage's label, and further facts to show with it. */
export function statusOf(order: PurchaseFacts) {
  const stage = stageOf(order);
  const is_fully_received = isFullyReceived(order);
  return {
    stage,
    status_description: purchaseTransitions[stage].label,
    is_approved: order.approved_at !== null,
    is_draft: stage === 'draft',
    is_cancelled: order.cancelled_at !== null,
    is_closed: order.closed_at !== null,
    is_fully_received,
    is_part_received: order.qty_received > 0 && !is_fully_received,
    is_part_cancelled: order.cancelled_at === null && order.qty_cancelled > 0,
  };
}

/** The facts of a line that decide what may be done with it. Quantities are items, the price is pence. */
export interface PurchaseLineFacts {
  product_id: number | null;
  qty_requested: number;
  qty_received: number;
  qty_cancelled: number;
  /** Items at the decorator; only a line of a work order has them. */
  qty_out?: number;
  unit_price: number | null;
}
