import { eq, type SQL, sql } from 'drizzle-orm';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { groupBy } from '../../shared/group-by.ts';
import type { StyleRow, StyleSku } from '../../shared/sync/rows.ts';
import { alias, type Db, prepared } from '../db/db.ts';
import { isOpenPick } from '../db/is-open-pick.ts';
import { skuColumns } from '../db/sku-columns.ts';
import { products } from '../db/tables/index.ts';

const since = sql.placeholder('since');
const style = alias(products, 'style');

const isOpen = isOpenPick(sql`pick.state`);
/** Every line of the floor with its SKU, starting from the orders of the floor: they are few. */
const floorLines = sql`floor_orders cross join picks pick cross join pick_lines line cross join products sku
  where pick.order_id = floor_orders.order_id and ${isOpen} and line.pick_id = pick.id and sku.id = line.product_id`;

const selectSkus = (db: Db, styles: SQL) =>
  db
    .select({
      style_id: style.id,
      style_name: style.name,
      ...skuColumns,
      bin: products.bin,
      // The barcode of a deleted SKU may belong to another SKU now.
      barcode: sql<string | null>`case when ${products.deleted_at} is null then ${products.barcode} end`,
    })
    .from(products)
    .innerJoin(style, eq(style.id, products.parent_id))
    .where(sql`${products.parent_id} in (${styles})`)
    .orderBy(products.parent_id, products.position, products.id);

const floorSkus = prepared('sync_styles', (db: Db) => selectSkus(db, sql`select sku.parent_id from ${floorLines}`));

/**
 * A tablet holds every style that was on the floor at its cursor's version. It lacks the styles of lines that were added since (with
 * their order, or with another product) unless an older line has the same style, and it holds an older copy of styles of which a SKU
 * changed.
 */
const skusSince = prepared('sync_styles_since', (db: Db) =>
  selectSkus(
    db,
    sql`
      select sku.parent_id from ${floorLines} and floor_orders.entered_v >= ${since} and sku.parent_id not in (
        select sku.parent_id from ${floorLines} and floor_orders.entered_v < ${since} and line.product_v < ${since} and sku.parent_id is not null)
      union all
      select sku.parent_id from pick_lines line cross join picks pick cross join products sku
        where line.v >= ${since} and line.product_v >= ${since} and pick.id = line.pick_id and ${isOpen} and sku.id = line.product_id and sku.parent_id not in (
          select sku.parent_id from ${floorLines} and floor_orders.entered_v < ${since} and line.product_v < ${since} and sku.parent_id is not null)
      union all
      select changed.parent_id from products changed where changed.v >= ${since} and changed.parent_id in (select sku.parent_id from ${floorLines})`,
  ),
);

/** The styles on the floor with all their SKUs: all of them, or those that a tablet lacks or holds an older copy of since a version. */
export async function styleRows(db: Db, v: number | null): Promise<StyleRow[]> {
  const skus = v === null ? await floorSkus(db) : await skusSince(db, { since: v });
  return [...groupBy(skus, ({ style_id }) => style_id)].map(([id, ofStyle]) => ({
    id,
    name: ofStyle[0]?.style_name ?? '',
    colours: [...groupBy(ofStyle, (sku) => sku.variation_colour)].map(([colour, ofColour]) => ({
      colour,
      hex: ofColour[0]?.colour_hex ?? null,
      skus: ofColour.map((sku): StyleSku => [sku.sku, sizeOf(sku), sku.bin, sku.barcode]),
    })),
  }));
}
