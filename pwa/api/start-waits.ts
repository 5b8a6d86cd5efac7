import { officeStatusWords } from '../../shared/ordering/office-status-words.ts';
import type { Order } from './order-changes.ts';

/** Whether the office works on the order: it is submitted, neither on hold nor cancelled, and not fully shipped. */
export const isOpenWork = (
  order: Pick<Order, 'is_submitted' | 'is_frozen' | 'cancelled_at'> & { progress_summary: Pick<Order['progress_summary'], 'is_fully_shipped'> },
): boolean => order.is_submitted && !order.is_frozen && !order.cancelled_at && !order.progress_summary.is_fully_shipped;

/** Says why the pick of an order cannot be started yet; null if it can, or if the office does not work on the order. */
export function startWaits(
  order: Parameters<typeof isOpenWork>[0] & Pick<Order, 'status' | 'qty_items_shipped'> & { can: { release: boolean } },
): string | null {
  if (!isOpenWork(order) || order.can.release) return null;
  const isOnFloor = order.status !== 'submitted' && order.status !== 'part_shipped';
  return isOnFloor ? officeStatusWords[order.status] : `Nothing ${order.qty_items_shipped > 0 ? 'more ' : ''}allocated yet`;
}
