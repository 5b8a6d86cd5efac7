import { sql } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { type Db, rows } from '../db/db.ts';
import { isOpenPick } from '../orders/is-open-pick.ts';
import { lockLevel } from './change-levels.ts';
import { countStock } from './count-stock.ts';
import { lockOffShelf } from './off-shelf.ts';
import { requestCount } from './request-count.ts';

interface ShelfCount {
  product_id: number;
  /** All that lay on the shelf. */
  qty: number;
  /** The tablet's time of the count. */
  counted_at: string;
}

/**
 * Whether a shelf has changed since a time, but for what this tablet itself picked before: its picks arrive in their order. Items that
 * were picked before the count and left after it did not change the shelf.
 */
async function hasChanged(db: Db, { product_id, counted_at }: ShelfCount, device: string): Promise<boolean> {
  const picked = sql`pick_lines.product_id = ${product_id} and pick_lines.picked_at >= ${counted_at} and coalesce(pick_lines.picked_device, '') <> ${device}`;
  const [changed] = await rows<{ is_changed: number }>(
    db,
    sql`select case when
      exists (select 1 from stock_movements where product_id = ${product_id} and created_at >= ${counted_at} and type <> 'DISPATCH')
      or exists (select 1 from picks join pick_lines on pick_lines.pick_id = picks.id where ${isOpenPick(sql`picks.state`)} and ${picked})
      or exists (select 1 from stock_movements movement join dispatch_orders on dispatch_orders.dispatch_id = movement.dispatch_id
        join picks on picks.order_id = dispatch_orders.order_id join pick_lines on pick_lines.pick_id = picks.id
        where movement.product_id = ${product_id} and movement.created_at >= ${counted_at} and ${picked})
      or exists (select 1 from shelf_tasks where product_id = ${product_id} and done_at >= ${counted_at})
      then 1 else 0 end as is_changed`,
  );
  return Number(changed?.is_changed) === 1;
}

/**
 * Take a count that a tablet may have made long ago. It is the truth where it agrees with the stock or nothing has changed on the shelf
 * since; otherwise it waits for a super, because nobody can tell which of the changes it saw. A count of the future comes from a wrong clock
 * and says nothing about when it was made.
 */
export async function takeCount(ctx: Ctx, count: ShelfCount, by: { m: string; device: string }): Promise<void> {
  authorize(policy.count_stock(ctx.actor));
  const { product_id, qty } = count;
  const level = await lockLevel(ctx, product_id);
  const expected = level.qty_available - (await lockOffShelf(ctx.db, product_id));
  const time = new Date(count.counted_at).toISOString();
  const counted_at = time > ctx.now ? null : time;
  if (qty !== expected && (await hasChanged(ctx.db, { ...count, counted_at: counted_at ?? new Date(0).toISOString() }, by.device)))
    await requestCount(ctx, { product_id, pick_line_id: null, qty, counted_at, ...by });
  else await countStock(ctx, product_id, { on_shelf: qty }, { counted_at, ...by });
}
