import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addFields } from '../../shared/add-fields.ts';
import { descriptionHtml } from '../../shared/catalogue/description-html.ts';
import { isDiscontinued } from '../../shared/catalogue/is-discontinued.ts';
import { type ListedProduct, listedProduct, type PriceRange, type Product, productSchema } from '../../shared/catalogue/product.ts';
import { type Actor, policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { include, queryFlag } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { columnsOf } from '../db/columns-of.ts';
import { alias, prepared } from '../db/db.ts';
import { mediaOf, pictureOf, pictureOfColours } from '../db/picture.ts';
import { categories, files, productMedia, products, stockLevels, suppliers } from '../db/tables/index.ts';
import { overflowBins } from '../stock/overflow-bins.ts';
import { freeOf } from '../stock/qty-free.ts';
import { datasheetsOf } from './datasheets-of.ts';
import { supplyOf } from './supply-of.ts';

const style = alias(products, 'style');
const successor = alias(products, 'successor');

const listed = columnsOf(
  products,
  listedProduct.omit({
    categories: true,
    is_parent: true,
    is_child: true,
    is_discontinued: true,
    children_count: true,
    sku_prices: true,
    sku_costs: true,
    qty_available: true,
    qty_allocated: true,
    qty_at_decorator: true,
    qty_free: true,
    media: true,
    has_own_picture: true,
  }),
  {
    parent: { id: style.id, sku: style.sku, name: style.name },
    successor: { id: successor.id, sku: successor.sku, name: successor.name },
    category: { id: categories.id, name: categories.name },
    supplier: { id: suppliers.id, name: suppliers.name },
    attributes: {
      variation_colour: products.variation_colour,
      variation_size_1: products.variation_size_1,
      variation_size_2: products.variation_size_2,
      variation_material: products.variation_material,
      variation_decoration: products.variation_decoration,
      variation_all_size: products.variation_all_size,
    },
  },
);
const pictures = {
  picture: pictureOf(products.id).as('picture'),
  style_picture: pictureOf(products.parent_id).as('style_picture'),
  colour_picture: pictureOfColours(products.id).as('colour_picture'),
};

const rowsById = prepared('listed_products_by_id', (db) =>
  db
    .select({ ...listed, ...pictures })
    .from(products)
    .leftJoin(style, eq(style.id, products.parent_id))
    .leftJoin(successor, eq(successor.id, products.successor_id))
    .leftJoin(categories, eq(categories.id, products.category_id))
    .leftJoin(suppliers, eq(suppliers.id, products.supplier_id))
    .where(and(among(products.id, sql.placeholder('ids')), isNull(products.deleted_at))),
);
type Row = Awaited<ReturnType<typeof rowsById>>[number];

interface Stock {
  children_count: number;
  qty_available: number;
  qty_allocated: number;
  qty_at_decorator: number;
}
/** The stock of a style, added up over its SKUs, and the ranges of their prices and costs. */
interface Together extends Stock {
  prices: PriceRange | null;
  costs: PriceRange | null;
}
const nothing: Together = { children_count: 0, qty_available: 0, qty_allocated: 0, qty_at_decorator: 0, prices: null, costs: null };

const ownStock = prepared('stock_of_products', (db) =>
  db
    .select({
      id: stockLevels.product_id,
      qty_available: stockLevels.qty_available,
      qty_allocated: stockLevels.qty_allocated,
      qty_at_decorator: stockLevels.qty_at_decorator,
    })
    .from(stockLevels)
    .where(among(stockLevels.product_id, sql.placeholder('ids'))),
);
const stockOfStyles = prepared('stock_of_styles', (db) =>
  db
    .select({
      id: sql<number>`${products.parent_id}`.mapWith(Number),
      children_count: sql<number>`count(*)`.mapWith(Number),
      qty_available: sql<number>`coalesce(sum(${stockLevels.qty_available}), 0)`.mapWith(Number),
      qty_allocated: sql<number>`coalesce(sum(${stockLevels.qty_allocated}), 0)`.mapWith(Number),
      qty_at_decorator: sql<number>`coalesce(sum(${stockLevels.qty_at_decorator}), 0)`.mapWith(Number),
      prices: { from: sql<number>`min(${products.price})`.mapWith(Number), to: sql<number>`max(${products.price})`.mapWith(Number) },
      costs: { from: sql<number>`min(${products.cost})`.mapWith(Number), to: sql<number>`max(${products.cost})`.mapWith(Number) },
    })
    .from(products)
    .leftJoin(stockLevels, eq(stockLevels.product_id, products.id))
    .where(and(among(products.parent_id, sql.placeholder('ids')), isNull(products.deleted_at)))
    .groupBy(products.parent_id),
);

/** The stock of each of these products. A style has the sums of its SKUs' stock, the number of the SKUs and the ranges of their prices and costs. */
async function stockByProduct({ db }: Pick<Ctx, 'db'>, rows: readonly Row[]): Promise<Map<number, Together>> {
  const own = await ownStock(db, { ids: idList(rows.map(({ id }) => id)) });
  const styles = rows.flatMap(({ id, parent }) => (parent ? [] : [id]));
  const ofStyles = styles.length ? await stockOfStyles(db, { ids: idList(styles) }) : [];
  return new Map([
    ...own.map(({ id, ...levels }) => [id, { ...nothing, ...levels }] as const),
    ...ofStyles.map(({ id, ...rest }) => [id, rest] as const),
  ]);
}

/** A row as this person may see it: not everybody may see prices, costs and suppliers. */
function shownTo(actor: Actor, row: Row, now: string, { prices, costs, ...stock } = nothing): ListedProduct {
  const sees_costs = policy.see_costs(actor);
  const sees_prices = policy.see_prices(actor);
  return addFields(row, {
    picture: undefined,
    style_picture: undefined,
    colour_picture: undefined,
    price: sees_prices ? row.price : null,
    cost: sees_costs ? row.cost : null,
    sku_prices: sees_prices ? prices : null,
    sku_costs: sees_costs ? costs : null,
    supplier: sees_costs ? row.supplier : null,
    supplier_sku: sees_costs ? row.supplier_sku : null,
    categories: row.category ? [row.category] : [],
    media: mediaOf(row.picture, row.style_picture, row.colour_picture),
    has_own_picture: row.picture !== null,
    is_child: row.parent !== null,
    is_parent: stock.children_count > 0,
    is_discontinued: isDiscontinued(row.discontinued_at, now),
    ...stock,
    qty_free: freeOf(stock),
  });
}

/** The products of the catalogue with these `ids`, in the sequence of `ids`, with the fields that the caller may see. */
export async function listedProducts(ctx: Ctx, ids: readonly number[]): Promise<ListedProduct[]> {
  if (!ids.length) return [];
  const listedRows = await rowsById(ctx.db, { ids: idList(ids) });
  const rows = new Map(listedRows.map((row) => [row.id, row]));
  const stock = await stockByProduct(ctx, listedRows);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [shownTo(ctx.actor, row, ctx.now, stock.get(id))] : [];
  });
}

/** The ids of a style's SKUs in order of position. */
export async function skusOf({ db }: Pick<Ctx, 'db'>, style_id: number): Promise<number[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.parent_id, style_id), isNull(products.deleted_at)))
    .orderBy(asc(products.position), asc(products.id));
  return rows.map(({ id }) => id);
}

const more = columnsOf(
  products,
  productSchema.pick({
    description: true,
    short_description_1: true,
    short_description_2: true,
    measures: true,
    size_order: true,
    supplier_price: true,
    supplier_price_tenths: true,
    pack_size: true,
    min_order_qty: true,
    lead_time_days: true,
    reorder_point: true,
    wear_months: true,
    points: true,
  }),
);

const moreById = prepared('product_details', (db) =>
  db
    .select({ ...more, bins: overflowBins(products.id) })
    .from(products)
    .where(and(eq(products.id, sql.placeholder('id')), isNull(products.deleted_at))),
);

/** The SKUs of a style; 404 if there is no such product. */
export async function variationsOfStyle(ctx: Ctx, style_id: number): Promise<ListedProduct[]> {
  authorize(policy.read_products(ctx.actor));
  const [style] = await listedProducts(ctx, [style_id]);
  requireFound(style);
  return listedProducts(ctx, await skusOf(ctx, style_id));
}

export const productQuery = z.object({
  include_on_order_count: queryFlag.optional(),
  include: include([
    'categories',
    'media',
    'media.files',
    'datasheets',
    'tags',
    'children',
    'children.attributes',
    'attributes',
    'supplier',
    'parent',
    'current_shortfall_qty',
  ]),
});

const pictureFiles = prepared('picture_files_of_products', (db) =>
  db
    .select({ product_id: productMedia.product_id, bytes: files.size, created_at: files.created_at })
    .from(productMedia)
    .innerJoin(files, eq(files.id, productMedia.file_id))
    .where(among(productMedia.product_id, sql.placeholder('ids')))
    // The first picture is shown, so it is sorted last: a map keeps the last of several rows with one key.
    .orderBy(desc(productMedia.position), desc(productMedia.id)),
);

/**
 * One product of the catalogue. On request it includes its SKUs, the files of their pictures, the quantities that suppliers still owe and those that
 * open orders lack.
 */
export async function readProduct(ctx: Ctx, id: number, query: z.infer<typeof productQuery>): Promise<Product> {
  const { include: parts = [], include_on_order_count } = query;
  const { children, ...product } = await productOf(ctx, id, { children: parts.some((part) => part.startsWith('children')) });
  const ids = [id, ...(children ?? []).map((child) => child.id)];
  const pictures = parts.includes('media.files')
    ? new Map((await pictureFiles(ctx.db, { ids: idList(ids) })).map(({ product_id, ...file }) => [product_id, file]))
    : undefined;
  const withShortfall = parts.includes('current_shortfall_qty');
  const supply = include_on_order_count || withShortfall ? await supplyOf(ctx, ids, { withShortfall }) : undefined;
  const completed = <Row extends { id: number }>(row: Row) => {
    const { current_on_order_qty = 0, current_partially_received_qty = 0, current_shortfall_qty = 0 } = supply?.get(row.id) ?? {};
    return {
      ...row,
      ...(pictures && { picture_file: pictures.get(row.id) ?? null }),
      ...(include_on_order_count && { current_on_order_qty, current_partially_received_qty }),
      ...(withShortfall && { current_shortfall_qty }),
    };
  };
  return { ...completed(product), ...(parts.includes('tags') && { tags: [] }), ...(children && { children: children.map(completed) }) };
}

/** One product of the catalogue, a style or a SKU; 404 if there is none. */
export async function productOf(ctx: Ctx, id: number, { children = false } = {}): Promise<Product> {
  authorize(policy.read_products(ctx.actor));
  const [row] = await moreById(ctx.db, { id });
  const { supplier_price, supplier_price_tenths, measures, bins, ...texts } = requireFound(row);
  const [basis] = await listedProducts(ctx, [id]);
  const { parent, ...rest } = requireFound(basis);
  const own = await datasheetsOf(ctx, [id]);
  return {
    ...rest,
    parent,
    ...texts,
    measures,
    bins: bins ?? [],
    html_description: descriptionHtml(texts.description),
    ...(policy.see_costs(ctx.actor) ? { supplier_price, supplier_price_tenths } : { supplier_price: null, supplier_price_tenths: null }),
    datasheets: own.length || !parent ? own : await datasheetsOf(ctx, [parent.id]),
    ...(children && { children: await listedProducts(ctx, await skusOf(ctx, id)) }),
  };
}
