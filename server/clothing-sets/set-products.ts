import { and, count, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { NewSetProduct, NewSetProducts, OfficeSet, SetProductChange, SetProductDetails } from '../../shared/clothing-sets/clothing-set.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import { type BulkResult, changeEach, inParts } from '../core/bulk.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, notFound } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { among, idList } from '../db/among.ts';
import { clothingSetProducts, products } from '../db/tables/index.ts';
import { registerFile } from '../files/register-file.ts';
import type { StoredFile } from '../files/store-file.ts';
import { storePicture } from '../files/store-picture.ts';
import { lockSet } from './save-set.ts';
import { rowsOfStyles, type SetRow, setProductOf, styleIdOf, termsOf, versionOf } from './set-product-queries.ts';

/** Store the picture that a change carries; undefined if it carries none. Call it before the unit of work. */
export async function storeSetPicture(ctx: Ctx, { new_image }: SetProductChange): Promise<StoredFile | undefined> {
  authorize(policy.edit_clothing_sets(ctx.actor));
  return new_image ? storePicture(ctx, new_image.data, 'new_image') : undefined;
}

async function enforceRoom({ db }: Ctx, set_id: number, field: string): Promise<void> {
  const [total] = await db.select({ n: count() }).from(clothingSetProducts).where(eq(clothingSetProducts.clothing_set_id, set_id));
  if ((total?.n ?? 0) > limits.set_products) throw invalid({ [field]: messages.set_full(limits.set_products) });
}

/** The terms that a style has in a set, which are stored in the row of the whole style or of each SKU. */
type Terms = ReturnType<typeof termsOf>;
const styleRow = ({ price, name, description, decoration, file_id }: Terms) => ({
  price,
  name,
  description,
  parent_name: null,
  parent_description: null,
  decoration,
  file_id,
});
const skuRow = ({ price, name, description, decoration, file_id }: Terms) => ({
  price,
  name: null,
  description: null,
  parent_name: name,
  parent_description: description,
  decoration,
  file_id,
});

const inSet = (rows: readonly SetRow[]) =>
  inArray(
    clothingSetProducts.id,
    rows.map(({ id }) => id),
  );
const deleteRows = ({ db }: Ctx, rows: readonly SetRow[]) => db.delete(clothingSetProducts).where(inSet(rows));

/**
 * Add a product to a clothing set: a SKU, or a style with all its SKUs. The new row gets the terms that the style's rows in the set share. A style's
 * row replaces those of its SKUs.
 */
export async function addSetProduct(ctx: Ctx, set_id: number, product: NewSetProduct): Promise<SetProductDetails> {
  if (!(await storeSetProduct(ctx, await lockSet(ctx, set_id), product))) throw invalid({ product_id: messages.in_set_already });
  return setProductOf(ctx, set_id, product.product_id);
}

/** Add a product to a locked set, with `price` and `decoration` if they are passed. Returns true if the product was new to the set. */
export async function storeSetProduct(
  ctx: Ctx,
  { id: set_id, account }: OfficeSet,
  { product_id, price, decoration }: NewSetProduct & { decoration?: string | undefined },
): Promise<boolean> {
  const forThisSet = or(isNull(products.account_id), eq(products.account_id, account.id));
  const [product] = await ctx.db
    .select({ id: products.id, parent_id: products.parent_id })
    .from(products)
    .where(and(eq(products.id, product_id), isNull(products.deleted_at), forThisSet));
  if (!product) throw invalid({ product_id: messages.not_for_this_set });
  const style_id = product.parent_id ?? product.id;
  const rows = await rowsOfStyles(ctx.db, set_id, [style_id]);
  if (rows.some((row) => row.product_id === product_id || row.product_id === style_id)) return false;

  const isStyle = product_id === style_id;
  const terms = rows.length ? termsOf(style_id, rows) : null;
  const values = terms ? (isStyle ? styleRow(terms) : skuRow(terms)) : {};
  if (rows.length && isStyle) await deleteRows(ctx, rows);
  await ctx.db.insert(clothingSetProducts).values({
    clothing_set_id: set_id,
    product_id,
    ...values,
    ...(price !== undefined && { price }),
    ...(decoration !== undefined && { decoration }),
    ...(rows.length && { version: versionOf(rows) + 1 }),
  });
  await enforceRoom(ctx, set_id, 'product_id');
  await audit(ctx, 'clothing_set.product_added', { type: 'clothing_set', id: set_id }, null, { product_id, price: price ?? null });
  return true;
}

/** The number of products that one unit of work adds: few, because other requests wait until the unit ends. */
const AT_ONCE = 16;

/** The ids of the products that a set gets, divided into units of work; 404 if there is no such set. */
export async function planSetProducts(ctx: Ctx, set_id: number, { product_ids }: NewSetProducts): Promise<number[][]> {
  await lockSet(ctx, set_id);
  return inParts(product_ids, AT_ONCE);
}

/**
 * Add products to a set: one of the parts that `planSetProducts` returns. If a product is refused or is in the set already, its result says so; the
 * other products are still added.
 */
export async function addSetProducts(ctx: Ctx, set_id: number, product_ids: readonly number[]): Promise<BulkResult[]> {
  const set = await lockSet(ctx, set_id);
  return changeEach(ctx, product_ids, async (product_id) =>
    (await storeSetProduct(ctx, set, { product_id })) ? messages.added_to_set : messages.was_in_set,
  );
}

/**
 * Returns all rows of a product's style in a set (`all`), and the rows of the product itself (`named`). For a style, `named` has all rows; for a SKU,
 * it has only the row of the SKU. 404 if `named` is empty.
 */
async function requireRows(ctx: Ctx, set_id: number, product_id: number): Promise<{ style_id: number; all: SetRow[]; named: SetRow[] }> {
  const style_id = await styleIdOf(ctx, product_id);
  const all = await rowsOfStyles(ctx.db, set_id, [style_id]);
  const named = all.filter((row) => row.product_id === product_id || product_id === style_id);
  if (!named.length) throw notFound();
  return { style_id, all, named };
}

/** The values of a product in a set that the audit records. */
const recorded = (style_id: number, rows: readonly SetRow[]) => {
  const { file_id, ...terms } = termsOf(style_id, rows);
  const prices = Object.fromEntries(rows.map(({ product_id, price }) => [product_id, price]));
  const isMixed = rows.some(({ price }) => price !== rows[0]?.price);
  return {
    products: rows.map(({ product_id }) => product_id),
    ...terms,
    ...(isMixed && { prices }),
    image: rows.find(({ picture }) => picture !== null)?.picture ?? null,
  };
};

/** Make a set contain exactly these SKUs of a style, or the whole style if no SKU is named. SKUs that were in the set before keep their terms. */
async function replaceChildren(
  ctx: Ctx,
  set_id: number,
  style_id: number,
  all: readonly SetRow[],
  children: readonly number[] | null,
): Promise<void> {
  const terms = termsOf(style_id, all);
  if (children === null) {
    if (all.some((row) => row.product_id === style_id)) return;
    await deleteRows(ctx, all);
    await ctx.db.insert(clothingSetProducts).values({ clothing_set_id: set_id, product_id: style_id, ...styleRow(terms) });
    return;
  }
  const sizes = await ctx.db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.parent_id, style_id), isNull(products.deleted_at), among(products.id, idList(children))));
  const sizeIds = new Set(sizes.map(({ id }) => id));
  const place = children.findIndex((id) => !sizeIds.has(id));
  if (place >= 0) throw invalid({ [`children.${place}`]: messages.not_a_size });
  const heldIds = new Set(all.map(({ product_id }) => product_id));
  const removed = all.filter(({ product_id }) => !sizeIds.has(product_id));
  const added = [...sizeIds].filter((id) => !heldIds.has(id));
  if (removed.length) await deleteRows(ctx, removed);
  if (added.length)
    await ctx.db.insert(clothingSetProducts).values(added.map((product_id) => ({ clothing_set_id: set_id, product_id, ...skuRow(terms) })));
}

/** Set the prices of single SKUs of a style in a set. 422 for the style itself and for a SKU that has no row in the set. */
async function setPrices(ctx: Ctx, rows: readonly SetRow[], style_id: number, prices: NonNullable<SetProductChange['prices']>): Promise<void> {
  const byProduct = new Map(rows.map((row) => [row.product_id, row.id]));
  const place = prices.findIndex(({ product_id }) => product_id === style_id || !byProduct.has(product_id));
  if (place >= 0) throw invalid({ [`prices.${place}.product_id`]: messages.sku_not_held });
  const cases = prices.map(({ product_id, price }) => sql`when ${product_id} then cast(${price} as bigint)`);
  const changed = rows.filter((row) => prices.some(({ product_id }) => product_id === row.product_id));
  await ctx.db
    .update(clothingSetProducts)
    .set({ price: sql`case ${clothingSetProducts.product_id} ${sql.join(cases, sql` `)} end` })
    .where(inSet(changed));
}

/**
 * Change the terms of a product in a set. With the id of a style, all its rows change; with the id of a SKU, only the SKU's own row. `parent_name`
 * and `parent_description` are stored in every row of the style. `picture` is the stored file of the new picture.
 */
export async function changeSetProduct(
  ctx: Ctx,
  set_id: number,
  product_id: number,
  change: SetProductChange,
  picture: StoredFile | undefined,
): Promise<SetProductDetails> {
  await lockSet(ctx, set_id);
  const { style_id, all, named } = await requireRows(ctx, set_id, product_id);
  const { version, children, prices, new_image, name, description, parent_name, parent_description, price, decoration } = change;
  const latest = versionOf(all);
  await enforceVersion(ctx, version, { version: latest }, () => setProductOf(ctx, set_id, product_id));

  const file_id = picture ? await registerFile(ctx, picture) : new_image === null ? null : undefined;
  const holdsStyle = all.some((row) => row.product_id === style_id);
  const isOfStyle = product_id === style_id;
  // If `product_id` is a style, `name` and `description` mean the same as `parent_name` and `parent_description`.
  const styleName = isOfStyle && name !== undefined ? name : parent_name;
  const styleDescription = isOfStyle && description !== undefined ? description : parent_description;
  const ofAll = holdsStyle ? { name: styleName, description: styleDescription } : { parent_name: styleName, parent_description: styleDescription };
  const ofNamed = { price, decoration, file_id, ...(!isOfStyle && { name, description }) };
  await ctx.db
    .update(clothingSetProducts)
    .set({ ...ofAll, version: latest + 1 })
    .where(inSet(all));
  await ctx.db
    .update(clothingSetProducts)
    .set({ ...ofNamed, version: latest + 1 })
    .where(inSet(named));
  if (children !== undefined) {
    await replaceChildren(ctx, set_id, style_id, await rowsOfStyles(ctx.db, set_id, [style_id]), children);
    await ctx.db
      .update(clothingSetProducts)
      .set({ version: latest + 1 })
      .where(inSet(await rowsOfStyles(ctx.db, set_id, [style_id])));
    await enforceRoom(ctx, set_id, 'children');
  }
  if (prices?.length) await setPrices(ctx, await rowsOfStyles(ctx.db, set_id, [style_id]), style_id, prices);
  const after = await rowsOfStyles(ctx.db, set_id, [style_id]);
  const subject = { type: 'clothing_set', id: set_id } as const;
  await audit(ctx, 'clothing_set.product_changed', subject, recorded(style_id, all), recorded(style_id, after));
  return setProductOf(ctx, set_id, style_id);
}

/**
 * Remove a product from a clothing set. A style is removed with all its SKUs. Lines of drafts stay; an order with a product that is in none of its
 * wearer's sets cannot be submitted.
 */
export async function removeSetProduct(ctx: Ctx, set_id: number, product_id: number): Promise<{ id: number; deleted: true }> {
  await lockSet(ctx, set_id);
  const { style_id, all, named } = await requireRows(ctx, set_id, product_id);
  await deleteRows(ctx, named);
  // The versions of the style's other rows are incremented, so that somebody who is editing these rows gets a conflict.
  if (named.length < all.length)
    await ctx.db
      .update(clothingSetProducts)
      .set({ version: versionOf(all) + 1 })
      .where(inSet(all));
  await audit(ctx, 'clothing_set.product_removed', { type: 'clothing_set', id: set_id }, recorded(style_id, named));
  return { id: product_id, deleted: true };
}
