import { z } from 'zod';
import { limits } from '../limits.ts';

const quantity = z.int().max(limits.line_quantity);
const order_line_id = z.int().positive();

/** A new collection: the lines, or all that the person holds and may return. */
export const newCollection = z.object({
  lines: z
    .array(z.object({ order_line_id, quantity: quantity.min(1) }))
    .min(1)
    .max(limits.held_items)
    .optional(),
});
export type NewCollection = z.infer<typeof newCollection>;

/**
 * What has arrived, as absolute quantities. The entries of a line replace everything that was received of it before: one for each outcome, where some
 * items are restocked and others are written off.
 */
export const receiveCollectionInput = z.object({
  lines: z
    .array(z.object({ order_line_id, quantity: quantity.min(0), outcome: z.enum(['restock', 'write_off']) }))
    .min(1)
    .max(2 * limits.held_items),
});
export type ReceiveCollectionInput = z.infer<typeof receiveCollectionInput>;
