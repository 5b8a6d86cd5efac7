import type { Pickable } from '../../shared/allocation/is-pickable.ts';
import type { ListedOrder } from './client.ts';

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
