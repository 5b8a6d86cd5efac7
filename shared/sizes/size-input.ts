import { z } from 'zod';

const id = z.int().positive();

/** The product that a wearer chooses for each of their lines. */
export const chooseSizes = z.object({
  lines: z
    .array(z.object({ id, product_id: id }))
    .min(1)
    .max(200),
});
export type ChooseSizes = z.infer<typeof chooseSizes>;

/** The people to ask again for sizes; without names, everybody whose sizes are missing. */
export const askForSizes = z.object({ employees: z.array(id).min(1).max(200).optional() });
