import { messages } from '../messages.ts';
import { isPicked, type PickState } from '../picking/pick-states.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import type { OrderRuleFacts } from './editable.ts';

/** A submitted order that is not on hold can be cancelled until it is picked, shipped in full or cancelled. */
export function checkCancelOrder(order: OrderRuleFacts, now: { pick_state: PickState | null; qty_remaining: number }): Verdict {
  if (order.cancelled_at) return refuse('order_cancelled', messages.order_cancelled);
  if (!order.submitted_at) return refuse('order_not_submitted', messages.order_not_submitted);
  if (order.is_frozen) return refuse('order_frozen', messages.order_frozen);
  if (isPicked(now.pick_state)) return refuse('order_picked', messages.order_picked);
  return now.qty_remaining > 0 ? allow : refuse('order_shipped', messages.order_shipped);
}
