import { officeStatusWords } from '../../shared/ordering/office-status-words.ts';
import type { Order } from './order-changes.ts';

/** Whether the office works on the order: it is submitted, neither on hold nor cancelled, and not fully shipped. */
export const isOpenWork = (
  order: Pick<Order, 'is_submitted' | 'is_frozen' | 'cancelled_at'> & { progress_summary: Pick<Order['progress_summary'], 'is_fully_shipped'> },
): boolean => order.is_submitted && !order.is_frozen && !order.cancelled_at && !order.progress_summary.is_fully_shipped;

/** Whether an order has a next step in the office: something of it is still here, allocated or not. */
export const isInOffice = ({ status }: Pick<Order, 'status'>): boolean => status === 'submitted' || status === 'part_shipped';

/** Says why the pick of an order cannot be started yet; null if it can, or if the office does not work on the order. */
export function startWaits(
  order: Parameters<typeof isOpenWork>[0] & Pick<Order, 'status' | 'qty_items_shipped'> & { can: { release: boolean } },
): string | null {
  if (!isOpenWork(order) || order.can.release) return null;
  return isInOffice(order) ? `Nothing ${order.qty_items_shipped > 0 ? 'more ' : ''}allocated yet` : officeStatusWords[order.status];
}
