import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isDiscontinued } from '../../shared/catalogue/is-discontinued.ts';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import type { SetProduct, SetProductDetails } from '../../shared/clothing-sets/clothing-set.ts';
import { groupBy } from '../../shared/group-by.ts';
import { limits } from '../../shared/limits.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, pageInMemory, readPage } from '../core/paging.ts';
import { requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { contains } from '../db/contains.ts';
import { alias } from '../db/db.ts';
import { byName } from '../db/folded.ts';
import { inDirection, inOrder } from '../db/in-order.ts';
import { mediaOf, pictureOf } from '../db/picture.ts';
import { skuColumns } from '../db/sku-columns.ts';
import { categories, clothingSetProducts, products } from '../db/tables/index.ts';
import { officeSetOf } from './office-set-queries.ts';
import { setPicture } from './style-terms.ts';

/** The style of a product; if the product has no style, the product itself. */
const style = alias(products, 'set_style');
const isItsStyle = eq(style.id, sql`coalesce(${products.parent_id}, ${products.id})`);

export const setProductQuery = listQuery({ orderBy: ['category', 'name', 'sku'], default: 'category', per_page: limits.catalogue_page }).extend({
  category_id: z.coerce.number().int().positive().optional(),
});

const category = z.object({ id: z.int(), name: z.string(), products_count: z.int() });
type Category = z.infer<typeof category>;
/** The categories of all matching styles, even if only one category was requested. */
export const setCategories = z.array(category);

interface MatchingStyle {
  id: number;
  category_id: number | null;
  category_name: string | null;
}

/** The categories of styles in the sequence of the list, with the number of styles in each. */
function categoriesOf(matchingStyles: readonly MatchingStyle[]): Category[] {
  const byCategory = groupBy(matchingStyles, ({ category_id }) => category_id);
  return [...byCategory].flatMap(([id, [first, ...others]]) =>
    id === null || !first ? [] : { id, name: first.category_name ?? '', products_count: others.length + 1 },
  );
}

/** A page of the styles in a set, as the office edits them. */
export async function listSetProducts(
  ctx: Ctx,
  set_id: number,
  query: z.infer<typeof setProductQuery>,
): Promise<Page<SetProduct> & { categories: Category[] }> {
  await officeSetOf(ctx, set_id);
  const { search } = query;
  const byCategory = [...inOrder('asc', categories.position), byName(categories.name)];
  const order = {
    category: [...inOrder(query.sortedBy, categories.position), byName(categories.name), byName(style.name), asc(style.id)],
    name: [inDirection(query.sortedBy, style.name), asc(style.id)],
    sku: [inDirection(query.sortedBy, style.sku), asc(style.id)],
  };
  // A set contains some hundreds of styles: all ids are read at once, and the page and the categories are computed from them.
  const matchingStyles = await ctx.db
    .select({
      id: style.id,
      name: style.name,
      sku: style.sku,
      category_id: categories.id,
      category_name: categories.name,
      position: categories.position,
    })
    .from(clothingSetProducts)
    .innerJoin(products, eq(products.id, clothingSetProducts.product_id))
    .innerJoin(style, isItsStyle)
    .leftJoin(categories, eq(categories.id, style.category_id))
    .where(
      and(
        eq(clothingSetProducts.clothing_set_id, set_id),
        isNull(products.deleted_at),
        search && search.length >= limits.search_min
          ? or(
              ...[style.name, style.sku, style.brand, products.sku, clothingSetProducts.name, clothingSetProducts.parent_name].map((column) =>
                contains(column, search),
              ),
            )
          : undefined,
      ),
    )
    .groupBy(style.id, categories.id)
    .orderBy(...order[query.orderBy], ...(query.orderBy === 'category' ? [] : byCategory));
  const matching = query.category_id === undefined ? matchingStyles : matchingStyles.filter(({ category_id }) => category_id === query.category_id);
  const page = await readPage(ctx.db, query, pageInMemory(matching, query), async (rows) => {
    const ids = rows.map(({ id }) => id);
    const byId = new Map((await setProductsOf(ctx, set_id, ids)).map((one) => [one.id, one]));
    return ids.flatMap((id) => {
      const { children: _, description: __, ...item } = byId.get(id) ?? {};
      return 'id' in item ? [item as SetProduct] : [];
    });
  });
  return { ...page, categories: categoriesOf(matchingStyles) };
}

/** A set's rows of these styles and of the styles' SKUs, oldest first. Locks nothing: a caller that changes the rows has locked the set. */
export const rowsOfStyles = (db: Ctx['db'], set_id: number, style_ids: readonly number[], more?: SQL) =>
  db
    .select({
      id: clothingSetProducts.id,
      product_id: clothingSetProducts.product_id,
      style_id: style.id,
      price: clothingSetProducts.price,
      name: clothingSetProducts.name,
      description: clothingSetProducts.description,
      parent_name: clothingSetProducts.parent_name,
      parent_description: clothingSetProducts.parent_description,
      decoration: clothingSetProducts.decoration,
      file_id: clothingSetProducts.file_id,
      version: clothingSetProducts.version,
      picture: setPicture.as('set_picture'),
    })
    .from(clothingSetProducts)
    .innerJoin(products, eq(products.id, clothingSetProducts.product_id))
    .innerJoin(style, isItsStyle)
    .where(and(eq(clothingSetProducts.clothing_set_id, set_id), isNull(products.deleted_at), among(style.id, idList(style_ids)), more))
    .orderBy(asc(clothingSetProducts.id));
export type SetRow = Awaited<ReturnType<typeof rowsOfStyles>>[number];

/** All SKUs of these styles, including SKUs that no set contains. A product without variations counts as its own SKU. */
const skusOfStyles = ({ db }: Ctx, style_ids: readonly number[]) =>
  db
    .select({
      id: products.id,
      style_id: style.id,
      ...skuColumns,
      price: products.price,
      is_published: products.is_published,
      discontinued_at: products.discontinued_at,
      style_discontinued_at: style.discontinued_at,
      picture: pictureOf(products.id).as('picture'),
    })
    .from(products)
    .innerJoin(style, isItsStyle)
    .where(
      and(
        // The database finds the SKUs by these ids in an index. With a condition on the joined style's id, it would read all products.
        or(among(products.parent_id, idList(style_ids)), among(products.id, idList(style_ids))),
        isNull(products.deleted_at),
        sql`not exists (select 1 from ${products} as child where child.parent_id = ${products.id} and child.deleted_at is null)`,
      ),
    )
    .orderBy(...inOrder('asc', products.variation_colour, products.position, products.id));

const stylesById = ({ db }: Ctx, ids: readonly number[]) =>
  db
    .select({
      id: style.id,
      sku: style.sku,
      name: style.name,
      brand: style.brand,
      description: style.description,
      price: style.price,
      is_csp: style.is_csp,
      is_published: style.is_published,
      category_id: categories.id,
      category_name: categories.name,
      picture: pictureOf(style.id).as('picture'),
    })
    .from(style)
    .leftJoin(categories, eq(categories.id, style.category_id))
    .where(among(style.id, idList(ids)));

/** The value that all rows have; null if the rows differ. */
const common = <Value>(values: readonly (Value | null)[]): Value | null => {
  const [first = null] = values;
  return values.every((value) => value === first) ? first : null;
};

/** The version of a style in a set: the highest version of its rows. */
export const versionOf = (rows: readonly SetRow[]): number => Math.max(...rows.map(({ version }) => version));

/** The terms that all rows of a style share. A term is null if the rows differ in it, or if all use the product's value. */
export function termsOf(style_id: number, rows: readonly SetRow[]): Pick<SetRow, 'price' | 'name' | 'description' | 'decoration' | 'file_id'> {
  const isStyleRow = (row: SetRow): boolean => row.product_id === style_id;
  return {
    price: common(rows.map(({ price }) => price)),
    name: common(rows.map((row) => (isStyleRow(row) ? row.name : row.parent_name))),
    description: common(rows.map((row) => (isStyleRow(row) ? row.description : row.parent_description))),
    decoration: common(rows.map(({ decoration }) => decoration)),
    file_id: common(rows.map(({ file_id }) => file_id)),
  };
}

/** Reads these styles with their terms in a set, by three queries for any number of styles. Styles that are not in the set are left out. */
async function setProductsOf(ctx: Ctx, set_id: number, style_ids: readonly number[]): Promise<SetProductDetails[]> {
  const rowsByStyle = groupBy(await rowsOfStyles(ctx.db, set_id, style_ids), ({ style_id }) => style_id);
  const skusByStyle = groupBy(await skusOfStyles(ctx, style_ids), ({ style_id }) => style_id);
  return (await stylesById(ctx, style_ids)).flatMap(({ category_id, category_name, picture, price, ...one }) => {
    const rows = rowsByStyle.get(one.id) ?? [];
    if (!rows.length) return [];
    const byProduct = new Map(rows.map((row) => [row.product_id, row]));
    const children = (skusByStyle.get(one.id) ?? []).map((sku) => {
      const row = byProduct.get(sku.id) ?? byProduct.get(one.id);
      return {
        id: sku.id,
        sku: sku.sku,
        colour: sku.variation_colour,
        colour_hex: sku.colour_hex,
        size: sizeOf(sku),
        price: sku.price,
        is_held: row !== undefined,
        is_orderable: sku.is_published && ![sku.discontinued_at, sku.style_discontinued_at].some((at) => isDiscontinued(at, ctx.now)),
        set_price: row?.price ?? null,
        picture: sku.picture,
      };
    });
    const offered = children.filter(({ is_held, is_orderable }) => is_held && is_orderable);
    const colours = new Map(offered.flatMap(({ colour, colour_hex }) => (colour ? [[colour, colour_hex] as const] : [])));
    const own = offered.length ? offered.map((child) => child.price) : [price];
    const here = offered.length ? offered.map((child) => child.set_price ?? child.price) : [rows[0]?.price ?? price];
    const { file_id: _, ...terms } = termsOf(one.id, rows);
    const image = common(rows.map((row) => row.picture));
    return {
      ...one,
      category: category_id === null ? null : { id: category_id, name: category_name ?? '' },
      media: mediaOf(image, picture, offered[0]?.picture ?? children[0]?.picture ?? null),
      colours: [...colours].map(([name, hex]) => ({ name, hex })),
      skus_count: children.filter(({ is_orderable }) => is_orderable).length,
      skus_held: offered.length,
      holds_style: byProduct.has(one.id),
      price_from: Math.min(...own),
      price_to: Math.max(...own),
      set_price_from: Math.min(...here),
      set_price_to: Math.max(...here),
      has_set_price: rows.some((row) => row.price !== null),
      terms: { ...terms, is_price_mixed: rows.some((row) => row.price !== rows[0]?.price), image: image && `/files/${image}` },
      version: versionOf(rows),
      children: children.map(({ picture: __, ...child }) => child),
    };
  });
}

/** The id of a product's style; 404 if the product is deleted or unknown. */
export async function styleIdOf({ db }: Pick<Ctx, 'db'>, product_id: number): Promise<number> {
  const [product] = await db
    .select({ id: products.id, parent_id: products.parent_id })
    .from(products)
    .where(and(eq(products.id, product_id), isNull(products.deleted_at)));
  const { id, parent_id } = requireFound(product);
  return parent_id ?? id;
}

/** Reads a style with its terms in a set. `product_id` is the id of the style or of one of its SKUs. 404 if the set contains no part of the style. */
export async function setProductOf(ctx: Ctx, set_id: number, product_id: number): Promise<SetProductDetails> {
  await officeSetOf(ctx, set_id);
  const [found] = await setProductsOf(ctx, set_id, [await styleIdOf(ctx, product_id)]);
  return requireFound(found);
}
