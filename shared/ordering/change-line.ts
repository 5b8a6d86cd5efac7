import { allow, type Verdict } from '../verdict.ts';
import { checkEdit, type OrderRuleFacts } from './editable.ts';

/** After submission a client may only choose the missing size of a line. */
export function checkChooseSize(order: OrderRuleFacts, line: { is_size_selected: boolean }, may: { approve: boolean }): Verdict {
  if (order.submitted_at && !order.cancelled_at && !line.is_size_selected) return allow;
  return checkEdit(order, may);
}
