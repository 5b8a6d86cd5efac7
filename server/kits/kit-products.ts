import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { decorationsOf } from '../../shared/clothing-sets/decorations.ts';
import { limits } from '../../shared/limits.ts';
import { isArticle, isCurrent, isPublished, parent } from '../catalogue/order-conditions.ts';
import type { Ctx } from '../core/context.ts';
import { contains } from '../db/contains.ts';
import { clothingSetProducts, clothingSets, products } from '../db/tables/index.ts';
import { authorizeKits } from './kit-queries.ts';

export const kitProductQuery = z.object({ search: z.string().trim().max(200).optional() });
export const kitProductsSchema = z.object({
  items: z.array(
    z.object({
      id: z.int().describe('The style'),
      name: z.string(),
      sku: z.string(),
      colours: z.array(z.string()),
      colour_hex: z.string().nullable(),
      decorations: z.array(z.string()).describe('Those that the sets offer with it'),
    }),
  ),
});

/** The styles in the sets of a client company, found by name or SKU: the first ones by name. */
export async function kitProducts(
  ctx: Ctx,
  account_id: number,
  { search }: z.infer<typeof kitProductQuery>,
): Promise<z.infer<typeof kitProductsSchema>> {
  authorizeKits(ctx, account_id);
  const name = sql<string>`coalesce(${parent.name}, ${products.name})`;
  const sku = sql<string>`coalesce(${parent.sku}, ${products.sku})`;
  const rows = await ctx.db
    .select({
      id: sql<number>`coalesce(${products.parent_id}, ${products.id})`.mapWith(Number).as('style_id'),
      name: name.as('style_name'),
      sku: sku.as('style_sku'),
      variation_colour: products.variation_colour,
      colour_hex: products.colour_hex,
      decoration: sql<string | null>`coalesce(${clothingSetProducts.decoration}, ${clothingSets.decoration})`.as('offered_decoration'),
    })
    .from(clothingSets)
    .innerJoin(clothingSetProducts, eq(clothingSetProducts.clothing_set_id, clothingSets.id))
    .innerJoin(products, or(eq(products.id, clothingSetProducts.product_id), eq(products.parent_id, clothingSetProducts.product_id)))
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .where(
      and(
        eq(clothingSets.account_id, account_id),
        isNull(clothingSets.deleted_at),
        isNull(products.deleted_at),
        isPublished,
        isArticle,
        isCurrent(ctx.now),
        search ? or(contains(name, search), contains(sku, search)) : undefined,
      ),
    )
    .orderBy(asc(name), asc(sql`style_id`), asc(products.position))
    .limit(limits.kit_product_rows);
  const styles = new Map<number, z.infer<typeof kitProductsSchema>['items'][number]>();
  for (const { id, variation_colour, colour_hex, decoration, ...style } of rows) {
    const known = styles.get(id) ?? { id, ...style, colours: [], colour_hex, decorations: [] };
    if (variation_colour && !known.colours.includes(variation_colour)) known.colours.push(variation_colour);
    for (const one of decorationsOf(decoration)) if (!known.decorations.includes(one)) known.decorations.push(one);
    styles.set(id, known);
  }
  return { items: [...styles.values()].slice(0, limits.kit_products) };
}
