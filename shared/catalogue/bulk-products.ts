import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { productFields, productFlags } from './product.ts';
import { productFilter } from './product-filter.ts';

/** The styles of a bulk action: the named ones, or all that the list shows on all its pages. */
const which = z.object({
  ids: z
    .array(z.int().positive())
    .min(1, messages.choose_product)
    .max(limits.bulk_products, messages.too_many_products(limits.bulk_products))
    .overwrite((ids) => [...new Set(ids)])
    .optional(),
  filter: productFilter.optional().describe('The parameters of the list: every style that matches'),
});
export type WhichProducts = z.infer<typeof which>;

const isOneOf = ({ ids, filter }: WhichProducts): boolean => (ids === undefined) !== (filter === undefined);
const chooseProduct = { path: ['ids'], message: messages.choose_product };

export const exportedProducts = which.refine(isOneOf, chooseProduct);
export type ExportedProducts = z.infer<typeof exportedProducts>;

/** The fields that can be changed for many products at once. */
const bulkFields = productFields.pick({
  brand: true,
  supplier_id: true,
  category_id: true,
  push_discontinued_at: true,
  ...(Object.fromEntries(productFlags.map((name) => [name, true])) as Record<(typeof productFlags)[number], true>),
});

/** A change of the same fields of many products. */
export const bulkProducts = which
  .extend({
    change: bulkFields.partial().refine((fields) => Object.keys(fields).length > 0, messages.nothing_changed),
    preview: z.boolean().default(false).describe('Only count what it is about'),
  })
  .refine(isOneOf, chooseProduct);
export type BulkProducts = z.infer<typeof bulkProducts>;
