import { mayFollow } from '../life-cycle.ts';
import { messages } from '../messages.ts';
import { all, allow, refuse, type Verdict } from '../verdict.ts';
import { checkOpen } from './editable.ts';
import { type PurchaseFacts, type PurchaseLineFacts, type PurchaseStage, purchaseTransitions, stageOf } from './stage.ts';

const mayBecome = (order: PurchaseFacts, stage: PurchaseStage): boolean => mayFollow<PurchaseStage>(purchaseTransitions, stageOf(order), stage);

/** Messages about what prevents the approval of an order with these lines, by field; empty if it can be approved. */
export function approvalFaults(lines: readonly (PurchaseLineFacts & { needs_decoration?: boolean })[]): Record<string, string> {
  if (!lines.length) return { lines: messages.purchase_order_empty };
  const faults: Record<string, string> = {};
  for (const [n, line] of lines.entries()) {
    if (line.product_id === null) faults[`lines.${n}.product_id`] = messages.choose_product;
    if (line.qty_requested < 1) faults[`lines.${n}.qty_requested`] = messages.say_how_many;
    if (line.needs_decoration) faults[`lines.${n}.decoration`] = messages.choose_decoration;
    if (line.unit_price === null) faults[`lines.${n}.unit_price`] = messages.price_needed;
  }
  return faults;
}

/** An order can be cancelled once, and only while items are still to come. */
export const checkCancelPurchaseOrder = (order: PurchaseFacts): Verdict =>
  all(checkOpen(order), mayBecome(order, 'cancelled') ? allow : refuse('purchase_order_received', messages.purchase_order_received));

/**
 * An approved order can be closed once nothing more is to arrive. Items of a work order at the decorator are not counted, because the request that
 * closes the order states what became of them.
 */
export function checkClosePurchaseOrder(order: PurchaseFacts): Verdict {
  const open = checkOpen(order);
  if (!open.ok) return open;
  if (!mayBecome(order, 'closed')) return refuse('purchase_order_draft', messages.purchase_order_draft);
  const pending = order.qty_pending - (order.qty_out ?? 0);
  return pending > 0 ? refuse('purchase_order_pending', messages.purchase_order_pending(pending)) : allow;
}

/** How many items of a line are cancelled if the whole order is cancelled: all that have not arrived. */
export const cancelledInFull = ({ qty_requested, qty_received, qty_cancelled }: PurchaseLineFacts): number =>
  Math.max(qty_cancelled, qty_requested - qty_received);
