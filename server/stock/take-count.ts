import { type SQL, sql } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { judgeCountOfBins } from '../../shared/stock/count-bins.ts';
import type { ArgsOf } from '../../shared/sync/mutations.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { type Db, rows } from '../db/db.ts';
import { isOpenPick } from '../orders/pick-state-conditions.ts';
import { lockLevel } from './change-levels.ts';
import { countStock } from './count-stock.ts';
import { lockOffShelf } from './off-shelf.ts';
import { requestCount } from './request-count.ts';
import { binsOf } from './set-bins.ts';

type ShelfCount = ArgsOf<'stock.count'>;

/** Whether items of a SKU were moved between its bins since a time. */
const wereBinsChanged = (product_id: number, counted_at: string): SQL => sql`(
  exists (select 1 from audit where on_type = 'product' and on_id = ${product_id} and what = 'stock.moved' and at >= ${counted_at})
  or exists (select 1 from receipt_put_aways where product_id = ${product_id} and bin is not null and changed_at >= ${counted_at}))`;

/**
 * Whether a shelf has changed since it was counted. Three things do not count as a change: a pick of the same tablet, because a tablet's mutations
 * arrive in sequence; the shipment of items that were picked before the count; an earlier count.
 */
async function hasChanged(db: Db, { product_id, counted_at, bins }: ShelfCount, device: string): Promise<boolean> {
  const picked = sql`pick_lines.product_id = ${product_id} and pick_lines.picked_at >= ${counted_at} and coalesce(pick_lines.picked_device, '') <> ${device}`;
  const [changed] = await rows<{ is_changed: number }>(
    db,
    sql`select case when
      exists (select 1 from stock_movements where product_id = ${product_id} and coalesce(counted_at, created_at) >= ${counted_at} and type <> 'DISPATCH')
      or exists (select 1 from picks join pick_lines on pick_lines.pick_id = picks.id where ${isOpenPick(sql`picks.state`)} and ${picked})
      or exists (select 1 from stock_movements movement join dispatch_orders on dispatch_orders.dispatch_id = movement.dispatch_id
        join picks on picks.order_id = dispatch_orders.order_id join pick_lines on pick_lines.pick_id = picks.id
        where movement.product_id = ${product_id} and movement.created_at >= ${counted_at} and ${picked})
      or exists (select 1 from shelf_tasks where product_id = ${product_id} and done_at >= ${counted_at})
      or ${bins ? wereBinsChanged(product_id, counted_at) : sql`false`}
      then 1 else 0 end as is_changed`,
  );
  return Number(changed?.is_changed) === 1;
}

/**
 * Take a count that a tablet may have made long ago. The count is accepted if it agrees with the stock, or if nothing on the shelf has changed
 * since. Otherwise the count waits for a super, because nobody can tell which changes are included in the count. A time in the future comes from a
 * wrong clock and is ignored.
 */
export async function takeCount(ctx: Ctx, count: ShelfCount, by: { m: string; device: string }): Promise<void> {
  authorize(policy.count_stock(ctx.actor));
  const { product_id } = count;
  const level = await lockLevel(ctx, product_id);
  const expected = level.qty_available - (await lockOffShelf(ctx.db, product_id));
  const { difference, bins } = await judge(ctx, count, expected);
  const isAsExpected = difference === 0 && (bins ?? []).every((one) => one.difference === 0);
  const time = new Date(count.counted_at).toISOString();
  const counted_at = time > ctx.now ? null : time;
  if (!isAsExpected && (await hasChanged(ctx.db, { ...count, counted_at: counted_at ?? new Date(0).toISOString() }, by.device)))
    await requestCount(ctx, { product_id, pick_line_id: null, qty: Math.max(0, expected + difference), bins, counted_at, ...by });
  else await countStock(ctx, product_id, { difference }, { counted_at, bins, ...by });
}

/** By how many items the count exceeds the recorded stock, in total and in each counted bin. `expected` is the number that should be on the shelf. */
async function judge(ctx: Ctx, { product_id, qty, bins, pick_bin = null }: ShelfCount, expected: number) {
  if (!bins) return { bins: null, difference: qty - expected };
  return judgeCountOfBins({ ...(await binsOf(ctx, product_id)), on_shelf: expected }, { counted: bins, pick_bin });
}
