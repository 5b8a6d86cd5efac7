import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { lineText } from '../text.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';

/** A supplier return's number: its id, padded to five digits. */
export const supplierReturnNumber = (id: number): string => String(id).padStart(5, '0');

export const newSupplierReturn = z.object({ supplier_id: z.int({ error: messages.supplier_needed }).positive(), email: z.boolean().optional() });
export type NewSupplierReturn = z.infer<typeof newSupplierReturn>;

/** A change of a draft, or its approval. */
export const supplierReturnChange = z.object({
  approved: z.literal(true).optional(),
  email: z.boolean().optional(),
  version: z.int().optional(),
});
export type SupplierReturnChange = z.infer<typeof supplierReturnChange>;

/** A change of a line: the SKU to return, the quantity and the reason. Fields that are not sent stay as they are; a new line may be empty. */
export const supplierReturnLine = z.object({
  product_id: z.int().positive().nullish(),
  qty_requested: z.int().min(0).max(limits.line_quantity).optional(),
  reason: lineText(limits.supplier_return_reason).nullish(),
});
export type SupplierReturnLine = z.infer<typeof supplierReturnLine>;

/** A supplier return is approved once; after that it can only be read. */
export const checkDraft = ({ approved_at }: { approved_at: string | null }): Verdict =>
  approved_at ? refuse('already_approved', messages.supplier_return_approved) : allow;

/** The facts that decide whether a line can be returned. `qty_requested` is a number of items. */
export interface SupplierReturnLineFacts {
  id: number;
  product_id: number | null;
  sku: string | null;
  qty_requested: number;
}

/**
 * The errors that prevent the approval of a supplier return, by field; empty if it can be approved. `free` is the unallocated stock of each SKU,
 * which several lines of one SKU share: allocated stock is never returned.
 */
export function approvalFaults(
  { email, sales_email, lines }: { email: boolean; sales_email: string | null; lines: readonly SupplierReturnLineFacts[] },
  free: ReadonlyMap<number, number>,
): Record<string, string> {
  if (!lines.length) return { lines: messages.supplier_return_empty };
  const faults: Record<string, string> = {};
  if (email && !sales_email) faults.email = messages.supplier_without_email;
  const remaining = new Map(free);
  for (const [n, { product_id, qty_requested }] of lines.entries()) {
    if (product_id === null) faults[`lines.${n}.product_id`] = messages.choose_product;
    if (qty_requested < 1) faults[`lines.${n}.qty_requested`] = messages.say_how_many;
    if (product_id === null) continue;
    const rest = (remaining.get(product_id) ?? 0) - qty_requested;
    if (rest < 0) faults[`lines.${n}.qty_requested`] = messages.supplier_return_short(remaining.get(product_id) ?? 0);
    remaining.set(product_id, rest);
  }
  return faults;
}
