import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import type { OrderRuleFacts } from './editable.ts';

/** A request can go back to a draft until somebody has approved it. */
export function checkBackToDraft(order: OrderRuleFacts): Verdict {
  if (order.submitted_at) return refuse('already_submitted', messages.already_submitted);
  return order.requested_at ? allow : refuse('not_requested', messages.not_requested);
}
