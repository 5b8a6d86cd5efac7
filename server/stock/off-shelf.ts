import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { lockForReading } from '../db/lock.ts';
import { pickLines, picks, shelfTasks, stockLevels } from '../db/tables/index.ts';
import { isOpenPick } from '../orders/pick-state-conditions.ts';

const pickedOfSkus = prepared('picked_of_skus', (db: Db) =>
  db
    .select({ product_id: pickLines.product_id, qty: sql<number>`sum(${pickLines.qty_picked})`.mapWith(Number) })
    .from(picks)
    .innerJoin(pickLines, eq(pickLines.pick_id, picks.id))
    .where(and(isOpenPick(), among(pickLines.product_id, sql.placeholder('ids'))))
    .groupBy(pickLines.product_id),
);
const onTheWayBack = prepared('to_return_of_skus', (db: Db) =>
  db
    .select({ product_id: shelfTasks.product_id, qty: sql<number>`sum(${shelfTasks.qty})`.mapWith(Number) })
    .from(shelfTasks)
    .where(and(isNull(shelfTasks.done_at), among(shelfTasks.product_id, sql.placeholder('ids'))))
    .groupBy(shelfTasks.product_id),
);
const atDecorator = prepared('at_decorator_of_skus', (db: Db) =>
  db
    .select({ product_id: stockLevels.product_id, qty: stockLevels.qty_at_decorator })
    .from(stockLevels)
    .where(and(gt(stockLevels.qty_at_decorator, 0), among(stockLevels.product_id, sql.placeholder('ids')))),
);

/**
 * For each SKU, the number of items that are on hand but not in their bin: picked but not shipped, waiting to be put back, or at a decorator. SKUs
 * without such items are left out.
 */
export async function offShelf(db: Db, product_ids: readonly number[]): Promise<Map<number, number>> {
  const off = new Map<number, number>();
  if (!product_ids.length) return off;
  const ids = idList(product_ids);
  for (const { product_id, qty } of [...(await pickedOfSkus(db, { ids })), ...(await onTheWayBack(db, { ids })), ...(await atDecorator(db, { ids }))])
    off.set(product_id, (off.get(product_id) ?? 0) + qty);
  return off;
}

const lockedPicks = prepared('locked_picks_of_sku', (db: Db) =>
  lockForReading(
    db
      .select({ id: pickLines.id })
      .from(pickLines)
      .where(
        and(
          eq(pickLines.product_id, sql.placeholder('product_id')),
          inArray(pickLines.pick_id, db.select({ id: picks.id }).from(picks).where(isOpenPick())),
        ),
      ),
  ),
);

/** Like `offShelf`, for one SKU that is being counted. Waits for picks that are being recorded, then locks them until the unit of work ends. */
export async function lockOffShelf(db: Db, product_id: number): Promise<number> {
  await lockedPicks(db, { product_id });
  return (await offShelf(db, [product_id])).get(product_id) ?? 0;
}
