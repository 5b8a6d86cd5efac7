import type { Pickable } from '../../shared/allocation/is-pickable.ts';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { officeStatusWords } from '../../shared/ordering/office-status-words.ts';
import type { Line, ListedOrder, Order } from './client.ts';

/** Texts for how many of an order's remaining items could be picked now. */
export const pickableWords: Record<Pickable, string> = {
  full: 'Full',
  partial: 'Partial',
  none: 'None',
  fully_shipped: 'Fully shipped',
  pending_po: 'Pending PO',
};

/** The time since `since` as text: "3 h 12 min". */
export function waitingTime(since: string, now: number = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

/** The carrier's message about a dispatch that could not be booked; null if there is none. */
export const bookingFault = (order: Pick<ListedOrder, 'dispatches'>): string | null =>
  order.dispatches.find(({ dispatched_at, booking_error }) => dispatched_at === null && booking_error)?.booking_error ?? null;

/** Whether a person has to act on a parcel: the courier is late, has refused it, or does not report whether it has the parcel. */
export const needsRescue = (order: ListedOrder): boolean => order.is_stuck || (isWaiting(order) && bookingFault(order) !== null);

/** Whether the order's dispatch waits for its courier, so that the order can be set back to allocated or marked as shipped. */
export const isWaiting = (order: Pick<ListedOrder, 'progress_summary'>): boolean =>
  order.progress_summary.status.status_name === 'waiting_for_courier' && !order.progress_summary.is_fully_shipped;

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

/** The size, name, colour and SKU of a line's product, as a row shows them. */
export function lineWords(line: Pick<Line, 'product' | 'product_name' | 'picked_product' | 'is_size_selected'>) {
  const { attributes, parent, sku } = line.product;
  return {
    size: line.is_size_selected ? sizeOf(attributes) : null,
    name: parent?.name ?? line.product_name,
    colour: attributes.variation_colour,
    sku: line.picked_product?.sku ?? sku,
  };
}

/** A line in one phrase: "Softshell Jacket L, Navy". */
export function lineName(line: Parameters<typeof lineWords>[0]): string {
  const { size, name, colour } = lineWords(line);
  return `${[name, size].filter(Boolean).join(' ')}${colour ? `, ${colour}` : ''}`;
}
