import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { visibleSets } from '../clothing-sets/scope.ts';
import { nameInSet, styleTerms } from '../clothing-sets/style-terms.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { alias } from '../db/db.ts';
import { clothingSetProducts, clothingSets, products } from '../db/tables/index.ts';
import { isOrderable } from './is-orderable.ts';
import { addHeld, bySet, type PermittedProduct } from './permitted-products.ts';

/** The style of an article; the article's own row if it has no style. */
export const style = alias(products, 'style');

/** The sets to read: those of a company, one set, or all that the caller may see. */
export interface Looked {
  account_id?: number | undefined;
  clothing_set_id?: number | undefined;
}

/** The condition that an article of a visible set is shown: it is published, not restricted for this person, not deleted and not discontinued. */
export function shownOfSets({ actor, now }: Pick<Ctx, 'actor' | 'now'>, { account_id, clothing_set_id }: Looked): SQL | undefined {
  return and(
    visibleSets(actor),
    account_id === undefined ? undefined : eq(clothingSets.account_id, account_id),
    clothing_set_id === undefined ? undefined : eq(clothingSets.id, clothing_set_id),
    isNull(products.deleted_at),
    sql`${products.is_published}`,
    // The variations of a style are its articles; a style without variations is itself the article.
    sql`not exists (select 1 from ${products} as child where child.parent_id = ${products.id} and child.deleted_at is null)`,
    isOrderable(now, products, style),
    policy.see_restricted_products(actor) ? undefined : sql`not (${products.is_restricted} or ${style.is_restricted})`,
  );
}

/** The condition that a set contains an article or the article's style. */
export const heldBySet = or(eq(products.id, clothingSetProducts.product_id), eq(products.parent_id, clothingSetProducts.product_id));
/** The join from an article to its style. */
export const isItsStyle = eq(style.id, sql`coalesce(${products.parent_id}, ${products.id})`);

/** The articles of these styles in the given sets. Each article comes once, at its lowest price and with the decorations of all of these sets. */
export async function offeredOf(
  ctx: Pick<Ctx, 'db' | 'actor' | 'now'>,
  looked: Looked,
  style_ids: readonly number[],
): Promise<Map<number, PermittedProduct>> {
  const ids = idList(style_ids);
  const rows = await ctx.db
    .select({
      id: products.id,
      parent_id: products.parent_id,
      clothing_set_id: clothingSets.id,
      price: products.price,
      set_price: clothingSetProducts.price,
      vat_rate: products.vat_rate,
      name: products.name,
      set_name: nameInSet.as('set_name'),
      decoration: sql<string | null>`coalesce(${clothingSetProducts.decoration}, ${clothingSets.decoration})`.as('set_decoration'),
      ...styleTerms,
      variation_colour: products.variation_colour,
    })
    .from(products)
    .innerJoin(style, isItsStyle)
    .innerJoin(clothingSetProducts, heldBySet)
    .innerJoin(clothingSets, eq(clothingSets.id, clothingSetProducts.clothing_set_id))
    .where(and(or(among(products.id, ids), among(products.parent_id, ids)), shownOfSets(ctx, looked)));
  const offered = new Map<number, PermittedProduct>();
  for (const row of bySet(rows)) addHeld(offered, row);
  return offered;
}
