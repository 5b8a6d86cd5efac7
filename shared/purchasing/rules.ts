import { mayFollow } from '../life-cycle.ts';
import { messages } from '../messages.ts';
import { ukDate } from '../uk-time.ts';
import { all, allow, refuse, type Verdict } from '../verdict.ts';
import { type PurchaseFacts, type PurchaseStage, purchaseTransitions, stageOf } from './stage.ts';

/** The facts of a line that decide what may be done with it. Quantities are items, the price is pence. */
export interface PurchaseLineFacts {
  product_id: number | null;
  qty_requested: number;
  qty_received: number;
  qty_cancelled: number;
  /** Of a work order: at the decorator. */
  qty_out?: number;
  unit_price: number | null;
}

const mayBecome = (order: PurchaseFacts, stage: PurchaseStage): boolean => mayFollow<PurchaseStage>(purchaseTransitions, stageOf(order), stage);

/** Dates, notes, contact and address may be changed until the order is cancelled or closed. */
export function checkOpen(order: PurchaseFacts): Verdict {
  const stage = stageOf(order);
  if (stage === 'cancelled') return refuse('purchase_order_cancelled', messages.purchase_order_cancelled);
  return stage === 'closed' ? refuse('purchase_order_closed', messages.purchase_order_closed) : allow;
}

/** Supplier, reference, lines and prices may be changed until the order is approved. */
export const checkDraft = (order: PurchaseFacts): Verdict =>
  all(checkOpen(order), stageOf(order) === 'draft' ? allow : refuse('already_approved', messages.purchase_order_approved));

/** A line is deleted from a draft, with nothing received of it. */
export const checkDeleteLine = (order: PurchaseFacts, { qty_received }: Pick<PurchaseLineFacts, 'qty_received'>): Verdict =>
  all(checkDraft(order), qty_received > 0 ? refuse('line_received', messages.purchase_line_received) : allow);

/** Everything that prevents the approval of an order with these lines, by field; empty when it can be approved. */
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

/** An order is cancelled once, and not when everything has arrived. */
export const checkCancel = (order: PurchaseFacts): Verdict =>
  all(checkOpen(order), mayBecome(order, 'cancelled') ? allow : refuse('purchase_order_received', messages.purchase_order_received));

/**
 * An approved order can be closed once nothing more is to arrive. Items of a work order at the decorator do not count here: what became of them is
 * stated when the order is closed.
 */
export function checkClose(order: PurchaseFacts): Verdict {
  const open = checkOpen(order);
  if (!open.ok) return open;
  if (!mayBecome(order, 'closed')) return refuse('purchase_order_draft', messages.purchase_order_draft);
  const pending = order.qty_pending - (order.qty_out ?? 0);
  return pending > 0 ? refuse('purchase_order_pending', messages.purchase_order_pending(pending)) : allow;
}

/**
 * On an approved order, items of a line can be cancelled that have not arrived and are not at the decorator; the lines of a draft are changed
 * instead.
 */
export function checkCancelPart(order: PurchaseFacts, line: PurchaseLineFacts, qty_cancelled: number): Verdict {
  const open = checkOpen(order);
  if (!open.ok) return open;
  if (!order.approved_at) return refuse('purchase_order_draft', messages.purchase_order_draft);
  const most = Math.max(0, line.qty_requested - line.qty_received - (line.qty_out ?? 0));
  return qty_cancelled > most ? refuse('too_many', messages.too_many_cancelled(most), 'qty_cancelled') : allow;
}

/** An approved order is mailed to its supplier until it is cancelled or closed. */
export const checkSend = (order: PurchaseFacts): Verdict =>
  all(checkOpen(order), order.approved_at ? allow : refuse('purchase_order_draft', messages.purchase_order_draft));

/** The facts of an order and of a line that decide whether it is late. */
type DatedOrder = { due_on: string | null };
type DatedLine = Pick<PurchaseLineFacts, 'qty_requested' | 'qty_received' | 'qty_cancelled'> & { is_open: boolean; due_on: string | null };

/** The lines of an order that were expected before today and of which items are still to come, each with its date. */
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

/** The supplier of an order with late lines is asked for them, once a day. */
export function checkChase(order: PurchaseFacts & DatedOrder & { chased_at: string | null }, lines: readonly DatedLine[], today: string): Verdict {
  const sendable = checkSend(order);
  if (!sendable.ok) return sendable;
  if (!lateLines(order, lines, today).length) return refuse('nothing_late', messages.nothing_late, 'lines');
  return order.chased_at && ukDate(order.chased_at) === today ? refuse('already_chased', messages.already_chased) : allow;
}

/** Items of a line that are cancelled when its whole order is: all that has not arrived. */
export const cancelledInFull = ({ qty_requested, qty_received, qty_cancelled }: PurchaseLineFacts): number =>
  Math.max(qty_cancelled, qty_requested - qty_received);

const dayMs = 86_400_000;

/** The calendar date some days after another. */
export const daysAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

/** Days from order to delivery where neither the SKU nor its supplier has a lead time. */
export const DEFAULT_LEAD_TIME_DAYS = 14;

/** When a line is expected that has no date, nor its order: calendar days after the approval. */
export const expectedOn = (approved_on: string, lead_time_days: number | null): string =>
  daysAfter(approved_on, lead_time_days ?? DEFAULT_LEAD_TIME_DAYS);
