import { messages } from '../messages.ts';
import { all, allow, refuse, type Verdict } from '../verdict.ts';
import { checkOpen } from './editable.ts';
import { checkReceiveLines, type LineQuantities, qtyOver } from './receive-lines.ts';
import type { PurchaseFacts } from './stage.ts';

/** The office can receive goods on an approved order, even a complete one, until it is cancelled or closed. */
export const checkReceiveOrder = (order: PurchaseFacts): Verdict => all(checkOpen(order), checkReceiveLines(order));

/** The office has to confirm a delivery of more items than were ordered. `lines` have the present quantities and the quantities of this delivery. */
export function checkOverReceipt(lines: readonly (LineQuantities & { qty_new: number })[], isConfirmed: boolean): Verdict {
  if (isConfirmed) return allow;
  const more = lines.reduce((sum, line) => sum + (line.qty_new > 0 ? qtyOver({ ...line, qty_received: line.qty_received + line.qty_new }) : 0), 0);
  return more > 0 ? refuse('over_receipt', messages.over_receipt(more), 'confirm_over_receipt') : allow;
}
