import { z } from 'zod';
import { calendarDate } from '../calendar-date.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { isPicked, type PickState } from '../picking/pick-states.ts';
import { allow, type Refused, refuse, type Verdict } from '../verdict.ts';

/** `substitute`: another SKU is picked, and the customer's order stays as it is. `replace`: the customer's order changes too. */
export const substitutionModes = ['substitute', 'replace'] as const;
export type SubstitutionMode = (typeof substitutionModes)[number];

const id = z.int().positive();
const new_price = z.int().min(0).max(100_000_000).nullish();

export const lineSubstitution = z.object({
  mode: z.enum(substitutionModes),
  product_id: id,
  /** The new price in pence, only with `replace`. If it is missing, the price comes from the wearer's sets, else from the product. */
  new_price,
  /** Whether all lines of the order with the same product change, not only the requested line. */
  copy_to_order: z.boolean().optional(),
  force_over_budget_order: z.boolean().optional(),
  version: z.int().optional(),
});
export type LineSubstitution = z.infer<typeof lineSubstitution>;

export const manySubstitution = z.object({
  account_id: z.int({ error: messages.choose_account }).positive(),
  from_date: calendarDate(messages.day_invalid),
  parent_sku_id: z.int({ error: messages.choose_parent }).positive(),
  mode: z.enum(substitutionModes).default('substitute'),
  substitutions: z
    .array(z.object({ from_product_id: id, product_id: id, new_price }), { error: messages.choose_substitution })
    .min(1, messages.choose_substitution)
    .max(limits.substitutions),
  force_over_budget_order: z.boolean().optional(),
});
export type ManySubstitution = z.infer<typeof manySubstitution>;

/** The facts of a line on which a substitution depends. All quantities are numbers of items. */
export interface SubstitutedLine {
  id: number;
  /** The product that the customer ordered. */
  product_id: number;
  /** The product that is picked. */
  sku_id: number;
  is_size_selected: boolean;
  qty_requested: number;
  qty_cancelled: number;
  qty_allocated: number;
  qty_shipped: number;
  /** Items picked in the open pick. */
  qty_picked: number;
  pick_state: PickState | null;
  submitted_at: string | null;
  cancelled_at: string | null;
  is_frozen: boolean;
}

/** Unless its order is on hold, a line with a size can get another product until the first item of the line is picked. */
export function checkSubstitute(line: SubstitutedLine, mode: SubstitutionMode, product_id: number): Verdict {
  if (line.cancelled_at) return refuse('order_cancelled', messages.order_cancelled);
  if (!line.submitted_at) return refuse('order_not_submitted', messages.order_not_submitted);
  if (line.is_frozen) return refuse('order_frozen', messages.order_frozen);
  if (line.qty_requested - line.qty_cancelled - line.qty_shipped <= 0) return refuse('order_shipped', messages.line_shipped);
  if (isPicked(line.pick_state)) return refuse('order_picked', messages.order_picked);
  if (line.qty_picked > 0) return refuse('order_picked', messages.line_picked);
  if (!line.is_size_selected) return refuse('size_needed', messages.substitute_unsized, 'product_id');
  const isSame = product_id === line.sku_id && (mode === 'substitute' || product_id === line.product_id);
  return isSame ? refuse('same_product', messages.same_product, 'product_id') : allow;
}

/**
 * How a line that is split shares the items that an exchange sends without a charge: those that have shipped come first, the new line gets the rest.
 * Each item is uncharged once, so that both lines together charge what the line charged before.
 */
export function splitUncharged(line: { qty_uncharged: number; qty_shipped: number }): { shipped: number; rest: number } {
  const shipped = Math.min(line.qty_uncharged, line.qty_shipped);
  return { shipped, rest: line.qty_uncharged - shipped };
}

/** What a substitution does to one line. */
export interface SubstitutionStep {
  line: SubstitutedLine;
  product_id: number;
  /** Why the line stays as it is; null if it changes. */
  refused: Refused | null;
  /** Items of the old SKU that become free, and items of the new SKU that the line is allocated afterwards. */
  qty_released: number;
  qty_allocated: number;
  /** True if part of the line has shipped. The rest then becomes a separate line. */
  is_split: boolean;
  /** True if the line is on the floor. Its pick line then changes, and its picker is notified. */
  in_pick: boolean;
}

/**
 * What a substitution does to each line, in the order of the lines. A line gets as many items of the new SKU as are free, and never more than it had
 * allocated before. `free` is the free stock of each new SKU, without items under an open stock check.
 */
export function planSubstitution(
  lines: readonly SubstitutedLine[],
  mode: SubstitutionMode,
  productFor: (line: SubstitutedLine) => number,
  free: ReadonlyMap<number, number>,
): SubstitutionStep[] {
  const remaining = new Map(free);
  return lines.map((line) => {
    const product_id = productFor(line);
    const verdict = checkSubstitute(line, mode, product_id);
    const stays = { line, product_id, qty_released: 0, qty_allocated: line.qty_allocated, is_split: false, in_pick: false };
    if (!verdict.ok) return { ...stays, refused: verdict };
    // If the same SKU is picked as before, only the customer's order changes.
    const isSameSku = product_id === line.sku_id;
    const rest = remaining.get(product_id) ?? 0;
    const qty_allocated = isSameSku ? line.qty_allocated : Math.min(line.qty_allocated, Math.max(0, rest));
    if (!isSameSku) remaining.set(product_id, rest - qty_allocated);
    return {
      line,
      product_id,
      refused: null,
      qty_released: isSameSku ? 0 : line.qty_allocated,
      qty_allocated,
      is_split: line.qty_shipped > 0,
      in_pick: line.pick_state !== null && line.qty_allocated > 0,
    };
  });
}
