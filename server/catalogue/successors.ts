import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { isClientRole } from '../../shared/roles.ts';
import { visibleSets } from '../clothing-sets/scope.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { alias } from '../db/db.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { clothingSetProducts, clothingSets, products } from '../db/tables/index.ts';
import { isOrderable } from './is-orderable.ts';

const style = alias(products, 'style');

/** The columns that distinguish the SKUs of a style from each other. */
const variation = { variation_colour: products.variation_colour, ...sizeColumns };
const keyOf = (one: Record<keyof typeof variation, string | null>): string =>
  JSON.stringify(
    [one.variation_colour, one.variation_size_1, one.variation_size_2, one.variation_all_size].map((part) => part?.toLowerCase() ?? null),
  );

/** The condition that a product or its style is in a set visible to the caller; undefined for the office, which may see every product. */
const isHeld = (actor: Ctx['actor']): SQL | undefined =>
  isClientRole(actor.role)
    ? sql`exists (select 1 from ${clothingSetProducts} join ${clothingSets} on ${clothingSets.id} = ${clothingSetProducts.clothing_set_id}
        where ${clothingSetProducts.product_id} in (${products.id}, ${products.parent_id}) and ${visibleSets(actor)})`
    : undefined;

/**
 * The successor of each of these SKUs, by SKU id: its own successor, otherwise the SKU of its style’s successor in the same colour and size. A
 * successor that cannot be ordered, or that is in none of the caller’s sets, is left out.
 */
export async function successorsOf({ db, now, actor }: Pick<Ctx, 'db' | 'now' | 'actor'>, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: products.id, own: products.successor_id, of_style: style.successor_id, ...variation })
    .from(products)
    .leftJoin(style, eq(style.id, products.parent_id))
    .where(among(products.id, idList(ids)));
  const styles = rows.flatMap(({ own, of_style }) => (own === null && of_style !== null ? [of_style] : []));
  const alike = styles.length
    ? await db
        .select({ id: products.id, parent_id: products.parent_id, ...variation })
        .from(products)
        .where(and(among(products.parent_id, idList(styles)), isNull(products.deleted_at)))
    : [];
  const byVariation = new Map(alike.map((one) => [`${one.parent_id} ${keyOf(one)}`, one.id]));
  const pairs = rows.flatMap((row) => {
    const successor = row.own ?? (row.of_style === null ? undefined : byVariation.get(`${row.of_style} ${keyOf(row)}`));
    return successor === undefined ? [] : [[row.id, successor] as const];
  });
  if (!pairs.length) return new Map();
  const sold = await db
    .select({ id: products.id })
    .from(products)
    .leftJoin(style, eq(style.id, products.parent_id))
    .where(
      and(
        among(products.id, idList(pairs.map(([, successor]) => successor))),
        isNull(products.deleted_at),
        sql`${products.is_published}`,
        isOrderable(now, products, style),
        isHeld(actor),
      ),
    );
  const soldIds = new Set(sold.map(({ id }) => id));
  return new Map(pairs.filter(([, successor]) => soldIds.has(successor)));
}
