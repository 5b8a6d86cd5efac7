import { messages } from '../messages.ts';
import { all, allow, refuse, type Verdict } from '../verdict.ts';
import { checkDraft, checkOpen } from './editable.ts';
import type { PurchaseFacts, PurchaseLineFacts } from './stage.ts';

/** A line can be deleted from a draft if none of its items has been received. */
export const checkDeleteLine = (order: PurchaseFacts, { qty_received }: Pick<PurchaseLineFacts, 'qty_received'>): Verdict =>
  all(checkDraft(order), qty_received > 0 ? refuse('line_received', messages.purchase_line_received) : allow);

/**
 * On an approved order, items of a line can be cancelled if they have not arrived and are not at the decorator. The lines of a draft are changed
 * instead.
 */
export function checkCancelPart(order: PurchaseFacts, line: PurchaseLineFacts, qty_cancelled: number): Verdict {
  const open = checkOpen(order);
  if (!open.ok) return open;
  if (!order.approved_at) return refuse('purchase_order_draft', messages.purchase_order_draft);
  const most = Math.max(0, line.qty_requested - line.qty_received - (line.qty_out ?? 0));
  return qty_cancelled > most ? refuse('too_many', messages.too_many_cancelled(most), 'qty_cancelled') : allow;
}
