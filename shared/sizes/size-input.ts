import { z } from 'zod';

const id = z.int().positive();

/** The product that a wearer chooses for each of their lines. */
export const chooseSizesInput = z.object({
  lines: z
    .array(z.object({ id, product_id: id }))
    .min(1)
    .max(200),
});
export type ChooseSizesInput = z.infer<typeof chooseSizesInput>;

/** The people to ask again for sizes; if `employees` is left out, everybody whose sizes are missing. */
export const askForSizesInput = z.object({ employees: z.array(id).min(1).max(200).optional() });

/** The SKU of a style in the size that fits a person. */
export const recordSizeInput = z.object({ product_id: id });
export type RecordSizeInput = z.infer<typeof recordSizeInput>;
