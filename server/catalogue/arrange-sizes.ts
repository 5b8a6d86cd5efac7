import { and, asc, gt, isNull, sql } from 'drizzle-orm';
import { arranged } from '../../shared/catalogue/size-order.ts';
import { groupBy } from '../../shared/group-by.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { type Database, prepared, run } from '../db/db.ts';
import { jsonRows } from '../db/json-rows.ts';
import { products } from '../db/tables/index.ts';

/** The number of styles whose SKUs one unit of work arranges. */
const AT_ONCE = 100;

const skusOfStyles = prepared('skus_to_arrange', (db) =>
  db
    .select({
      id: products.id,
      parent_id: products.parent_id,
      position: products.position,
      variation_colour: products.variation_colour,
      variation_size_1: products.variation_size_1,
      variation_size_2: products.variation_size_2,
      variation_all_size: products.variation_all_size,
    })
    .from(products)
    .where(among(products.parent_id, sql.placeholder('ids')))
    .orderBy(asc(products.parent_id), asc(products.position), asc(products.id)),
);

const ordersOfStyles = prepared('size_orders', (db) =>
  db
    .select({ id: products.id, size_order: products.size_order })
    .from(products)
    .where(among(products.id, sql.placeholder('ids'))),
);

/**
 * Set the positions of the SKUs of styles: colour by colour, and within a colour by size, in the style’s own order of sizes, otherwise in the
 * trade’s.
 */
export async function arrangeSizes({ db }: Pick<Ctx, 'db'>, style_ids: readonly number[]): Promise<void> {
  if (!style_ids.length) return;
  const ids = idList(style_ids);
  const orders = new Map((await ordersOfStyles(db, { ids })).map(({ id, size_order }) => [id, size_order]));
  const styles = groupBy(await skusOfStyles(db, { ids }), ({ parent_id }) => parent_id ?? 0);
  const places = [...styles].flatMap(([style_id, skus]) =>
    arranged(skus, orders.get(style_id) ?? null).flatMap(({ id, position }, place) => (position === place ? [] : [[id, place]])),
  );
  if (!places.length) return;
  await run(
    db,
    sql`update products set position = place.position
      from (select cast(value ->> 0 as bigint) as id, cast(value ->> 1 as bigint) as position from ${jsonRows(places)}) as place
      where products.id = place.id`,
  );
}

/** Arrange the sizes of all styles of a database, after the database's migrations. */
export async function arrangeStoredSizes(database: Database): Promise<void> {
  for (let after = 0; ; ) {
    const styles = await database.reader
      .select({ id: products.id })
      .from(products)
      .where(and(isNull(products.parent_id), gt(products.id, after)))
      .orderBy(asc(products.id))
      .limit(AT_ONCE);
    const last = styles.at(-1);
    if (!last) return;
    await database.unitOfWork((db) =>
      arrangeSizes(
        { db },
        styles.map(({ id }) => id),
      ),
    );
    after = last.id;
  }
}
