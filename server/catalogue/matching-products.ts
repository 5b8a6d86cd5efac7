import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ProductFilter } from '../../shared/catalogue/product-filter.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { products } from '../db/tables/index.ts';
import { isOrderable } from './is-orderable.ts';
import { productsMatch, rankedStyles } from './match-products.ts';
import { isWaiting } from './waits-for.ts';

interface Filter extends Pick<ProductFilter, 'brand' | 'supplier_id' | 'category_id' | 'published' | 'ending'> {
  /** Limits the list to products for every company and products for this company alone. */
  account_id?: number | undefined;
  orderable?: boolean | undefined;
}

/** The condition that a product, or a SKU of a style, will be discontinued on a later day. */
export const isEnding = (now: string): SQL =>
  sql`(${products.discontinued_at} > ${now} or exists (select 1 from ${products} as child where child.parent_id = products.id
    and child.deleted_at is null and child.discontinued_at > ${now}))`;

/** The condition of each filter of a list of products; undefined for a filter that is not set. */
const filterConditions = (
  { now }: Pick<Ctx, 'now'>,
  { brand, supplier_id, category_id, account_id, orderable, published, ending }: Filter,
): (SQL | undefined)[] => [
  brand ? eq(products.brand, brand) : undefined,
  supplier_id === undefined ? undefined : eq(products.supplier_id, supplier_id),
  category_id === undefined ? undefined : eq(products.category_id, category_id),
  account_id === undefined ? undefined : or(isNull(products.account_id), eq(products.account_id, account_id)),
  published === undefined ? undefined : eq(products.is_published, published),
  ending ? isEnding(now) : undefined,
  orderable ? and(sql`${products.is_published}`, isOrderable(now, products)) : undefined,
];

/** The condition formed from all filters of a list of products. */
export const filteredProducts = (ctx: Pick<Ctx, 'now'>, filter: Filter): SQL | undefined =>
  and(isNull(products.deleted_at), ...filterConditions(ctx, filter));

/** Whether a list of products has any filter besides its search. */
export const isFiltered = (ctx: Pick<Ctx, 'now'>, filter: Filter): boolean =>
  filterConditions(ctx, filter).some((condition) => condition !== undefined);

/** The condition of discontinued products that still exist and match the search by `productsMatch`. */
export async function waitingWhere(ctx: Ctx, { fts, search, ...filter }: ProductFilter): Promise<SQL | undefined> {
  const sought = await productsMatch(ctx, fts ?? search ?? '');
  return and(filteredProducts(ctx, { ...filter, published: undefined, ending: undefined }), isWaiting(ctx.now), sought);
}

/** The ids of the products on all pages of the product list: styles, or discontinued products. */
export async function matchingIds(ctx: Ctx, filter: ProductFilter): Promise<number[]> {
  const { fts, search, waiting, ...rest } = filter;
  const order = [asc(products.sku), asc(products.id)];
  if (!waiting) return rankedStyles(ctx, and(filteredProducts(ctx, rest), isNull(products.parent_id)), order, fts ?? search ?? '');
  const rows = await ctx.db
    .select({ id: products.id })
    .from(products)
    .where(await waitingWhere(ctx, filter))
    .orderBy(...order)
    .limit(limits.bulk_products);
  return rows.map(({ id }) => id);
}

/** The number of SKUs of a style, for a query on `products` alone. */
export const skusCount = sql<number>`(select count(*) from ${products} as child where child.parent_id = products.id and child.deleted_at is null)`;

export const matchingProductsSchema = z.object({
  products: z.array(z.object({ id: z.int(), sku: z.string(), children_count: z.int() })),
  is_cut: z.boolean().describe(`There may be more than the ${limits.bulk_products.toLocaleString('en-GB')} that are named`),
});

/** The products on all pages of a list, to which a bulk change may apply. */
export async function matchingProducts(ctx: Ctx, filter: ProductFilter): Promise<z.infer<typeof matchingProductsSchema>> {
  authorize(policy.edit_products(ctx.actor));
  const ids = await matchingIds(ctx, filter);
  const rows = await ctx.db
    .select({ id: products.id, sku: products.sku, children_count: skusCount.mapWith(Number) })
    .from(products)
    .where(among(products.id, idList(ids)))
    .orderBy(asc(products.sku));
  return { products: rows, is_cut: ids.length >= limits.bulk_products };
}

export const productCounts = z.object({
  all: z.int().describe('Styles, published or not'),
  skus: z.int(),
  unpublished: z.int(),
  ending: z.int().describe('Styles that are not sold any more from a later day on, or a SKU of which'),
  waiting: z.int().describe('Discontinued products that still exist'),
});
