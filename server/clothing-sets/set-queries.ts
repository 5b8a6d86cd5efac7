import { and, asc, count, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import { isClientRole } from '../../shared/roles.ts';
import type { Ctx } from '../core/context.ts';
import { include, listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize, notFound, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { columnsOf } from '../db/columns-of.ts';
import { contains } from '../db/contains.ts';
import { alias } from '../db/db.ts';
import { byName } from '../db/folded.ts';
import { mediaOf, pictureOf } from '../db/picture.ts';
import { accounts, clothingSetProducts, clothingSetSites, clothingSets, products, sites } from '../db/tables/index.ts';
import { visibleSets } from './scope.ts';
import { nameInSet, setPicture } from './style-terms.ts';

/** An answer has at most this many products of one set. */
const MAX_PRODUCTS = 1000;

export const setQuery = listQuery({ orderBy: ['name', 'id'], default: 'name', per_page: 50, cap: limits.page_cap_clothing_sets }).extend({
  include: include(['account', 'excluded_sites', 'counts']),
  /** Only the sets that contain this product, or its style. */
  product_id: z.coerce.number().int().positive().optional(),
});

const namedSchema = z.object({ id: z.int(), name: z.string() });
export const setSchema = z.object({
  id: z.int(),
  name: z.string(),
  account: namedSchema,
  excluded_sites: z.array(namedSchema),
  decoration: z.string().nullable().describe('Offered with every product of the set, one a line'),
});
export type ClothingSet = z.infer<typeof setSchema>;

export const wholeSetSchema = setSchema.extend({
  media: z.array(z.object({ url: z.string() })),
  counts: z.object({ products_count: z.int() }),
  products: z
    .array(
      z.object({
        id: z.int(),
        sku: z.string(),
        name: z.string(),
        parent: z.object({ id: z.int(), sku: z.string(), name: z.string() }).nullable(),
        price: z.int().nullable().describe('Pence, ex VAT; null for those who work without prices'),
        decoration: z.string().nullable(),
        attributes: z.object({
          variation_colour: z.string().nullable(),
          variation_size_1: z.string().nullable(),
          variation_size_2: z.string().nullable(),
        }),
        is_non_returnable: z.boolean(),
        discontinued_at: z.string().nullable(),
        media: z.array(z.object({ url: z.string() })),
      }),
    )
    .describe('The products of the set, at most 1,000: a SKU, or a style for all of its SKUs'),
});

/** Throw 404 unless the caller may see the sets of this company. */
function enterCompany(ctx: Ctx, account_id: number): void {
  authorize(policy.browse_catalogue(ctx.actor));
  if (isClientRole(ctx.actor.role) && ctx.actor.account_id !== account_id) throw notFound();
}

const columns = columnsOf(clothingSets, setSchema.omit({ excluded_sites: true }), { account: { id: accounts.id, name: accounts.name } });

/** Adds to each set its excluded sites, with one query for any number of sets. */
export async function excludedSitesOf<Row extends { id: number }>(
  ctx: Ctx,
  rows: readonly Row[],
): Promise<(Row & Pick<ClothingSet, 'excluded_sites'>)[]> {
  const excluded = await ctx.db
    .select({ clothing_set_id: clothingSetSites.clothing_set_id, id: sites.id, name: sites.name })
    .from(clothingSetSites)
    .innerJoin(sites, eq(sites.id, clothingSetSites.site_id))
    .where(and(among(clothingSetSites.clothing_set_id, idList(rows.map(({ id }) => id))), isNull(sites.deleted_at)))
    .orderBy(byName(sites.name));
  return rows.map((set) => ({
    ...set,
    excluded_sites: excluded.filter(({ clothing_set_id }) => clothing_set_id === set.id).map(({ id, name }) => ({ id, name })),
  }));
}

/** The condition on `clothing_sets` that a set contains this product, its style, or a SKU of it. */
export const holdsProduct = (product_id: number): SQL =>
  sql`exists (select 1 from ${clothingSetProducts} where ${clothingSetProducts.clothing_set_id} = ${clothingSets.id} and (
    ${clothingSetProducts.product_id} = ${product_id}
    or ${clothingSetProducts.product_id} = (select ${products.parent_id} from ${products} where ${products.id} = ${product_id})
    or ${clothingSetProducts.product_id} in (select ${products.id} from ${products} where ${products.parent_id} = ${product_id})))`;

/** The clothing sets of a company that the caller may see. */
export async function listSets(ctx: Ctx, account_id: number, query: z.infer<typeof setQuery>): Promise<Page<ClothingSet>> {
  enterCompany(ctx, account_id);
  const conditions: (SQL | undefined)[] = [visibleSets(ctx.actor), eq(clothingSets.account_id, account_id)];
  if (query.search && query.search.length >= limits.search_min) conditions.push(contains(clothingSets.name, query.search));
  if (query.product_id) conditions.push(holdsProduct(query.product_id));
  const where = and(...conditions);
  const rows = ctx.db.select(columns).from(clothingSets).innerJoin(accounts, eq(accounts.id, clothingSets.account_id)).where(where);
  return readPage(ctx.db, query, { rows, order: [clothingSets[query.orderBy], clothingSets.id] }, (sets) => excludedSitesOf(ctx, sets));
}

/** One clothing set of a company that the caller may see; otherwise 404. */
export async function setOf(ctx: Ctx, account_id: number, set_id: number): Promise<ClothingSet> {
  enterCompany(ctx, account_id);
  const rows = await ctx.db
    .select(columns)
    .from(clothingSets)
    .innerJoin(accounts, eq(accounts.id, clothingSets.account_id))
    .where(and(eq(clothingSets.id, set_id), eq(clothingSets.account_id, account_id), visibleSets(ctx.actor)));
  return requireFound((await excludedSitesOf(ctx, rows))[0]);
}

const parent = alias(products, 'set_parent');

/** One clothing set with its contents, as everybody may see it: with prices, but without costs and suppliers. */
export async function clothingSet(ctx: Ctx, account_id: number, set_id: number): Promise<z.infer<typeof wholeSetSchema>> {
  const set = await setOf(ctx, account_id, set_id);
  const holds = and(
    eq(clothingSetProducts.clothing_set_id, set.id),
    isNull(products.deleted_at),
    sql`${products.is_published}`,
    policy.see_restricted_products(ctx.actor)
      ? undefined
      : sql`not (${products.is_restricted} or coalesce(${parent.is_restricted}, ${products.is_restricted}))`,
  );
  const [total] = await ctx.db
    .select({ n: count() })
    .from(clothingSetProducts)
    .innerJoin(products, eq(products.id, clothingSetProducts.product_id))
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .where(holds);
  const setProducts = await ctx.db
    .select({
      id: products.id,
      sku: products.sku,
      name: sql<string>`coalesce(${nameInSet}, ${products.name})`.as('name'),
      parent_id: parent.id,
      parent_sku: parent.sku,
      parent_name: parent.name,
      price: sql<number>`coalesce(${clothingSetProducts.price}, ${products.price})`.mapWith(Number).as('price'),
      decoration: clothingSetProducts.decoration,
      variation_colour: products.variation_colour,
      variation_size_1: products.variation_size_1,
      variation_size_2: products.variation_size_2,
      is_non_returnable: or(
        sql`${products.is_non_returnable}`,
        sql`coalesce(${parent.is_non_returnable}, ${products.is_non_returnable})`,
      ) as SQL<boolean>,
      discontinued_at: products.discontinued_at,
      picture: sql<string | null>`coalesce(${setPicture}, ${pictureOf(products.id)})`.as('picture'),
      parent_picture: pictureOf(parent.id).as('parent_picture'),
    })
    .from(clothingSetProducts)
    .innerJoin(products, eq(products.id, clothingSetProducts.product_id))
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .where(holds)
    .orderBy(byName(products.name), asc(products.parent_id), asc(products.position), asc(products.sku))
    .limit(MAX_PRODUCTS);
  return {
    ...set,
    media: [],
    counts: { products_count: total?.n ?? 0 },
    products: setProducts.map(
      ({ parent_id, parent_sku, parent_name, variation_colour, variation_size_1, variation_size_2, picture, parent_picture, ...product }) => ({
        ...product,
        price: policy.see_prices(ctx.actor) ? product.price : null,
        is_non_returnable: Boolean(product.is_non_returnable),
        parent: parent_id === null ? null : { id: parent_id, sku: parent_sku ?? '', name: parent_name ?? '' },
        attributes: { variation_colour, variation_size_1, variation_size_2 },
        media: mediaOf(picture, parent_picture),
      }),
    ),
  };
}
