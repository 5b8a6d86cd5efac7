import { z } from 'zod';
import { decorationsOf } from '../clothing-sets/decorations.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import { checkOpen } from './editable.ts';
import type { PurchaseFacts } from './stage.ts';

const lineId = z.int().positive();
const quantity = z.int().min(0).max(limits.purchase_quantity);

/** Items of a work order's lines that go to the decorator. */
export const sentOutLines = z.array(z.object({ line_id: lineId, quantity: quantity.min(1) })).max(limits.purchase_order_lines);

/** Items sent to a decorator that will not be decorated: `qty_returned` came back undecorated, `qty_lost` are lost. */
export const notDecoratedLines = z.array(z.object({ line_id: lineId, qty_returned: quantity, qty_lost: quantity })).max(limits.purchase_order_lines);
export type NotDecoratedLine = z.infer<typeof notDecoratedLines>[number];

/** The quantities of a line that decide how many items may go out and come back. `qty_out` is the number of items at the decorator. */
export interface WorkLineFacts {
  qty_requested: number;
  qty_received: number;
  qty_cancelled: number;
  qty_out: number;
}

/** Whether the garments of a work order's line come back as the same SKU, which adds no stock. Lines of purchase orders have no source SKU. */
export const returnsSameSku = ({ product_id, source_product_id }: { product_id: number | null; source_product_id: number | null }): boolean =>
  source_product_id !== null && source_product_id === product_id;

/** How many items of a line can still be sent out: the pending items, without those that are at the decorator. */
export const qtyToSendOut = ({ qty_requested, qty_received, qty_cancelled, qty_out }: WorkLineFacts): number =>
  Math.max(0, qty_requested - qty_cancelled - qty_received - qty_out);

/** Garments can be sent out only for an approved work order that is still open. */
export function checkSendOut(order: PurchaseFacts & { work_order: boolean }): Verdict {
  if (!order.work_order) return refuse('no_work_order', messages.no_work_order, 'sent_out');
  const open = checkOpen(order);
  if (!open.ok) return open;
  return order.approved_at ? allow : refuse('purchase_order_draft', messages.purchase_order_draft);
}

/** Refuses to cancel or close an order while items are at the decorator: somebody has to record first what became of the items. */
export function checkNothingOut(lines: readonly Pick<WorkLineFacts, 'qty_out'>[]): Verdict {
  const qty_out = lines.reduce((sum, line) => sum + line.qty_out, 0);
  return qty_out > 0 ? refuse('items_out', messages.items_out(qty_out)) : allow;
}

/** The decoration of a line: `decoration` if the clothing set offers it, else the set's only decoration; null if the set offers several or none. */
export function chosenDecoration(offered: string | null, decoration: string | null): string | null {
  const decorations = decorationsOf(offered);
  if (decoration !== null && decorations.includes(decoration)) return decoration;
  return decorations.length === 1 ? (decorations[0] ?? null) : null;
}

/** Whether a set offers several decorations for a product and `decoration` is none of them. */
export const needsDecoration = (offered: readonly string[], decoration: string | null): boolean =>
  offered.length > 1 && (decoration === null || !offered.includes(decoration));
