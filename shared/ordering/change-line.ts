import { messages } from '../messages.ts';
import { pounds } from '../money.ts';
import type { PickState } from '../picking/pick-states.ts';
import { all, allow, refuse, type Verdict } from '../verdict.ts';
import { checkEdit, checkNotCancelled, checkUnpromised, type OrderRuleFacts } from './editable.ts';

/** After submission a client may only choose the missing size of a line. */
export function checkChooseSize(order: OrderRuleFacts, line: { is_size_selected: boolean }, may: { approve: boolean }): Verdict {
  if (order.submitted_at && !order.cancelled_at && !line.is_size_selected) return allow;
  return checkEdit(order, may);
}

/** Whoever ordered may correct a submitted order until it is on the floor, unless the office holds it. */
export function checkCorrectOrder(order: OrderRuleFacts, pick_state: PickState | null): Verdict {
  if (!order.submitted_at) return refuse('order_not_submitted', messages.order_not_submitted);
  if (order.is_frozen) return refuse('order_frozen', messages.order_frozen);
  return all(checkNotCancelled(order), pick_state ? refuse('pick_open', messages.order_with_warehouse) : allow);
}

interface CorrectedLine {
  qty_requested: number;
  qty_cancelled: number;
  qty_allocated: number;
  qty_shipped: number;
  is_exchange: boolean;
}

/** A line may be corrected until stock is allocated to it. An exchange is withdrawn on its return, because both have the same quantity. */
export function checkCorrectLine(line: CorrectedLine): Verdict {
  if (line.is_exchange) return refuse('line_of_exchange', messages.line_of_exchange);
  if (line.qty_cancelled >= line.qty_requested) return refuse('order_cancelled', messages.line_cancelled);
  return checkUnpromised(line);
}

/** A correction leaves an approved order at most at the value that was approved: more needs a new decision. Values are pence, ex VAT. */
export const checkApprovedValue = ({ approved, after }: { approved: number; after: number }): Verdict =>
  after > approved ? refuse('over_approved', messages.over_approved(pounds(approved)), 'qty_requested') : allow;
