import { messages } from '../messages.ts';
import { all, allow, refuse, type Verdict } from '../verdict.ts';
import { type PurchaseFacts, stageOf } from './stage.ts';

/** Dates, notes, contact and address may be changed until the order is cancelled or closed. */
export function checkOpen(order: PurchaseFacts): Verdict {
  const stage = stageOf(order);
  if (stage === 'cancelled') return refuse('purchase_order_cancelled', messages.purchase_order_cancelled);
  return stage === 'closed' ? refuse('purchase_order_closed', messages.purchase_order_closed) : allow;
}

/** Supplier, reference, lines and prices may be changed until the order is approved. */
export const checkDraft = (order: PurchaseFacts): Verdict =>
  all(checkOpen(order), stageOf(order) === 'draft' ? allow : refuse('already_approved', messages.purchase_order_approved));
