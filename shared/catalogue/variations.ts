import { z } from 'zod';
import { calendarDate } from '../calendar-date.ts';
import { codeText } from '../code-text.ts';
import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { newCustomProduct } from './custom-product.ts';
import { productFields } from './product.ts';

/** The colours and sizes for which a style gets every missing SKU. */
export const newVariations = newCustomProduct.pick({ colours: true, sizes_1: true, sizes_2: true }).extend({
  preview: z.boolean().default(false).describe('Answers with the SKUs and makes none'),
});
export type NewVariations = z.infer<typeof newVariations>;

export const madeVariations = z.object({
  items: z.array(z.object({ sku: z.string(), exists: z.boolean().describe('The style has it already') })),
  created: z.int(),
});
export type MadeVariations = z.infer<typeof madeVariations>;

const sku = codeText(limits.sku)
  .overwrite((text) => text.toUpperCase())
  .regex(/^[A-Z0-9]+([-./][A-Z0-9]+)*$/, messages.sku_invalid);

const { push_discontinued_at: _, successor_id: __, ...fields } = productFields.shape;
/** A new style, or a new SKU of a style. A SKU gets the values of its style for fields that are not sent. */
export const newProduct = z.object({
  sku,
  ...z.object(fields).partial().shape,
  parent_id: z.int().positive().optional(),
  variation_colour: requiredText(limits.name, messages.name_needed).optional(),
  variation_size_1: requiredText(limits.size, messages.name_needed).optional(),
  variation_size_2: requiredText(limits.size, messages.name_needed).optional(),
  variations: newVariations.omit({ preview: true }).optional().describe('The colours and sizes of a new style: it is made with all its SKUs'),
});
export type NewProduct = z.infer<typeof newProduct>;

/** SKUs of a style, and the day from which they are discontinued; null puts them on sale again. */
export const discontinuation = z.object({
  variations: z.array(z.int().positive()).min(1, messages.choose_product).max(limits.style_variations),
  discontinued_at: calendarDate(messages.day_invalid).nullable(),
  successors: z
    .array(z.object({ product_id: z.int().positive(), successor_id: z.int().positive().nullable() }))
    .max(limits.style_variations)
    .optional()
    .describe('What is sold in place of some of them; of the others it stays as it is'),
});
export type Discontinuation = z.infer<typeof discontinuation>;
