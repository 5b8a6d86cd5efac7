import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { datasheet, productFields } from '../../shared/catalogue/product.ts';
import { type Actor, policy } from '../../shared/policy.ts';
import { isClientRole } from '../../shared/roles.ts';
import { enforceSet } from '../clothing-sets/find-set.ts';
import type { Ctx } from '../core/context.ts';
import { include } from '../core/paging.ts';
import { notFound, requireFound } from '../core/problem.ts';
import { products } from '../db/tables/index.ts';
import { datasheetsOf } from './datasheets-of.ts';
import { offeredOf } from './set-products.ts';
import { catalogueArticleSchema, catalogueStyleSchema, type Style, stylesOf, withoutPrices, withoutStock } from './styles.ts';

export const cardQuery = z.object({
  include: include([
    'media',
    'parent',
    'parent.media',
    'attributes',
    'datasheets',
    'children',
    'children.attributes',
    'siblings',
    'clothing_sets',
    'categories',
  ]),
  /** Only the part of the product that this set contains, at the set's prices. */
  clothing_set_id: z.coerce.number().int().positive().optional(),
  /** The company whose sets to read; people of a client get only their own company's sets. */
  account_id: z.coerce.number().int().positive().optional(),
});

export const cardSchema = catalogueStyleSchema.extend({
  price: z.int().nullable().describe('Pence, ex VAT; null for a style with several prices, and for those who work without prices'),
  attributes: catalogueArticleSchema.shape.attributes.nullable().describe('Of a SKU'),
  qty_free: z.int().nullable().describe('Of a SKU, for the office and the floor'),
  discontinued_at: z.string().nullable(),
  parent: catalogueStyleSchema.omit({ children: true }).nullable().describe('The style of a SKU'),
  siblings: z.array(catalogueArticleSchema).describe('The other SKUs of the style of a SKU'),
  datasheets: z.array(datasheet).describe('Those of the style, and those of the SKU'),
  measures: productFields.shape.measures.describe('Body measures in cm of each size of the style'),
});

const asSeenBy =
  (actor: Actor) =>
  (style: Style): z.infer<typeof catalogueStyleSchema> => {
    const seen = policy.see_stock(actor) ? style : withoutStock(style);
    return policy.see_prices(actor) ? seen : withoutPrices(seen);
  };

/**
 * A product as the caller's sets, or one of them, contain it: a style has its SKUs as `children`, a SKU has its style as `parent` and the style's
 * other SKUs as `siblings`. 404 if none of the sets contains it. A style of which the named set contains nothing is returned without children.
 */
export async function productCard(
  ctx: Ctx,
  id: number,
  { clothing_set_id, account_id }: z.infer<typeof cardQuery>,
): Promise<z.infer<typeof cardSchema>> {
  const { actor, db } = ctx;
  if (!policy.browse_catalogue(actor)) throw notFound();
  if (isClientRole(actor.role) && account_id !== undefined && account_id !== actor.account_id) throw notFound();
  if (clothing_set_id !== undefined) await enforceSet(ctx, clothing_set_id);
  const [product] = await db
    .select({ id: products.id, parent_id: products.parent_id })
    .from(products)
    .where(and(eq(products.id, id), isNull(products.deleted_at)));
  const style_id = requireFound(product).parent_id ?? id;
  const ofSet = clothing_set_id === undefined ? null : await offeredOf(ctx, { clothing_set_id, account_id }, [style_id]);
  const offered = ofSet?.size ? ofSet : await offeredOf(ctx, { account_id }, [style_id]);
  if (!offered.size || (id !== style_id && !(ofSet ?? offered).has(id))) throw notFound();
  const [style] = await stylesOf(ctx, offered);
  const { children: sizes, ...parent } = asSeenBy(actor)(requireFound(style));
  const children = ofSet?.size === 0 ? [] : sizes;
  const datasheets = await datasheetsOf(ctx, [style_id, id]);
  const [{ measures } = { measures: null }] = await db.select({ measures: products.measures }).from(products).where(eq(products.id, style_id));
  const article = id === style_id ? undefined : sizes.find((child) => child.id === id);
  if (article) {
    const { variation_colour: name, colour_hex: hex } = article.attributes;
    return {
      ...parent,
      ...article,
      price_from: article.price,
      price_to: article.price,
      colours: name === null ? [] : [{ name, hex }],
      decorations_for_employee: offered.get(id)?.decorations ?? [],
      clothing_set_ids: offered.get(id)?.clothing_set_ids ?? [],
      children: [],
      parent,
      siblings: children.filter((child) => child.id !== id),
      datasheets,
      measures,
    };
  }
  return {
    ...parent,
    price: parent.price_from === parent.price_to ? parent.price_from : null,
    attributes: null,
    qty_free: null,
    discontinued_at: null,
    children,
    parent: null,
    siblings: [],
    datasheets,
    measures,
  };
}
