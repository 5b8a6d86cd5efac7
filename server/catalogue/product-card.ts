import { and, asc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { policy } from '../../shared/policy.ts';
import { isClientRole } from '../../shared/roles.ts';
import { enforceSet } from '../clothing-sets/find-set.ts';
import { among, idList } from '../db/among.ts';
import { files, productDatasheets, products } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { include } from '../http/paging.ts';
import { found, notFound } from '../http/problem.ts';
import { offeredOf } from './set-products.ts';
import { articleSchema, styleSchema, stylesOf } from './wearer-products.ts';

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
  /** Only what this set holds of it, at its prices. */
  clothing_set_id: z.coerce.number().int().positive().optional(),
  /** The company whose sets are meant, for the office; a client's own is understood. */
  account_id: z.coerce.number().int().positive().optional(),
});

export const cardSchema = styleSchema.extend({
  variation: articleSchema.nullable().describe('The article that was asked for; null where it was the style'),
  datasheets: z
    .array(z.object({ id: z.int(), name: z.string(), file_name: z.string(), url: z.string() }))
    .describe('The style’s, and the article’s own'),
});

/** What the makers of these products say of them. */
async function datasheetsOf({ db }: Ctx, product_ids: readonly number[]): Promise<z.infer<typeof cardSchema>['datasheets']> {
  const rows = await db
    .select({ id: productDatasheets.id, name: productDatasheets.name, file_name: productDatasheets.file_name, hash: files.hash })
    .from(productDatasheets)
    .innerJoin(files, eq(files.id, productDatasheets.file_id))
    .where(among(productDatasheets.product_id, idList(product_ids)))
    .orderBy(asc(productDatasheets.name), asc(productDatasheets.id));
  return rows.map(({ hash, ...sheet }) => ({ ...sheet, url: `/files/${hash}` }));
}

/**
 * A product as a card shows it: its style with the sizes and colours that the caller's sets hold, or one of these sets. 404 where it is in
 * none of them; a set that holds none of its children leaves it without any.
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
  const style_id = found(product).parent_id ?? id;
  const ofSet = clothing_set_id === undefined ? null : await offeredOf(db, actor, { clothing_set_id, account_id }, [style_id]);
  const offered = ofSet?.size ? ofSet : await offeredOf(db, actor, { account_id }, [style_id]);
  if (!offered.size || (id !== style_id && !ofSet && !offered.has(id))) throw notFound();
  const [style] = await stylesOf(ctx, offered);
  const children = ofSet?.size === 0 ? [] : found(style).children;
  return {
    ...found(style),
    children,
    variation: children.find((child) => child.id === id && child.id !== style_id) ?? null,
    datasheets: await datasheetsOf(ctx, [style_id, id]),
  };
}
