import { z } from 'zod';
import { limits } from '../limits.ts';

/**
 * The SKUs that are put on drafts of purchase orders: what is short of each, or what brings it back to its reorder point. `join_drafts`
 * adds to drafts that were made this way.
 */
export const orderShortfall = z.object({
  products: z.array(z.int().positive()).min(1).max(limits.shortfall_products),
  join_drafts: z.boolean().default(false),
  up_to: z.enum(['shortfall', 'reorder_point']).default('shortfall'),
});
export type OrderShortfall = z.infer<typeof orderShortfall>;
