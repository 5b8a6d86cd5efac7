import { type SQL, sql } from 'drizzle-orm';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { groupBy } from '../../shared/group-by.ts';
import type { StyleRow, StyleSku } from '../../shared/sync/rows.ts';
import { type Db, prepared } from '../db/db.ts';
import { jsonArray, jsonList } from '../db/json-list.ts';
import { products } from '../db/tables/index.ts';
import { isOpenPick } from '../orders/pick-state-conditions.ts';

const since = sql.placeholder('since');

const isOpen = isOpenPick(sql`pick.state`);
/** Every line on the floor with its SKU. The joins start from the orders on the floor, because they are few. */
const floorLines = sql`floor_orders cross join picks pick cross join pick_lines line cross join products sku
  where pick.order_id = floor_orders.order_id and ${isOpen} and line.pick_id = pick.id and sku.id = line.product_id`;

type Sku = [
  sku: string,
  colour: string | null,
  hex: string | null,
  size_1: string | null,
  size_2: string | null,
  all_size: string | null,
  bin: string | null,
  barcode: string | null,
];

/**
 * Each SKU is a list of values, because a floor has tens of thousands of SKUs. The list of a deleted SKU has no barcode, because another SKU may
 * have the barcode now.
 */
const skusOfStyle = jsonList<Sku>(
  jsonArray(
    sql`sku.sku`,
    sql`sku.variation_colour`,
    sql`sku.colour_hex`,
    sql`sku.variation_size_1`,
    sql`sku.variation_size_2`,
    sql`sku.variation_all_size`,
    sql`sku.bin`,
    sql`case when sku.deleted_at is null then sku.barcode end`,
  ),
  sql`from products sku where sku.parent_id = ${products.id}`,
  sql`sku.position, sku.id`,
);

const selectStyles = (db: Db, ids: SQL) =>
  db.select({ id: products.id, name: products.name, skus: skusOfStyle }).from(products).where(sql`${products.id} in (${ids})`).orderBy(products.id);

const floorStyles = prepared('sync_styles', (db: Db) => selectStyles(db, sql`select sku.parent_id from ${floorLines}`));

/**
 * A tablet holds every style that was on the floor at its cursor's version. It lacks the styles of lines that were added since, with a new order or
 * by a change of the product, unless an older line has the same style. Its copy of a style is outdated if one of the style's SKUs has changed.
 */
const stylesSince = prepared('sync_styles_since', (db: Db) =>
  selectStyles(
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

/** The styles on the floor with all their SKUs. If `v` is not null, only those that a tablet at this version lacks or has an old copy of. */
export async function styleRows(db: Db, v: number | null): Promise<StyleRow[]> {
  const styles = v === null ? await floorStyles(db) : await stylesSince(db, { since: v });
  return styles.map(({ id, name, skus }) => ({
    id,
    name,
    colours: [...groupBy(skus ?? [], ([, colour]) => colour)].map(([colour, ofColour]) => ({
      colour,
      hex: ofColour[0]?.[2] ?? null,
      skus: ofColour.map(
        ([sku, , , variation_size_1, variation_size_2, variation_all_size, bin, barcode]): StyleSku => [
          sku,
          sizeOf({ variation_size_1, variation_size_2, variation_all_size }),
          bin,
          barcode,
        ],
      ),
    })),
  }));
}
