import { asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { productFields } from '../../shared/catalogue/product.ts';
import { mediaFields, skuAttributes } from '../../shared/catalogue/sku-fields.ts';
import { groupBy } from '../../shared/group-by.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { prepared } from '../db/db.ts';
import { byName } from '../db/folded.ts';
import { inOrder } from '../db/in-order.ts';
import { skuColumns } from '../db/sku-columns.ts';
import { categories, files, productMedia, products, stockLevels } from '../db/tables/index.ts';
import { qtyFreeOrNone } from '../stock/qty-free.ts';
import type { PermittedProduct } from './permitted-products.ts';

const articleSchema = z.object({
  id: z.int(),
  sku: z.string(),
  name: z.string(),
  attributes: skuAttributes,
  price: z.int().describe('Pence, ex VAT: the lowest of the sets that hold it'),
  qty_free: z.int().nullable().describe('For the office and the floor; clients read no number'),
  media: mediaFields,
  is_non_returnable: z.boolean(),
  discontinued_at: z.string().nullable(),
});
export const styleSchema = z.object({
  id: z.int(),
  sku: z.string(),
  name: z.string(),
  brand: z.string().nullable(),
  description: z.string(),
  short_description_1: z.string(),
  short_description_2: z.string(),
  category: z.object({ id: z.int(), name: z.string() }).nullable(),
  media: mediaFields,
  is_public: z.boolean(),
  is_csp: z.boolean().describe('The company’s own product'),
  is_non_returnable: z.boolean(),
  price_from: z.int(),
  price_to: z.int(),
  colours: z.array(z.object({ name: z.string(), hex: z.string().nullable() })),
  decorations_for_employee: z.array(z.string()),
  clothing_set_ids: z.array(z.int()),
  measures: productFields.shape.measures.describe('Body measures in cm of each size'),
  children: z.array(articleSchema),
});
export type Style = z.infer<typeof styleSchema>;

const noPrice = 'Pence, ex VAT; null for those who work without prices';
export const catalogueArticleSchema = articleSchema.extend({ price: z.int().nullable().describe(noPrice) });
/** A style whose prices are null for somebody who works without prices. */
export const catalogueStyleSchema = styleSchema.extend({
  price_from: z.int().nullable().describe(noPrice),
  price_to: z.int().nullable().describe(noPrice),
  children: z.array(catalogueArticleSchema),
});
type CatalogueStyle = z.infer<typeof catalogueStyleSchema>;

/** A style for somebody who reads no number of items in stock. */
export const withoutStock = <S extends { children: readonly { qty_free: number | null }[] }>(style: S): S => ({
  ...style,
  children: style.children.map((child) => ({ ...child, qty_free: null })),
});

/** A style for somebody who works without prices. */
export const withoutPrices = (style: Style): CatalogueStyle => ({
  ...style,
  price_from: null,
  price_to: null,
  children: style.children.map((child) => ({ ...child, price: null })),
});

const articlesById = prepared('articles_by_id', (db) =>
  db
    .select({
      id: products.id,
      parent_id: products.parent_id,
      ...skuColumns,
      name: products.name,
      is_non_returnable: products.is_non_returnable,
      discontinued_at: products.discontinued_at,
      qty_free: qtyFreeOrNone,
    })
    .from(products)
    .leftJoin(stockLevels, eq(stockLevels.product_id, products.id))
    .where(among(products.id, sql.placeholder('ids')))
    .orderBy(...inOrder('asc', products.variation_colour, products.position, products.id)),
);

const stylesById = prepared('styles_by_id', (db) =>
  db
    .select({
      id: products.id,
      sku: products.sku,
      name: products.name,
      brand: products.brand,
      description: products.description,
      short_description_1: products.short_description_1,
      short_description_2: products.short_description_2,
      is_public: products.is_public,
      is_csp: products.is_csp,
      measures: products.measures,
      is_non_returnable: products.is_non_returnable,
      category_id: categories.id,
      category_name: categories.name,
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.category_id))
    .where(among(products.id, sql.placeholder('ids')))
    .orderBy(...inOrder('asc', categories.position), byName(products.name), asc(products.id)),
);

const picturesOf = prepared('pictures_of_products', (db) =>
  db
    .select({ product_id: productMedia.product_id, hash: files.hash })
    .from(productMedia)
    .innerJoin(files, eq(files.id, productMedia.file_id))
    .where(among(productMedia.product_id, sql.placeholder('ids')))
    .orderBy(asc(productMedia.position), asc(productMedia.id)),
);

/** The picture that a clothing set gives an article; undefined if no set gives one. */
const setPictureOf = (permission: PermittedProduct | undefined): { url: string }[] | undefined =>
  permission?.style_terms?.picture ? [{ url: `/files/${permission.style_terms.picture}` }] : undefined;

/** Styles with the articles that a wearer may have, as screens show them; four queries for any number of styles. */
export async function stylesOf(ctx: Pick<Ctx, 'db'>, permitted: ReadonlyMap<number, PermittedProduct>): Promise<Style[]> {
  const articleIds = [...permitted.keys()];
  const styleIds = [...new Set([...permitted.values()].map(({ id, parent_id }) => parent_id ?? id))];
  const articles = await articlesById(ctx.db, { ids: idList(articleIds) });
  const styles = await stylesById(ctx.db, { ids: idList(styleIds) });
  const pictures = new Map<number, { url: string }[]>();
  for (const { product_id, hash } of await picturesOf(ctx.db, { ids: idList([...new Set([...articleIds, ...styleIds])]) }))
    pictures.set(product_id, [...(pictures.get(product_id) ?? []), { url: `/files/${hash}` }]);
  const byStyle = groupBy(articles, ({ id, parent_id }) => parent_id ?? id);

  return styles.map(({ category_id, category_name, ...style }) => {
    const own = byStyle.get(style.id) ?? [];
    const offers = own.flatMap(({ id }) => permitted.get(id) ?? []);
    const prices = offers.map(({ price }) => price);
    const setTerms = offers.flatMap(({ style_terms }) => style_terms ?? []);
    const setPicture = setTerms.find(({ picture }) => picture !== null)?.picture;
    const setDescription = setTerms.find(({ description }) => description !== null)?.description;
    const colours = new Map(own.flatMap((one) => (one.variation_colour ? [[one.variation_colour, one.colour_hex] as const] : [])));
    const styleMedia = pictures.get(style.id) ?? [];
    const children = own.map(
      ({
        id,
        sku,
        name,
        variation_colour,
        colour_hex,
        variation_size_1,
        variation_size_2,
        variation_all_size,
        is_non_returnable,
        discontinued_at,
        qty_free,
      }) => ({
        id,
        sku,
        name: permitted.get(id)?.name ?? name,
        attributes: { variation_colour, colour_hex, variation_size_1, variation_size_2, variation_all_size },
        price: permitted.get(id)?.price ?? 0,
        qty_free: Math.max(0, qty_free),
        media: setPictureOf(permitted.get(id)) ?? pictures.get(id) ?? styleMedia,
        is_non_returnable: is_non_returnable || style.is_non_returnable,
        discontinued_at,
      }),
    );
    return {
      ...style,
      name: setTerms.find(({ name }) => name !== null)?.name ?? style.name,
      // The set's own description replaces all descriptions of the product.
      ...(setDescription && { description: setDescription, short_description_1: '', short_description_2: '' }),
      category: category_id === null ? null : { id: category_id, name: category_name ?? '' },
      media: setPicture ? [{ url: `/files/${setPicture}` }] : styleMedia.length ? styleMedia : (children[0]?.media ?? []),
      price_from: Math.min(...prices),
      price_to: Math.max(...prices),
      colours: [...colours].map(([name, hex]) => ({ name, hex })),
      decorations_for_employee: [...new Set(offers.flatMap(({ decorations }) => decorations))],
      clothing_set_ids: [...new Set(offers.flatMap(({ clothing_set_ids }) => clothing_set_ids))],
      children,
    };
  });
}
