import { z } from 'zod';
import type { Role } from '../roles.ts';

/**
 * A stock count as it is sent, as the one field of a product that the floor may change: all that is on hand, or what lies on the shelf, to which
 * comes what is picked and has not left.
 */
export const countStock = z.object({
  field: z.literal('qty_available'),
  value: z.int().nonnegative().max(10_000_000),
  counted: z.enum(['on_hand', 'on_shelf']).default('on_hand'),
});
export type CountStock = z.infer<typeof countStock>;

/** Whether a count is far enough from what was believed that a super has to confirm it; a super's own never is. */
export const needsApproval = (role: Role, qty_believed: number, qty_counted: number, limit: number): boolean =>
  role !== 'super' && Math.abs(qty_counted - qty_believed) > limit;
