import { z } from 'zod';
import { messages } from '../messages.ts';
import { lineText } from '../text.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';

/** A correction of stock other than a count: how many items came in or went out, and why. */
export const adjustStockInput = z.object({
  qty: z
    .int()
    .min(-1_000_000)
    .max(1_000_000)
    .refine((qty) => qty !== 0, messages.adjustment_zero),
  reason: lineText(200).min(1, messages.adjustment_reason),
});
export type AdjustStockInput = z.infer<typeof adjustStockInput>;

/** Refuses a correction that removes more items than are on hand. */
export const checkAdjustStock = (qty_available: number, qty: number): Verdict =>
  qty_available + qty >= 0 ? allow : refuse('too_much', messages.adjustment_too_much(qty_available), 'qty');
