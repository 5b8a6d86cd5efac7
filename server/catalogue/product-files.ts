import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Datasheet, NewDatasheet, Product } from '../../shared/catalogue/product.ts';
import { onOneLine } from '../../shared/invisible.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { queryFlag } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { lockForChange } from '../db/lock.ts';
import { files, productDatasheets, productMedia, products } from '../db/tables/index.ts';
import { registerFile } from '../files/register-file.ts';
import type { StoredFile } from '../files/store-file.ts';
import { lockProduct } from './change-product.ts';
import { datasheetsOf } from './datasheets-of.ts';
import { productOf } from './product-rows.ts';
import { insertPictures } from './variations.ts';

/** Whether a picture is for all sizes of the SKU's colour. */
const for_colour = queryFlag.optional();
export const pictureForm = z.object({
  new_image: z.file(messages.file_needed),
  filename: z.string().max(limits.url).optional(),
  type: z.string().max(limits.name).optional(),
  for_colour,
});
export const pictureQuery = z.object({ for_colour });

/** Store the one data sheet of a product; it replaces the present one. */
export async function saveDatasheet(ctx: Ctx, id: number, stored: StoredFile, { file, name }: NewDatasheet): Promise<Datasheet> {
  authorize(policy.edit_products(ctx.actor));
  const { db, now } = ctx;
  await lockProduct(ctx, id);
  const [before] = await db
    .delete(productDatasheets)
    .where(eq(productDatasheets.product_id, id))
    .returning({ name: productDatasheets.name, file_name: productDatasheets.file_name });
  const file_id = await registerFile(ctx, stored);
  const file_name = onOneLine(file.name).slice(-limits.datasheet_name) || 'datasheet.pdf';
  await db.insert(productDatasheets).values({ product_id: id, file_id, name, file_name, created_at: now });
  await audit(ctx, 'product.changed', { type: 'product', id }, { datasheet: before ?? null }, { datasheet: { name, file_name } });
  const [sheet] = await datasheetsOf(ctx, [id]);
  return requireFound(sheet);
}

/** Delete a data sheet. The audit keeps the name of the data sheet and the name of its file. */
export async function deleteDatasheet(ctx: Ctx, id: number): Promise<{ id: number; deleted: true }> {
  authorize(policy.edit_products(ctx.actor));
  const [deleted] = await ctx.db
    .delete(productDatasheets)
    .where(eq(productDatasheets.id, id))
    .returning({ product_id: productDatasheets.product_id, name: productDatasheets.name, file_name: productDatasheets.file_name });
  const { product_id, ...datasheet } = requireFound(deleted);
  await audit(ctx, 'product.changed', { type: 'product', id: product_id }, { datasheet }, { datasheet: null });
  return { id, deleted: true };
}

/** Lock a product or, if `isForColour`, all SKUs of the product's style in the product's colour. Returns the ids of what was locked. */
async function pictured(ctx: Ctx, id: number, isForColour: boolean | undefined): Promise<number[]> {
  const { parent_id, variation_colour } = await lockProduct(ctx, id);
  if (!isForColour || parent_id === null || variation_colour === null) return [id];
  const sizes = await lockForChange(
    ctx.db
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.parent_id, parent_id), eq(products.variation_colour, variation_colour), isNull(products.deleted_at)))
      .orderBy(asc(products.id)),
  );
  return sizes.map((size) => size.id);
}

/** Replace the pictures of a product by `stored`, or remove them if `stored` is null. A SKU without a picture shows the picture of its style. */
export async function savePicture(ctx: Ctx, id: number, stored: StoredFile | null, isForColour: boolean | undefined): Promise<Product> {
  authorize(policy.edit_products(ctx.actor));
  const { db } = ctx;
  const ids = await pictured(ctx, id, isForColour);
  const list = idList(ids);
  const [before] = await db
    .select({ hash: files.hash })
    .from(productMedia)
    .innerJoin(files, eq(files.id, productMedia.file_id))
    .where(eq(productMedia.product_id, id))
    .orderBy(asc(productMedia.position), asc(productMedia.id))
    .limit(1);
  await db.delete(productMedia).where(among(productMedia.product_id, list));
  if (stored) {
    const file_id = await registerFile(ctx, stored);
    await insertPictures(
      ctx,
      ids.map((product_id) => ({ product_id, file_id, position: 0 })),
    );
  }
  await db
    .update(products)
    .set({ version: sql`${products.version} + 1` })
    .where(among(products.id, list));
  const picture = { before: before?.hash ?? null, after: stored?.hash ?? null };
  await audit(
    ctx,
    'product.changed',
    { type: 'product', id },
    { picture: picture.before },
    { picture: picture.after, ...(ids.length > 1 && { variations: ids.length }) },
  );
  return productOf(ctx, id);
}
