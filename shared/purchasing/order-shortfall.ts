import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

const id = z.int().positive();

/**
 * The SKUs to put on drafts of purchase orders: of each SKU its shortfall, or the items that bring the SKU back to its reorder point. `quantities`
 * are those that a person chose for some SKUs; they are rounded to the supplier’s terms like other quantities. `join_drafts` adds the SKUs to drafts
 * that an earlier request of this kind created.
 */
export const orderShortfallInput = z
  .object({
    products: z.array(id).min(1).max(limits.shortfall_products),
    quantities: z
      .array(z.object({ product_id: id, quantity: z.int().min(1, messages.say_how_many).max(limits.purchase_quantity) }))
      .max(limits.shortfall_products)
      .default([])
      .describe('Of products in `products`, in place of what is needed'),
    join_drafts: z.boolean().default(false),
    up_to: z.enum(['shortfall', 'reorder_point']).default('shortfall'),
  })
  .superRefine(({ products, quantities }, check) => {
    const chosen = new Set(products);
    for (const [n, { product_id }] of quantities.entries())
      if (!chosen.delete(product_id)) check.addIssue({ code: 'custom', path: ['quantities', n, 'product_id'], message: messages.choose_product });
  });
export type OrderShortfallInput = z.infer<typeof orderShortfallInput>;
