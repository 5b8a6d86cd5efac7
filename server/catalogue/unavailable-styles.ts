import { and, eq, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { limits } from '../../shared/limits.ts';
import type { Ctx } from '../core/context.ts';
import { byName } from '../db/folded.ts';
import { clothingSetProducts, clothingSetSites, clothingSets, products, sites, userClothingSets, userSites } from '../db/tables/index.ts';
import { isArticle, isCurrent, isOfferedAt, isPublished, isUnrestricted, parent } from './order-conditions.ts';
import type { ForWhom } from './permitted-products.ts';

/** The sets of a wearer that exclude some of the wearer's sites, one row for each such site. */
export const unavailableSets = ({ db }: Pick<Ctx, 'db'>, employee_id: number) =>
  db
    .select({ set_name: clothingSets.name, site_name: sites.name })
    .from(userClothingSets)
    .innerJoin(clothingSets, eq(clothingSets.id, userClothingSets.clothing_set_id))
    .innerJoin(clothingSetSites, eq(clothingSetSites.clothing_set_id, clothingSets.id))
    .innerJoin(userSites, and(eq(userSites.site_id, clothingSetSites.site_id), eq(userSites.user_id, userClothingSets.user_id)))
    .innerJoin(sites, eq(sites.id, userSites.site_id))
    .where(and(eq(userClothingSets.user_id, employee_id), isNull(clothingSets.deleted_at), isNull(sites.deleted_at)))
    .orderBy(byName(clothingSets.name), byName(sites.name));

/** The sets of a wearer that exclude a delivery site or, if no site is chosen yet (0), the sets that exclude all of the wearer's sites. */
export const setsKeptFrom = ({ db }: Pick<Ctx, 'db'>, employee_id: number, site_id: number) =>
  db
    .select({ id: clothingSets.id, name: clothingSets.name })
    .from(userClothingSets)
    .innerJoin(clothingSets, eq(clothingSets.id, userClothingSets.clothing_set_id))
    .where(and(eq(userClothingSets.user_id, employee_id), isNull(clothingSets.deleted_at), not(isOfferedAt(site_id, userClothingSets.user_id))))
    .orderBy(byName(clothingSets.name));

const some = (...conditions: (SQL | undefined)[]) => sql<boolean>`max(case when ${and(...conditions)} then 1 else 0 end)`.mapWith(Boolean);

export interface UnavailableStyle {
  id: number;
  name: string;
  /** Why the wearer may not order the style: the first condition that none of its articles meets. */
  code: 'restriction' | 'publication' | 'discontinuation';
}

/** The styles in a wearer’s sets of which the wearer may not have any article, each with the condition that prevents it; one page at most. */
export async function unavailableStyles(
  { db }: Pick<Ctx, 'db'>,
  employee_id: number,
  { site_id, restricted, now }: ForWhom,
): Promise<UnavailableStyle[]> {
  const unrestricted = isUnrestricted(restricted ? 1 : 0);
  const style_id = sql<number>`coalesce(${products.parent_id}, ${products.id})`.mapWith(Number);
  const style_name = sql<string>`coalesce(${parent.name}, ${products.name})`;
  const permitted = some(unrestricted, isPublished, isCurrent(now));
  const rows = await db
    .select({ id: style_id, name: style_name, unrestricted: some(unrestricted), published: some(unrestricted, isPublished) })
    .from(userClothingSets)
    .innerJoin(clothingSets, eq(clothingSets.id, userClothingSets.clothing_set_id))
    .innerJoin(clothingSetProducts, eq(clothingSetProducts.clothing_set_id, clothingSets.id))
    .innerJoin(products, or(eq(products.id, clothingSetProducts.product_id), eq(products.parent_id, clothingSetProducts.product_id)))
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .where(
      and(
        eq(userClothingSets.user_id, employee_id),
        isNull(clothingSets.deleted_at),
        isNull(products.deleted_at),
        isArticle,
        isOfferedAt(site_id ?? 0, userClothingSets.user_id),
      ),
    )
    .groupBy(style_id, style_name)
    .having(sql`${permitted} = 0`)
    .orderBy(byName(style_name))
    .limit(limits.page_cap);
  return rows.map(({ id, name, ...style }) => ({
    id,
    name,
    code: style.published ? 'discontinuation' : style.unrestricted ? 'publication' : 'restriction',
  }));
}
