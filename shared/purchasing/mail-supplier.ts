import { messages } from '../messages.ts';
import { ukDate } from '../uk-time.ts';
import { all, allow, refuse, type Verdict } from '../verdict.ts';
import { checkOpen } from './editable.ts';
import type { PurchaseFacts, PurchaseLineFacts } from './stage.ts';

/** An approved order can be mailed to its supplier until the order is cancelled or closed. */
export const checkSendPurchaseOrder = (order: PurchaseFacts): Verdict =>
  all(checkOpen(order), order.approved_at ? allow : refuse('purchase_order_draft', messages.purchase_order_draft));

/** The facts of an order and of its line that decide whether the line is late. */
type DatedOrder = { due_on: string | null };
type DatedLine = Pick<PurchaseLineFacts, 'qty_requested' | 'qty_received' | 'qty_cancelled'> & { is_open: boolean; due_on: string | null };

/** The lines of an order that were due before today and still have items to come, each with its due date. */
export const lateLines = <Line extends DatedLine>(
  order: DatedOrder,
  lines: readonly Line[],
  today: string,
): (Omit<Line, 'due_on'> & { due_on: string })[] =>
  lines.flatMap((line) => {
    const due_on = line.due_on ?? order.due_on;
    const isOwed = line.is_open && line.qty_received < line.qty_requested - line.qty_cancelled;
    return isOwed && due_on !== null && due_on < today ? [{ ...line, due_on }] : [];
  });

/** The office can ask the supplier of an order about late lines, at most once a day. */
export function checkChasePurchaseOrder(
  order: PurchaseFacts & DatedOrder & { chased_at: string | null },
  lines: readonly DatedLine[],
  today: string,
): Verdict {
  const sendable = checkSendPurchaseOrder(order);
  if (!sendable.ok) return sendable;
  if (!lateLines(order, lines, today).length) return refuse('nothing_late', messages.nothing_late, 'lines');
  return order.chased_at && ukDate(order.chased_at) === today ? refuse('already_chased', messages.already_chased) : allow;
}
