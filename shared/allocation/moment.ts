import { messages } from '../messages.ts';
import type { RoundState } from '../ordering/progress.ts';
import { all, allow, refuse, type Verdict } from '../verdict.ts';

/** What allocation needs to know of an order. */
export interface OrderMoment {
  submitted_at: string | null;
  cancelled_at: string | null;
  is_frozen: boolean;
  /** The state of the open round, or null when there is none. */
  round: RoundState | null;
  /** Pieces that are neither shipped nor cancelled. */
  qty_remaining: number;
  qty_allocated: number;
}

type Live = Pick<OrderMoment, 'submitted_at' | 'cancelled_at' | 'is_frozen'>;

/** The order is with the provider. */
function checkSubmitted(order: Live): Verdict {
  if (order.cancelled_at) return refuse('order_cancelled', messages.order_cancelled);
  return order.submitted_at ? allow : refuse('order_not_submitted', messages.order_not_submitted);
}

/** The order is with the provider, and not put on hold. */
const checkLive = (order: Live): Verdict => all(checkSubmitted(order), order.is_frozen ? refuse('order_frozen', messages.order_frozen) : allow);

const isPicked = (round: RoundState | null): boolean => round === 'picked' || round === 'booked' || round === 'awaiting_courier';

const checkNoRound = (order: OrderMoment): Verdict => (order.round ? refuse('pick_open', messages.pick_open) : allow);
const checkNotShipped = (order: OrderMoment): Verdict => (order.qty_remaining > 0 ? allow : refuse('order_shipped', messages.order_shipped));

/** An order can be put on hold while something of it is still to leave. */
export const checkHold = (order: OrderMoment): Verdict => all(checkSubmitted(order), checkNotShipped(order));

/** What an order's lines hold can be changed while the office has the order. */
export const checkAllocate = (order: OrderMoment): Verdict => all(checkLive(order), checkNoRound(order), checkNotShipped(order));

/** An order with something allocated can be released to picking. */
export function checkStartRound(order: OrderMoment): Verdict {
  const now = checkAllocate(order);
  if (!now.ok) return now;
  return order.qty_allocated > 0 ? allow : refuse('nothing_allocated', messages.nothing_allocated, 'lines');
}

/** The office can take an order back from the floor until it is picked; it keeps what it holds. */
export function checkCallBack(order: OrderMoment): Verdict {
  const now = checkLive(order);
  if (!now.ok) return now;
  if (isPicked(order.round)) return refuse('order_picked', messages.order_picked);
  return order.round ? allow : refuse('pick_closed', messages.not_in_round);
}

/** What is allocated can go back to free stock until the first piece of it is picked. */
export function checkUnallocate(order: OrderMoment & { qty_picked: number }): Verdict {
  const now = checkLive(order);
  if (!now.ok) return now;
  if (isPicked(order.round)) return refuse('order_picked', messages.order_picked);
  if (order.qty_picked > 0) return refuse('order_picked', messages.pieces_picked);
  return order.qty_allocated > 0 ? allow : refuse('not_allocated', messages.nothing_allocated);
}

/** A picked order comes back to allocation until its dispatch is made. */
export function checkReopen(order: OrderMoment): Verdict {
  const now = checkLive(order);
  if (!now.ok) return now;
  if (order.round === 'awaiting_courier') return refuse('already_dispatched', messages.already_dispatched);
  return isPicked(order.round) ? allow : refuse('not_picked', messages.not_picked);
}
