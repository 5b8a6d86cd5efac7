import { z } from 'zod';
import { messages } from '../messages.ts';
import type { Role } from '../roles.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';

/**
 * The input of a stock count, the one field of a product that the floor may change: either everything on hand, or what is on the
 * shelf; picked items that have not left are added to the latter.
 */
export const countStockInput = z.object({
  field: z.literal('qty_available'),
  value: z.int().nonnegative().max(10_000_000),
  counted: z.enum(['on_hand', 'on_shelf']).default('on_hand'),
});
export type CountStockInput = z.infer<typeof countStockInput>;

/**
 * Whether a super has to approve a count: its change and those of the counts since the last approved one, added up without their signs, exceed the
 * limit. A super's own count never needs approval, nor does one that changes nothing.
 */
export const needsApproval = (role: Role, difference: number, qty_unapproved: number, limit: number): boolean =>
  role !== 'super' && difference !== 0 && qty_unapproved + Math.abs(difference) > limit;

/** Items at a decorator are on hand: what became of them is said on their work order, not by a count. */
export const checkStockAtDecorator = (qty: number, qty_at_decorator: number, field: string): Verdict =>
  qty >= qty_at_decorator ? allow : refuse('at_decorator', messages.stock_at_decorator(qty_at_decorator), field);
