import { aliasedTable, and, asc, desc, eq, isNotNull, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addFields } from '../../shared/add-fields.ts';
import { marginOf } from '../../shared/catalogue/margin.ts';
import { wordsOf } from '../../shared/catalogue/match-words.ts';
import { listedProduct, type PriceRange, priceRange, waitsFor } from '../../shared/catalogue/product.ts';
import { inSizeOrder } from '../../shared/catalogue/size-order.ts';
import { cheaperSizes, type PricedSku } from '../../shared/catalogue/sku-prices.ts';
import { groupBy } from '../../shared/group-by.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import { enforceSet } from '../clothing-sets/find-set.ts';
import { rowsOfStyles } from '../clothing-sets/set-product-queries.ts';
import type { Ctx } from '../core/context.ts';
import { include, listQuery, type Page, pageInMemory, pageSchema, queryFlag, readPage } from '../core/paging.ts';
import { authorize } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { inDirection } from '../db/in-order.ts';
import { isSku } from '../db/sku-columns.ts';
import { products } from '../db/tables/index.ts';
import { decorated, decoratedSets, decoratedStyles, decorationTexts } from './decorated-sets.ts';
import { matchingSkus, rankedStyles } from './match-products.ts';
import { filteredProducts, isEnding, isFiltered, productCounts, skusCount, waitingWhere } from './matching-products.ts';
import { listedProducts } from './product-rows.ts';
import { type SupplyQuantities, supplyOf, supplyQuantities } from './supply-of.ts';
import { waitsOf } from './waits-for.ts';

const ofStyle = aliasedTable(products, 'style');

const orders = ['sku', 'name', 'brand', 'price', 'cost', 'created_at'] as const;
export const productSearch = listQuery({ orderBy: orders, default: 'sku' }).extend({
  /** The default is 15 for styles and 100 for SKUs. */
  per_page: z.coerce
    .number()
    .int()
    .min(1)
    .transform((size) => Math.min(size, limits.page_cap))
    .optional(),
  /** Words, each of which begins a word of the product; `search` means the same. */
  fts: z.string().trim().max(200).optional(),
  /** Lists styles, which is also the default. */
  parent_only: queryFlag.optional(),
  /** Lists SKUs instead of styles. */
  disable_parent: queryFlag.optional(),
  /** One row for each colour of a style. */
  separated_by_primary_attribute: queryFlag.optional(),
  /** Also finds products that clothing sets decorate with these words. */
  search_decorations: queryFlag.optional(),
  /** Only products that a clothing set visible to the caller decorates. */
  decorated: queryFlag.optional(),
  /** Only products with a decoration in a clothing set of this client. The caller must be able to see the set. */
  decorated_for: z.coerce.number().int().positive().optional(),
  include_on_order_count: queryFlag.optional(),
  /** Only discontinued products that are not removed yet. Each has the counts that prevent its removal. */
  waiting: queryFlag.optional(),
  published: queryFlag.optional(),
  /** Only products that are to be discontinued on a future day, and styles with such a SKU. */
  ending: queryFlag.optional(),
  brand: z.string().trim().max(limits.name).optional(),
  supplier_id: z.coerce.number().int().positive().optional(),
  category_id: z.coerce.number().int().positive().optional(),
  /** Only the products that every company may order and those of this company. Without `account_id`, the products of all companies. */
  account_id: z.coerce.number().int().positive().optional(),
  /** Only products that can be ordered. */
  orderable: queryFlag.optional(),
  /** The set that the caller edits. Each style in the answer then says whether this set contains any SKU of the style. */
  clothing_set_id: z.coerce.number().int().positive().optional(),
  include: include([
    'categories',
    'supplier',
    'media',
    'parent',
    'attributes',
    'children',
    'children.attributes',
    'primary_attribute_product',
    'clothing_sets_with_decoration',
    'current_shortfall_qty',
    'current_on_order_qty',
    'current_partially_received_qty',
    'counts',
  ]),
});
type Query = z.infer<typeof productSearch>;

export const foundProduct = listedProduct.extend({
  colours: z.array(z.object({ name: z.string(), hex: z.string().nullable() })).describe('Of a style'),
  sizes_1: z.array(z.string()),
  sizes_2: z.array(z.string()),
  cheaper_sizes: z
    .array(z.string())
    .describe('Of a style: sizes that cost less than a smaller one of their colour; empty for those who see no prices'),
  sku_margins: priceRange.nullable().describe('Of a style: the lowest and highest margin of its SKUs, per cent; null for those who see no costs'),
  skus_ending: z.int().describe('Of a style: SKUs that are discontinued, or will be'),
  is_in_set: z.boolean().nullable().describe('Whether the requested set holds any of it; null where none was requested'),
  children: z.array(listedProduct).optional().describe('With include=children'),
  primary_attribute_product: listedProduct.nullable().optional().describe('The first SKU of the colour that the row is for'),
  clothing_sets_with_decoration: z.array(decorated).optional(),
  ...supplyQuantities.partial().shape,
  waits_for: waitsFor.optional().describe('With waiting=true: what keeps it'),
});
export type FoundProduct = z.infer<typeof foundProduct>;
export const productPage = pageSchema(foundProduct).extend({
  counts: productCounts.optional().describe('Products in each view, by the same search and filters; where `include` asks for them'),
});
type ProductPage = z.infer<typeof productPage>;

/** The price or cost of a style in the list: that of its cheapest SKU, or its own if it has no SKUs. */
const cheapest = (column: 'price' | 'cost'): SQL =>
  sql`coalesce((select min(child.${sql.identifier(column)}) from ${products} as child where child.parent_id = ${products.id} and child.deleted_at is null), ${products[column]})`;

/** The value by which the list is sorted. */
const sortValue = ({ orderBy, disable_parent }: Pick<Query, 'orderBy' | 'disable_parent'>): SQLWrapper =>
  (orderBy === 'price' || orderBy === 'cost') && !disable_parent ? cheapest(orderBy) : products[orderBy];

/** A row of the list: a product. If a style has a row for each colour, the row is the first SKU in that colour. */
interface Found {
  id: number;
  first?: number | undefined;
}

/** For every view of the list, the number of products that match the search and the filters. */
async function countViews(ctx: Ctx, query: Query): Promise<z.infer<typeof productCounts>> {
  const text = query.fts ?? query.search ?? '';
  const where = filteredProducts(ctx, { ...query, published: undefined, ending: undefined });
  const styles = wordsOf(text).length ? await rankedStyles(ctx, and(where, isNull(products.parent_id)), [asc(products.id)], text) : undefined;
  const [counts] = await ctx.db
    .select({
      all: sql<number>`count(*)`.mapWith(Number),
      skus: sql<number>`coalesce(sum(${skusCount}), 0)`.mapWith(Number),
      unpublished: sql<number>`count(case when not ${products.is_published} then 1 end)`.mapWith(Number),
      ending: sql<number>`count(case when ${isEnding(ctx.now)} then 1 end)`.mapWith(Number),
    })
    .from(products)
    .where(and(where, isNull(products.parent_id), styles && among(products.id, idList(styles))));
  const waiting = await ctx.db.$count(products, await waitingWhere(ctx, query));
  return { all: 0, skus: 0, unpublished: 0, ending: 0, ...counts, waiting };
}

/** Products of the catalogue: styles, or SKUs, with the parts that the query includes. Costs and suppliers are only for callers who may see them. */
export async function searchProducts(ctx: Ctx, query: Query): Promise<ProductPage> {
  const page = await foundProducts(ctx, query);
  return query.include?.includes('counts') ? { ...page, counts: await countViews(ctx, query) } : page;
}

async function foundProducts(ctx: Ctx, query: Query): Promise<Page<FoundProduct>> {
  authorize(policy.read_products(ctx.actor));
  if (query.supplier_id !== undefined) authorize(policy.see_suppliers(ctx.actor));
  if (query.orderBy === 'cost') authorize(policy.see_costs(ctx.actor));
  if (query.orderBy === 'price') authorize(policy.see_prices(ctx.actor));
  if (query.clothing_set_id !== undefined) {
    authorize(policy.edit_clothing_sets(ctx.actor));
    await enforceSet(ctx, query.clothing_set_id);
  }
  const typed = wordsOf(query.fts ?? query.search ?? '');
  const range = { ...query, per_page: query.per_page ?? (query.disable_parent ? limits.page_cap : limits.styles_page) };
  if (query.waiting) return pageWhere(ctx, query, range, await waitingWhere(ctx, query));
  if (query.disable_parent) {
    const matches = await matchingSkus(ctx, query.fts ?? query.search ?? '');
    const total = isFiltered(ctx, query) ? undefined : matches?.ids.length;
    if (matches && query.orderBy === 'sku' && total !== undefined) return pageOfSkus(ctx, query, range, matches);
    const where = and(filteredProducts(ctx, query), matches ? among(products.id, idList(matches.ids)) : isSku);
    return pageWhere(ctx, query, range, where, { first: matches?.whole, total });
  }
  const isDecorated =
    query.decorated || query.decorated_for !== undefined ? among(products.id, idList(await decoratedStyles(ctx, query.decorated_for))) : undefined;
  const where = and(filteredProducts(ctx, query), isNull(products.parent_id), isDecorated);
  if (!typed.length && !query.separated_by_primary_attribute) return pageWhere(ctx, query, range, where);
  const more = query.search_decorations ? await decorationTexts(ctx, typed) : undefined;
  const order = [inDirection(query.sortedBy, sortValue(query)), asc(products.id)];
  const styles = await rankedStyles(ctx, where, order, query.fts ?? query.search ?? '', more);
  const rows: Found[] = query.separated_by_primary_attribute ? await byColour(ctx, styles) : styles.map((id) => ({ id }));
  return readPage(ctx.db, range, pageInMemory(rows, range), (found) => completed(ctx, query, found));
}

/** A page of the SKUs that a search finds. The index of words returns them sorted, so that no SQL statement has to sort thousands of ids. */
function pageOfSkus(
  ctx: Ctx,
  query: Query,
  range: Query & { per_page: number },
  { ids, whole }: { ids: readonly number[]; whole: readonly number[] },
): Promise<Page<FoundProduct>> {
  const sequence = query.sortedBy === 'asc' ? ids : [...whole, ...ids.slice(whole.length).toReversed()];
  return readPage(ctx.db, range, pageInMemory(sequence, range), (found) =>
    completed(
      ctx,
      query,
      found.map((id) => ({ id })),
    ),
  );
}

/** A page of the products that meet the condition `where`; products in `first` come first. If `total` is passed, the products are not counted. */
async function pageWhere(
  ctx: Ctx,
  query: Query,
  range: Query & { per_page: number },
  where: SQL | undefined,
  { first = [], total }: { first?: readonly number[] | undefined; total?: number | undefined } = {},
): Promise<Page<FoundProduct>> {
  const rank = first.length ? [sql`case when ${among(products.id, idList(first))} then 0 else 1 end`] : [];
  const order = [...rank, inDirection(query.sortedBy, sortValue(query)), query.sortedBy === 'desc' ? desc(products.id) : asc(products.id)];
  const rows = ctx.db.select({ id: products.id }).from(products).where(where);
  const count = total === undefined ? ctx.db.$count(products, where) : Promise.resolve(total);
  return readPage(ctx.db, range, { rows, order, count }, (found) => completed(ctx, query, found));
}

/** One row for each colour of these styles, with the first SKU in that colour; one row for a style without colours. */
async function byColour({ db }: Ctx, styles: readonly number[]): Promise<Found[]> {
  const rows = await db
    .select({ id: products.id, style_id: products.parent_id, colour: products.variation_colour })
    .from(products)
    .where(and(among(products.parent_id, idList(styles)), isNull(products.deleted_at)))
    .orderBy(asc(products.position), asc(products.id));
  const firsts = new Map<number, Map<string | null, number>>();
  for (const { id, style_id, colour } of rows) {
    const colours = firsts.get(style_id ?? 0) ?? new Map<string | null, number>();
    firsts.set(style_id ?? 0, colours);
    if (!colours.has(colour)) colours.set(colour, id);
  }
  return styles.flatMap((id) => {
    const colours = [...(firsts.get(id)?.values() ?? [])];
    return colours.length ? colours.map((first) => ({ id, first })) : [{ id }];
  });
}

/** The supply quantities that the query asks for. */
function supplyPart(supply: SupplyQuantities | undefined, withShortfall: boolean): Partial<SupplyQuantities> {
  if (!supply || withShortfall) return supply ?? {};
  const { current_shortfall_qty: _, ...rest } = supply;
  return rest;
}

const texts = (values: readonly (string | null)[]): string[] => [...new Set(values.flatMap((value) => value ?? []))];

const pricedSku = (sku: {
  colour: string | null;
  size_1: string | null;
  size_2: string | null;
  all_size: string | null;
  price: number;
}): PricedSku => ({
  variation_colour: sku.colour,
  variation_size_1: sku.size_1,
  variation_size_2: sku.size_2,
  variation_all_size: sku.all_size,
  price: sku.price,
});

function marginsOf(skus: readonly { price: number; cost: number }[]): PriceRange | null {
  const margins = skus.flatMap(({ price, cost }) => marginOf(price, cost) ?? []);
  return margins.length ? { from: Math.min(...margins), to: Math.max(...margins) } : null;
}

/** The rows with all the parts that the query includes. */
async function completed(ctx: Ctx, query: Query, found: readonly Found[]): Promise<FoundProduct[]> {
  const { db } = ctx;
  const { clothing_set_id, include: parts = [] } = query;
  const ids = [...new Set(found.map(({ id }) => id))];
  const rows = new Map((await listedProducts(ctx, ids)).map((row) => [row.id, row]));
  // With `disable_parent`, the list contains no style that has SKUs, so no SKUs have to be read.
  const styleIds = query.disable_parent ? [] : ids;
  const skusQuery = db
    .select({
      id: products.id,
      parent_id: products.parent_id,
      colour: products.variation_colour,
      hex: products.colour_hex,
      size_1: products.variation_size_1,
      size_2: products.variation_size_2,
      all_size: products.variation_all_size,
      price: products.price,
      cost: products.cost,
      discontinued_at: products.discontinued_at,
      size_order: ofStyle.size_order,
    })
    .from(products)
    .innerJoin(ofStyle, eq(ofStyle.id, products.parent_id))
    .where(and(isNotNull(products.parent_id), among(products.parent_id, idList(styleIds)), isNull(products.deleted_at)))
    .orderBy(asc(products.position), asc(products.id));
  const skus = styleIds.length ? await skusQuery : [];
  const byStyle = groupBy(skus, ({ parent_id }) => parent_id);
  const stylesInSet = clothing_set_id === undefined ? null : new Set((await rowsOfStyles(db, clothing_set_id, ids)).map(({ style_id }) => style_id));
  const firstIds = found.flatMap(({ first }) => first ?? []);
  const firsts = new Map((await listedProducts(ctx, firstIds)).map((row) => [row.id, row]));
  const children = parts.some((part) => part.startsWith('children'))
    ? groupBy(
        await listedProducts(
          ctx,
          skus.map(({ id }) => id),
        ),
        ({ parent }) => parent?.id,
      )
    : undefined;
  const includesSupply = query.include_on_order_count || parts.some((part) => part.startsWith('current_'));
  // The quantities that open orders lack are added up from order lines, so they are read only on request.
  const withShortfall = parts.includes('current_shortfall_qty');
  const supply = includesSupply ? await supplyOf(ctx, ids, { withShortfall }) : undefined;
  const includesSets = query.search_decorations || parts.includes('clothing_sets_with_decoration');
  const sets = includesSets ? await decoratedSets(ctx, ids) : undefined;
  const sees_costs = policy.see_costs(ctx.actor);
  const sees_prices = policy.see_prices(ctx.actor);
  const waits = query.waiting ? await waitsOf(ctx, ids) : undefined;
  return found.flatMap(({ id, first }) => {
    const row = rows.get(id);
    if (!row) return [];
    const own = byStyle.get(id) ?? [];
    return [
      // With a row for each colour, one style is in several rows, so each row is a copy.
      addFields(first === undefined ? row : { ...row }, {
        colours: [...new Map(own.flatMap(({ colour, hex }) => (colour ? [[colour, hex] as const] : [])))].map(([name, hex]) => ({ name, hex })),
        sizes_1: inSizeOrder(texts(own.map(({ size_1 }) => size_1)), own[0]?.size_order?.size_1),
        sizes_2: inSizeOrder(texts(own.map(({ size_2 }) => size_2)), own[0]?.size_order?.size_2),
        cheaper_sizes: sees_prices ? cheaperSizes(own.map(pricedSku)) : [],
        sku_margins: sees_costs ? marginsOf(own) : null,
        skus_ending: own.filter(({ discontinued_at }) => discontinued_at !== null).length,
        is_in_set: stylesInSet?.has(id) ?? null,
        ...(query.separated_by_primary_attribute && { primary_attribute_product: firsts.get(first ?? 0) ?? null }),
        ...(children && { children: children.get(id) ?? [] }),
        ...(sets && { clothing_sets_with_decoration: sets.get(id)?.slice(0, limits.page_cap) ?? [] }),
        ...supplyPart(supply?.get(id), withShortfall),
        ...(waits?.has(id) && { waits_for: waits.get(id) }),
      }),
    ];
  });
}
