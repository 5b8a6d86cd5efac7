import { groupBy } from '../group-by.ts';
import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import type { Destination } from './receipt.ts';
import type { PurchaseFacts } from './stage.ts';

/** Goods that arrive on the floor are a fact, whatever became of their order meanwhile; only a draft was never sent to anybody. */
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

/** Items of a line that are received beyond what is ordered and not cancelled. */
export const qtyOver = ({ qty_requested, qty_received, qty_cancelled }: LineQuantities): number =>
  Math.max(0, qty_received - (qty_requested - qty_cancelled));

/** Why items that a tablet has received are listed for the office. */
export type DiscrepancyKind = 'over_receipt' | 'line_cancelled' | 'order_cancelled' | 'order_closed' | 'no_order';

/** What a received line of a purchase order says about the order. */
interface DiscrepancyFacts extends LineQuantities {
  cancelled_at: string | null;
  closed_at: string | null;
}

/** The kind of discrepancy of items that were not to come. Null for a line without an order. */
export function discrepancyKind(line: DiscrepancyFacts | null): DiscrepancyKind {
  if (!line) return 'no_order';
  if (line.cancelled_at) return 'order_cancelled';
  if (line.closed_at) return 'order_closed';
  return line.qty_cancelled > 0 && line.qty_received <= line.qty_requested ? 'line_cancelled' : 'over_receipt';
}

/**
 * How many items of each receipt of a line were too many; the latest receipts bear the excess. The quantities are in the sequence in which the
 * receipts were made.
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

/** Where the items of a receipt go: first to the orders that they are allocated to, the rest to the bin. */
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
