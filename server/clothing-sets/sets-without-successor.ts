import { asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { SetsWithoutSuccessor } from '../../shared/catalogue/product.ts';
import type { SetWithoutSuccessor } from '../../shared/clothing-sets/successors.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { alias, rows } from '../db/db.ts';
import { byName } from '../db/folded.ts';
import { jsonRows } from '../db/json-rows.ts';
import { accounts, clothingSetProducts, clothingSets, products } from '../db/tables/index.ts';

const idsText = z
  .string()
  .max(20_000)
  .transform((text) => text.split(',').map(Number));

export const withoutSuccessorQuery = z.object({
  ids: idsText.pipe(z.array(z.int().positive()).min(1).max(limits.products_at_once)),
  /** The successor of each of `ids`, in the same sequence; 0 for none. */
  successors: idsText.pipe(z.array(z.int().nonnegative()).max(limits.products_at_once)),
});

/** Pairs of a product and its successor; products without a successor are left out. */
export const pairsOf = (ids: readonly number[], successors: readonly number[]): (readonly [number, number])[] =>
  ids.flatMap((id, place) => (successors[place] ? [[id, successors[place]] as const] : []));

const isDecorated = sql`coalesce(${clothingSetProducts.decoration}, ${clothingSets.decoration}, '') <> ''`;

const setContents = sql`${clothingSetProducts} join ${clothingSets} on ${clothingSets.id} = ${clothingSetProducts.clothing_set_id}`;

/**
 * The SQL condition on `setContents` for sets that contain a product or its style, but not the product's successor. A set that contains a SKU of a
 * style counts as containing the style, whether the style is the product or the successor.
 */
const isWithout = (product_id: SQL, successor_id: SQL): SQL => sql`${clothingSets.deleted_at} is null
  and ${clothingSetProducts.product_id} in (select ended.id from ${products} as ended where ended.id = ${product_id} or ended.parent_id = ${product_id}
    or ended.id = (select sku.parent_id from ${products} as sku where sku.id = ${product_id}))
  and not exists (select 1 from ${clothingSetProducts} as other join ${products} as other_product on other_product.id = other.product_id
    where other.clothing_set_id = ${clothingSets.id} and (other_product.parent_id = ${successor_id}
      or other_product.id in (${successor_id}, (select following.parent_id from ${products} as following where following.id = ${successor_id}))))`;

const successor = sql`coalesce(products.successor_id, (select style.successor_id from ${products} as style where style.id = products.parent_id))`;
const counted = (what: SQL): SQL<number> =>
  sql<number>`(select count(distinct ${what}) from ${setContents} where ${successor} is not null and ${isWithout(sql`products.id`, successor)})`.mapWith(
    Number,
  );

/** For a query on `products`: the number of sets that contain a product but not its successor, and how many of these sets decorate it. */
export const withoutSuccessor = {
  sets_without_successor: counted(sql`${clothingSets.id}`),
  decorated_sets_without_successor: counted(sql`case when ${isDecorated} then ${clothingSets.id} end`),
};

/** The counts of `withoutSuccessor` for all `pairs` of a product and its successor, counting each set once, and the name of the first set. */
export async function setsWithoutSuccessors({ db }: Pick<Ctx, 'db'>, pairs: readonly (readonly [number, number])[]): Promise<SetsWithoutSuccessor> {
  const [row] = pairs.length
    ? await rows<{ sets: number; decorated: number; first: string | null }>(
        db,
        sql`select count(distinct ${clothingSets.id}) as sets, count(distinct case when ${isDecorated} then ${clothingSets.id} end) as decorated,
          min(${clothingSets.name}) as first
        from (select cast(value ->> 0 as bigint) as old_id, cast(value ->> 1 as bigint) as new_id from ${jsonRows(pairs)}) as pair
        cross join ${setContents} where ${isWithout(sql`pair.old_id`, sql`pair.new_id`)}`,
      )
    : [];
  return { sets: Number(row?.sets ?? 0), decorated: Number(row?.decorated ?? 0), first: row?.first ?? null };
}

const pairedSuccessor = alias(products, 'paired_successor');

/** The sets that contain the old product of one of `pairs` but not its successor. A set is left out if its company may not have the successor. */
export async function listSetsWithoutSuccessor(
  { db, actor }: Ctx,
  pairs: readonly (readonly [number, number])[],
): Promise<{ items: SetWithoutSuccessor[] }> {
  authorize(policy.edit_clothing_sets(actor));
  if (!pairs.length) return { items: [] };
  const pair = sql`(select cast(value ->> 0 as bigint) as old_id, cast(value ->> 1 as bigint) as new_id from ${jsonRows(pairs)}) as pair`;
  const items = await db
    .select({
      id: clothingSets.id,
      name: clothingSets.name,
      account: { id: accounts.id, name: accounts.name },
      is_decorated: sql<number>`max(case when ${isDecorated} then 1 else 0 end)`.mapWith(Number),
    })
    .from(clothingSetProducts)
    .innerJoin(clothingSets, eq(clothingSets.id, clothingSetProducts.clothing_set_id))
    .innerJoin(accounts, eq(accounts.id, clothingSets.account_id))
    .innerJoin(pair, isWithout(sql`pair.old_id`, sql`pair.new_id`))
    .innerJoin(pairedSuccessor, eq(pairedSuccessor.id, sql`pair.new_id`))
    .where(or(isNull(pairedSuccessor.account_id), eq(pairedSuccessor.account_id, clothingSets.account_id)))
    .groupBy(clothingSets.id, accounts.id)
    .orderBy(byName(accounts.name), byName(clothingSets.name), asc(clothingSets.id))
    .limit(limits.products_at_once);
  return { items: items.map((one) => ({ ...one, is_decorated: one.is_decorated > 0 })) };
}
