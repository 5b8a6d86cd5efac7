import { and, eq, isNull, or } from 'drizzle-orm';
import { z } from 'zod';
import { skuAttributes } from '../../shared/catalogue/sku-fields.ts';
import { isOrderable } from '../catalogue/is-orderable.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { alias } from '../db/db.ts';
import { inOrder } from '../db/in-order.ts';
import { skuColumns } from '../db/sku-columns.ts';
import { products, stockLevels } from '../db/tables/index.ts';
import { qtyFreeOrNone } from '../stock/qty-free.ts';

export const sizeChoice = z.object({ id: z.int(), sku: z.string(), attributes: skuAttributes, qty_free: z.int() });
export type SizeChoice = z.infer<typeof sizeChoice>;

const returnedProducts = alias(products, 'came');

/**
 * For each of these SKUs, the SKUs that can be sent in exchange: those of the same style that may still be ordered, including the SKU itself, by
 * colour and size.
 */
export async function sizeChoices(ctx: Pick<Ctx, 'db' | 'now'>, product_ids: readonly number[]): Promise<Map<number, SizeChoice[]>> {
  if (!product_ids.length) return new Map();
  const rows = await ctx.db
    .select({
      came_id: returnedProducts.id,
      id: products.id,
      ...skuColumns,
      qty_free: qtyFreeOrNone,
    })
    .from(returnedProducts)
    .innerJoin(products, or(eq(products.id, returnedProducts.id), eq(products.parent_id, returnedProducts.parent_id)))
    .leftJoin(stockLevels, eq(stockLevels.product_id, products.id))
    .where(and(among(returnedProducts.id, idList(product_ids)), isNull(products.deleted_at), isOrderable(ctx.now, products)))
    .orderBy(...inOrder('asc', returnedProducts.id, products.variation_colour, products.position, products.id));
  const choices = new Map<number, SizeChoice[]>(product_ids.map((id) => [id, []]));
  for (const { came_id, id, sku, qty_free, ...attributes } of rows) choices.get(came_id)?.push({ id, sku, attributes, qty_free });
  return choices;
}
