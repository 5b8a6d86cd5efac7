import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import { checkDraft } from './editable.ts';
import type { PurchaseFacts } from './stage.ts';

/** Quantities of SKUs, such as the sizes of a style, that the lines of a draft get; 0 removes the line of a SKU. */
export const sizeRunQuantities = z.object({
  quantities: z
    .array(z.object({ product_id: z.int().positive(), qty_requested: z.int().min(0).max(limits.purchase_quantity) }))
    .min(1, messages.say_how_many)
    .max(limits.purchase_order_lines)
    .refine((rows) => new Set(rows.map(({ product_id }) => product_id)).size === rows.length, messages.sku_twice),
  version: z.int().optional().describe('The version of the order that was read'),
});
export type SizeRunQuantities = z.infer<typeof sizeRunQuantities>;
type Quantity = SizeRunQuantities['quantities'][number];

/** What the quantities of a size run do to the lines of a draft. */
export interface SizeRunPlan<Line> {
  added: Quantity[];
  changed: { line: Line; qty_requested: number }[];
  deleted: Line[];
}

interface SizeRunLine {
  product_id: number | null;
  qty_requested: number;
}

/** Which lines a size run adds, changes and deletes. A SKU without a line gets one, unless its quantity is 0. */
export function planSizeRun<Line extends SizeRunLine>(lines: readonly Line[], quantities: readonly Quantity[]): SizeRunPlan<Line> {
  const bySku = new Map(lines.map((line) => [line.product_id, line]));
  const plan: SizeRunPlan<Line> = { added: [], changed: [], deleted: [] };
  for (const { product_id, qty_requested } of quantities) {
    const line = bySku.get(product_id);
    if (!line) qty_requested > 0 && plan.added.push({ product_id, qty_requested });
    else if (qty_requested === 0) plan.deleted.push(line);
    else if (qty_requested !== line.qty_requested) plan.changed.push({ line, qty_requested });
  }
  return plan;
}

/** A size run changes only a draft, and only SKUs with one line at most: with several lines nobody knows which line gets the quantity. */
export function checkSizeRun(order: PurchaseFacts, lines: readonly SizeRunLine[], quantities: readonly Quantity[]): Verdict {
  const draft = checkDraft(order);
  if (!draft.ok) return draft;
  const several = quantities.findIndex(({ product_id }) => lines.filter((line) => line.product_id === product_id).length > 1);
  if (several >= 0) return refuse('several_lines', messages.sku_on_several_lines, `quantities.${several}.qty_requested`);
  const { added, deleted } = planSizeRun(lines, quantities);
  const isFull = lines.length + added.length - deleted.length > limits.purchase_order_lines;
  return isFull ? refuse('purchase_order_full', messages.purchase_order_full(limits.purchase_order_lines), 'quantities') : allow;
}
