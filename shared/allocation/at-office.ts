import { messages } from '../messages.ts';
import { isPicked, type PickState } from '../picking/pick-states.ts';
import { all, allow, refuse, type Verdict } from '../verdict.ts';

/** The facts of an order on which allocation depends. */
export interface AllocationFacts {
  submitted_at: string | null;
  cancelled_at: string | null;
  is_frozen: boolean;
  /** The state of the open pick; null when there is none. */
  pick_state: PickState | null;
  /** Items that are neither shipped nor cancelled. */
  qty_remaining: number;
  qty_allocated: number;
}

type Live = Pick<AllocationFacts, 'submitted_at' | 'cancelled_at' | 'is_frozen'>;

/** Allowed only for an order that is submitted and not cancelled. */
export function checkSubmitted(order: Live): Verdict {
  if (order.cancelled_at) return refuse('order_cancelled', messages.order_cancelled);
  return order.submitted_at ? allow : refuse('order_not_submitted', messages.order_not_submitted);
}

/** Allowed only for a submitted order that is neither cancelled nor on hold. */
export const checkLive = (order: Live): Verdict =>
  all(checkSubmitted(order), order.is_frozen ? refuse('order_frozen', messages.order_frozen) : allow);

const checkNoOpenPick = (order: Pick<AllocationFacts, 'pick_state'>): Verdict => (order.pick_state ? refuse('pick_open', messages.pick_open) : allow);

/** Allowed only while items of the order are still to be shipped. */
export const checkNotShipped = (order: AllocationFacts): Verdict =>
  order.qty_remaining > 0 ? allow : refuse('order_shipped', messages.order_shipped);

/** The allocation of a line can be changed while the office has the order and the order is not on hold. */
export const checkAtOffice = (order: Live & Pick<AllocationFacts, 'pick_state'>): Verdict => all(checkLive(order), checkNoOpenPick(order));

/** Until an order is picked, the office can take it back from the floor, unless it is on hold. The order keeps its allocation. */
export function checkCallBack(order: AllocationFacts): Verdict {
  const verdict = checkLive(order);
  if (!verdict.ok) return verdict;
  if (isPicked(order.pick_state)) return refuse('order_picked', messages.order_picked);
  return order.pick_state ? allow : refuse('pick_closed', messages.not_with_warehouse);
}
