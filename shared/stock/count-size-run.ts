import { z } from 'zod';
import { messages } from '../messages.ts';

/** The most SKUs that are counted in one step: more sizes than a style has in one colour. */
const MAX_COUNTS = 100;

/** What is on the shelf of several SKUs, such as the sizes of a style. SKUs that nobody has counted are left out. */
export const countSizeRunInput = z.object({
  counts: z
    .array(z.object({ product_id: z.int().positive(), on_shelf: z.int().min(0).max(999_999) }))
    .min(1, messages.say_how_many)
    .max(MAX_COUNTS)
    .refine((rows) => new Set(rows.map(({ product_id }) => product_id)).size === rows.length, messages.sku_twice),
});
export type CountSizeRunInput = z.infer<typeof countSizeRunInput>;
