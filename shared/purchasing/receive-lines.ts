import { groupBy } from '../group-by.ts';
import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import type { Destination } from './receipt.ts';
import type { PurchaseFacts } from './stage.ts';

/**
 * Goods that have arrived can be received even if their order has been cancelled or closed meanwhile. Only a draft is refused, because it was never
 * sent to a supplier.
 */
export const checkReceiveLines = ({ approved_at, cancelled_at }: Pick<PurchaseFacts, 'approved_at' | 'cancelled_at'>): Verdict =>
  approved_at || cancelled_at ? allow : refuse('purchase_order_draft', messages.purchase_order_draft);

/** A receipt can be changed until a super reverses it. */
export const checkReceiptOpen = ({ is_reversed }: { is_reversed: boolean }): Verdict =>
  is_reversed ? refuse('receipt_reversed', messages.receipt_reversed) : allow;

/** The quantities of a purchase order’s line. */
export interface LineQuantities {
  qty_requested: number;
  qty_received: number;
  qty_cancelled: number;
}

/** How many items of a line were received beyond those that are ordered and not cancelled. */
export const qtyOver = ({ qty_requested, qty_received, qty_cancelled }: LineQuantities): number =>
  Math.max(0, qty_received - (qty_requested - qty_cancelled));

/** Why items that a tablet has received are listed for the office. */
export type DiscrepancyKind = 'over_receipt' | 'line_cancelled' | 'order_cancelled' | 'order_closed' | 'no_order';

/** The quantities of a received line, and the facts of its purchase order. */
interface DiscrepancyFacts extends LineQuantities {
  cancelled_at: string | null;
  closed_at: string | null;
}

/** The kind of discrepancy for items that were not expected. `line` is null for items without an order. */
export function discrepancyKind(line: DiscrepancyFacts | null): DiscrepancyKind {
  if (!line) return 'no_order';
  if (line.cancelled_at) return 'order_cancelled';
  if (line.closed_at) return 'order_closed';
  return line.qty_cancelled > 0 && line.qty_received <= line.qty_requested ? 'line_cancelled' : 'over_receipt';
}

/**
 * How many items each receipt of a line brought beyond the ordered quantity; the excess is assigned to the latest receipts. The quantities are in the
 * sequence of the receipts, the oldest first.
 */
export function qtyOverOfEach(receivedQuantities: readonly number[], over: number): number[] {
  let rest = over;
  return receivedQuantities
    .toReversed()
    .map((qty) => {
      const part = Math.min(qty, rest);
      rest -= part;
      return part;
    })
    .toReversed();
}

/** The destinations of a receipt's items: first the orders to which they are allocated, then the bin for the rest. */
export function destinationsOf(
  items: readonly { product_id: number; qty: number; bin: string | null }[],
  allocations: readonly { product_id: number; order_number: string; order_uuid?: string; qty: number }[],
): Destination[] {
  const bySku = groupBy(allocations, ({ product_id }) => product_id);
  return items.flatMap(({ product_id, qty, bin }): Destination[] => {
    let rest = qty;
    const toOrders = (bySku.get(product_id) ?? []).flatMap(({ order_number, order_uuid = null, qty: qty_allocated }) => {
      const part = Math.min(rest, qty_allocated);
      rest -= part;
      return part > 0 ? [{ product_id, qty: part, order_number, order_uuid, bin }] : [];
    });
    return rest > 0 ? [...toOrders, { product_id, qty: rest, order_number: null, order_uuid: null, bin }] : toOrders;
  });
}
