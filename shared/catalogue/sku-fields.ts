import { z } from 'zod';

const text = z.string().nullable();

/** The colour of a SKU and the parts of its size, from which `sizeOf` makes a text. */
export const skuAttributes = z.object({
  variation_colour: text,
  colour_hex: text,
  variation_size_1: text,
  variation_size_2: text,
  variation_all_size: text,
});

/** A SKU with the attributes that distinguish it within its style. */
export const skuFields = z.object({ id: z.int(), sku: z.string(), name: z.string(), ...skuAttributes.shape });

/** Pictures in the format that screens use, the best first. */
export const mediaFields = z.array(z.object({ url: z.string() }));
