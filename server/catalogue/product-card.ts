import { and, eq, isNull, or } from 'drizzle-orm';
import { z } from 'zod';
import { isClientRole } from '../../shared/roles.ts';
import { clothingSetProducts, clothingSets, products, userClothingSets, users } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { include } from '../http/paging.ts';
import { found, notFound } from '../http/problem.ts';
import { visibleEmployees } from '../people/scope.ts';
import { type PermittedProduct, permittedFor } from './permitted-products.ts';
import { seesRestricted } from './sees-restricted.ts';
import { articleSchema, styleSchema, stylesOf } from './wearer-products.ts';

export const cardQuery = z.object({
  include: include([
    'media',
    'parent',
    'parent.media',
    'attributes',
    'datasheets',
    'children',
    'children.attributes',
    'siblings',
    'clothing_sets',
    'categories',
  ]),
});

export const cardSchema = styleSchema.extend({
  variation: articleSchema.nullable().describe('The article that was asked for; null where it was the style'),
  datasheets: z.array(z.object({ name: z.string(), url: z.string() })),
});

/** People in the caller's scope whose sets hold a product or its style: through them the caller may see it. */
const wearersOf = (ctx: Ctx, style_id: number, product_id: number) =>
  ctx.db
    .selectDistinct({ id: users.id })
    .from(users)
    .innerJoin(userClothingSets, eq(userClothingSets.user_id, users.id))
    .innerJoin(clothingSets, eq(clothingSets.id, userClothingSets.clothing_set_id))
    .innerJoin(clothingSetProducts, eq(clothingSetProducts.clothing_set_id, clothingSets.id))
    .leftJoin(products, eq(products.id, clothingSetProducts.product_id))
    .where(
      and(
        visibleEmployees(ctx.actor),
        isNull(clothingSets.deleted_at),
        or(eq(products.id, style_id), eq(products.id, product_id), eq(products.parent_id, style_id)),
      ),
    )
    .limit(200);

/** A product as a card shows it: its style with the sizes and colours that the caller's people may have. 404 where it is in none of their sets. */
export async function productCard(ctx: Ctx, id: number): Promise<z.infer<typeof cardSchema>> {
  const { actor, db } = ctx;
  if (actor.role !== 'super' && !isClientRole(actor.role)) throw notFound();
  const [product] = await db
    .select({ id: products.id, parent_id: products.parent_id })
    .from(products)
    .where(and(eq(products.id, id), isNull(products.deleted_at)));
  const style_id = found(product).parent_id ?? id;
  const wearers = await wearersOf(ctx, style_id, id);
  const offers = await permittedFor(
    db,
    wearers.map((wearer) => wearer.id),
    { site_id: null, restricted: seesRestricted(actor) },
  );
  const offered = new Map<number, PermittedProduct>();
  for (const permitted of offers.values())
    for (const article of permitted.values()) {
      const known = offered.get(article.id);
      if ((article.parent_id ?? article.id) === style_id && (!known || article.price < known.price)) offered.set(article.id, article);
    }
  if (!offered.size || (id !== style_id && !offered.has(id))) throw notFound();
  const [style] = await stylesOf(ctx, offered);
  const { children } = found(style);
  return { ...found(style), variation: children.find((child) => child.id === id && child.id !== style_id) ?? null, datasheets: [] };
}
