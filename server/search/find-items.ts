import { and, eq, isNull, sql } from 'drizzle-orm';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { matchingItems } from '../catalogue/match-products.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { prepared } from '../db/db.ts';
import { mediaOf, pictureOf } from '../db/picture.ts';
import { skuColumns } from '../db/sku-columns.ts';
import { products, stockLevels } from '../db/tables/index.ts';
import { qtyFreeOrNone } from '../stock/qty-free.ts';

const itemsById = prepared('found_items_by_id', (db) =>
  db
    .select({
      id: products.id,
      name: products.name,
      bin: products.bin,
      ...skuColumns,
      qty_free: qtyFreeOrNone.as('qty_free'),
      picture: pictureOf(products.id).as('picture'),
      style_picture: pictureOf(products.parent_id).as('style_picture'),
    })
    .from(products)
    .leftJoin(stockLevels, eq(stockLevels.product_id, products.id))
    .where(and(among(products.id, sql.placeholder('ids')), isNull(products.deleted_at))),
);

/** These products, in the sequence of `ids`; deleted ones are left out. */
async function itemsOf({ db }: Ctx, ids: readonly number[]) {
  const rows = ids.length ? await itemsById(db, { ids: idList(ids) }) : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { variation_size_1, variation_size_2, variation_all_size, variation_colour, picture, style_picture, ...item } = row;
    const size = sizeOf({ variation_size_1, variation_size_2, variation_all_size });
    return [{ ...item, size, colour: variation_colour, media: mediaOf(picture, style_picture) }];
  });
}

/** The SKUs, and the styles that have SKUs, that a text finds in the lists of the catalogue; `most` of each at most, the best matches first. */
export async function findItems(ctx: Ctx, text: string, most: number) {
  const { skus, styles } = await matchingItems(ctx, text);
  return { skus: await itemsOf(ctx, skus.slice(0, most)), products: await itemsOf(ctx, styles.slice(0, most)) };
}
