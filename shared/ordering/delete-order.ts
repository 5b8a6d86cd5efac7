import { messages } from '../messages.ts';
import { isPicked, type PickState } from '../picking/pick-states.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import type { OrderRuleFacts } from './editable.ts';

/** A client can delete a draft. The office can also delete a submitted order that is not on hold, until one of its items is picked or shipped. */
export function checkDeleteOrder(
  order: OrderRuleFacts,
  now: { pick_state: PickState | null; qty_picked: number; qty_shipped: number },
  may: { submitted: boolean },
): Verdict {
  if (!order.submitted_at) return order.requested_at && !may.submitted ? refuse('already_requested', messages.already_requested) : allow;
  if (!may.submitted) return refuse('order_submitted', messages.order_submitted);
  if (order.is_frozen) return refuse('order_frozen', messages.order_frozen);
  if (isPicked(now.pick_state)) return refuse('order_picked', messages.order_picked);
  if (now.qty_picked > 0) return refuse('order_picked', messages.pieces_picked);
  return now.qty_shipped > 0 ? refuse('order_shipped', messages.order_shipped) : allow;
}
