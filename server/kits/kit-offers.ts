import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { decorationsOf } from '../../shared/clothing-sets/decorations.ts';
import type { KitOffer } from '../../shared/kits/kit.ts';
import { isArticle, isCurrent, isPublished, parent } from '../catalogue/order-conditions.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { clothingSetProducts, clothingSets, products } from '../db/tables/index.ts';

/** That a set of a client company offers an article that can be ordered now: one of these SKUs, or a SKU of one of these styles. */
export function isOfferedInSets(account_id: number, ids: readonly number[], now: string): SQL | undefined {
  const list = idList(ids);
  return and(
    eq(clothingSets.account_id, account_id),
    isNull(clothingSets.deleted_at),
    isNull(products.deleted_at),
    isPublished,
    isArticle,
    isCurrent(now),
    or(among(products.id, list), among(products.parent_id, list)),
  );
}

/** What the clothing sets of a client company offer of these styles and SKUs, by id; a product that no set contains is missing. */
export async function kitOffers({ db, now }: Pick<Ctx, 'db' | 'now'>, account_id: number, ids: readonly number[]): Promise<Map<number, KitOffer>> {
  if (!ids.length) return new Map();
  const rows = await db
    .select({
      id: products.id,
      parent_id: products.parent_id,
      variation_colour: products.variation_colour,
      decoration: sql<string | null>`coalesce(${clothingSetProducts.decoration}, ${clothingSets.decoration})`,
    })
    .from(clothingSets)
    .innerJoin(clothingSetProducts, eq(clothingSetProducts.clothing_set_id, clothingSets.id))
    .innerJoin(products, or(eq(products.id, clothingSetProducts.product_id), eq(products.parent_id, clothingSetProducts.product_id)))
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .where(isOfferedInSets(account_id, ids, now))
    .orderBy(products.position, products.id);
  return new Map(
    ids.flatMap((id) => {
      const own = rows.filter((row) => row.id === id || row.parent_id === id);
      if (!own.length) return [];
      const colours = [...new Set(own.flatMap(({ variation_colour }) => variation_colour ?? []))];
      // A set without decorations offers the product without one.
      const needs_decoration = own.every(({ decoration }) => decorationsOf(decoration).length > 0);
      // A style without variations is itself the article.
      return [[id, { is_style: own.some(({ parent_id }) => parent_id === id || parent_id === null), colours, needs_decoration }]];
    }),
  );
}
