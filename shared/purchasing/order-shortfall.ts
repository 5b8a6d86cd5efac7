import { z } from 'zod';
import { limits } from '../limits.ts';

/** The SKUs whose shortfall is put on drafts of purchase orders; `join_drafts` adds to drafts that were made this way. */
export const orderShortfall = z.object({
  products: z.array(z.int().positive()).min(1).max(limits.shortfall_products),
  join_drafts: z.boolean().default(false),
});
export type OrderShortfall = z.infer<typeof orderShortfall>;
