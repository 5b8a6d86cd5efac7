import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { matchWords, wordsOf } from '../../shared/catalogue/match-words.ts';
import { groupBy } from '../../shared/group-by.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import { enforceSet } from '../clothing-sets/find-set.ts';
import { rowsOfStyles } from '../clothing-sets/set-product-queries.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, queryFlag, readPage } from '../core/paging.ts';
import { authorize } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { mediaOf, pictureOf } from '../db/picture.ts';
import { categories, products } from '../db/tables/index.ts';
import { isOrderable } from './orderable.ts';

export const productSearch = listQuery({ orderBy: ['name', 'sku'], default: 'name', per_page: limits.products_page }).extend({
  category_id: z.coerce.number().int().positive().optional(),
  /** Everybody's products and the own ones of this company; without it all. */
  account_id: z.coerce.number().int().positive().optional(),
  /** Only what can be ordered. */
  orderable: queryFlag.optional(),
  /** For those who edit this set: says of each style whether the set holds any of it. */
  clothing_set_id: z.coerce.number().int().positive().optional(),
});

export const foundStyle = z.object({
  id: z.int(),
  sku: z.string(),
  name: z.string(),
  brand: z.string().nullable(),
  category: z.object({ id: z.int(), name: z.string() }).nullable(),
  price: z.int().nullable().describe('Pence, ex VAT; null for those who work without prices'),
  cost: z.int().nullable().describe('Pence; null for those who may not see it'),
  is_csp: z.boolean(),
  is_published: z.boolean(),
  media: z.array(z.object({ url: z.string() })),
  children_count: z.int(),
  colours: z.array(z.object({ name: z.string(), hex: z.string().nullable() })),
  sizes_1: z.array(z.string()),
  sizes_2: z.array(z.string()),
  is_in_set: z.boolean().nullable().describe('Whether the requested set holds any of it; null where none was requested'),
});
type FoundStyle = z.infer<typeof foundStyle>;

/** The styles of the catalogue: every word of the search begins a word of name, SKU, brand or category, best matches first. */
export async function searchProducts(ctx: Ctx, query: z.infer<typeof productSearch>): Promise<Page<FoundStyle>> {
  authorize(policy.read_products(ctx.actor));
  const { search, category_id, account_id, orderable, clothing_set_id } = query;
  if (clothing_set_id !== undefined) {
    authorize(policy.edit_clothing_sets(ctx.actor));
    await enforceSet(ctx, clothing_set_id);
  }
  // Styles are some hundreds where SKUs are ten thousands, so that their words are compared here, alike on both engines.
  const styles = await ctx.db
    .select({
      id: products.id,
      name: products.name,
      sku: products.sku,
      supplier_sku: products.supplier_sku,
      brand: products.brand,
      category: categories.name,
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.category_id))
    .where(
      and(
        isNull(products.parent_id),
        isNull(products.deleted_at),
        category_id === undefined ? undefined : eq(products.category_id, category_id),
        account_id === undefined ? undefined : or(isNull(products.account_id), eq(products.account_id, account_id)),
        orderable ? and(sql`${products.is_published}`, isOrderable(ctx.now, products)) : undefined,
      ),
    )
    .orderBy(asc(products[query.orderBy]), asc(products.id))
    .limit(limits.searched_styles);
  const sequence = query.sortedBy === 'desc' ? styles.reverse() : styles;
  const typed = search ? wordsOf(search) : [];
  const skuStart = search?.toUpperCase() ?? '';
  const ranked = sequence.flatMap(({ id, name, sku, supplier_sku, brand, category }) => {
    if (!typed.length) return [{ id, rank: 0 }];
    if (sku.toUpperCase() === skuStart) return [{ id, rank: -1 }];
    const rank = matchWords(typed, [name, sku, supplier_sku ?? '', brand ?? '', category ?? '']);
    return rank === null ? [] : [{ id, rank }];
  });
  ranked.sort((one, other) => one.rank - other.rank);
  const matches = ranked.length || !typed.length ? ranked : await styleOfSku(ctx, skuStart, new Set(styles.map(({ id }) => id)));
  const page = matches.slice((query.page - 1) * query.per_page, query.page * query.per_page);
  return readPage(ctx.db, query, { page, total: matches.length }, (rows) =>
    foundStyles(
      ctx,
      rows.map(({ id }) => id),
      clothing_set_id,
    ),
  );
}

/** The style of a SKU that was typed in full. */
async function styleOfSku({ db }: Ctx, sku: string, among_ids: ReadonlySet<number>): Promise<{ id: number }[]> {
  const rows = await db
    .select({ id: products.parent_id })
    .from(products)
    .where(and(eq(products.sku, sku), isNull(products.deleted_at)));
  return rows.flatMap(({ id }) => (id !== null && among_ids.has(id) ? [{ id }] : []));
}

async function foundStyles(ctx: Ctx, ids: readonly number[], clothing_set_id: number | undefined): Promise<FoundStyle[]> {
  const { db, actor } = ctx;
  const rows = await db
    .select({
      id: products.id,
      sku: products.sku,
      name: products.name,
      brand: products.brand,
      price: products.price,
      cost: products.cost,
      is_csp: products.is_csp,
      is_published: products.is_published,
      category_id: categories.id,
      category_name: categories.name,
      picture: pictureOf(products.id).as('picture'),
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.category_id))
    .where(among(products.id, idList(ids)));
  const children = await db
    .select({
      parent_id: products.parent_id,
      colour: products.variation_colour,
      hex: products.colour_hex,
      size_1: products.variation_size_1,
      size_2: products.variation_size_2,
    })
    .from(products)
    .where(and(among(products.parent_id, idList(ids)), isNull(products.deleted_at)))
    .orderBy(asc(products.position), asc(products.id));
  const stylesInSet = clothing_set_id === undefined ? null : new Set((await rowsOfStyles(db, clothing_set_id, ids)).map(({ style_id }) => style_id));
  const byStyle = groupBy(children, ({ parent_id }) => parent_id);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { category_id, category_name, picture, price, cost, ...style } = row;
    const own = byStyle.get(id) ?? [];
    const texts = (values: readonly (string | null)[]): string[] => [...new Set(values.flatMap((value) => value ?? []))];
    return [
      {
        ...style,
        price: policy.see_prices(actor) ? price : null,
        cost: policy.see_costs(actor) ? cost : null,
        category: category_id === null ? null : { id: category_id, name: category_name ?? '' },
        media: mediaOf(picture),
        children_count: own.length,
        colours: [...new Map(own.flatMap(({ colour, hex }) => (colour ? [[colour, hex] as const] : [])))].map(([name, hex]) => ({ name, hex })),
        sizes_1: texts(own.map(({ size_1 }) => size_1)),
        sizes_2: texts(own.map(({ size_2 }) => size_2)),
        is_in_set: stylesInSet?.has(id) ?? null,
      },
    ];
  });
}
