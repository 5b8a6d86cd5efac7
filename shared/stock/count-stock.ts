import { z } from 'zod';
import { messages } from '../messages.ts';
import type { Role } from '../roles.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';

/**
 * The input of a stock count, which changes the one field of a product that the floor may change. `counted` says what `value` is: everything on hand,
 * or what is on the shelf. The server adds to a count of the shelf the items on hand that are off the shelf: picked, to be put back, or at a
 * decorator.
 */
export const countStockInput = z.object({
  field: z.literal('qty_available'),
  value: z.int().nonnegative().max(10_000_000),
  counted: z.enum(['on_hand', 'on_shelf']).default('on_hand'),
});
export type CountStockInput = z.infer<typeof countStockInput>;

/**
 * Whether a super has to approve a count: the absolute `difference`, plus the absolute differences of the counts since the last approved count
 * (`qty_unapproved`), exceeds `limit`. A super's own count and a count that changes nothing never need approval.
 */
export const needsApproval = (role: Role, difference: number, qty_unapproved: number, limit: number): boolean =>
  role !== 'super' && difference !== 0 && qty_unapproved + Math.abs(difference) > limit;

/** Refuses a count of fewer items than are at a decorator: these are on hand, and only their work order records what became of them. */
export const checkStockAtDecorator = (qty: number, qty_at_decorator: number, field: string): Verdict =>
  qty >= qty_at_decorator ? allow : refuse('at_decorator', messages.stock_at_decorator(qty_at_decorator), field);
