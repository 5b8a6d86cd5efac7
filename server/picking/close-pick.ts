import { eq, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { run } from '../db/db.ts';
import { picks } from '../db/tables/index.ts';

export type CloseReason = NonNullable<(typeof picks.$inferSelect)['close_reason']>;

/**
 * Close a pick without shipping it. Its picked items have to go back to the shelf: there is one shelf task for each line and trolley that holds items
 * of the line. The database increments the lines' fact versions.
 */
export async function closePick(ctx: Ctx, pick_id: number, close_reason: CloseReason): Promise<void> {
  await ctx.db.update(picks).set({ state: 'closed', ended_at: ctx.now, close_reason }).where(eq(picks.id, pick_id));
  // If no holder is stored for some picked items, they are on the trolley of the tablet that recorded the line.
  await run(
    ctx.db,
    sql`insert into pick_line_holders (pick_line_id, device, product_id, user_id, qty_held, qty_counted)
      select id, device, product_id, picked_by, qty, qty from (
        select line.id, coalesce(line.picked_device, '') as device, line.product_id, line.picked_by, line.qty_picked - coalesce(
          (select sum(qty_counted) from pick_line_holders where pick_line_id = line.id), 0) as qty
        from pick_lines line where line.pick_id = ${pick_id}) as unknown
      where qty > 0
      on conflict (pick_line_id, device, product_id) do update set
        qty_held = pick_line_holders.qty_held + excluded.qty_held, qty_counted = pick_line_holders.qty_counted + excluded.qty_counted`,
  );
  const qty = sql`case when holder.qty_held < holder.qty_counted then holder.qty_counted else holder.qty_held end`;
  await run(
    ctx.db,
    sql`insert into shelf_tasks (pick_line_id, product_id, order_id, device, qty, reason, created_at)
      select holder.pick_line_id, holder.product_id, picks.order_id, holder.device, ${qty}, ${close_reason}, ${ctx.now}
      from pick_line_holders holder join pick_lines on pick_lines.id = holder.pick_line_id join picks on picks.id = pick_lines.pick_id
      where pick_lines.pick_id = ${pick_id} and holder.qty_held + holder.qty_counted > 0
      on conflict (pick_line_id, device, product_id) do update set qty = excluded.qty, reason = excluded.reason, done_at = null, done_by = null`,
  );
  await run(
    ctx.db,
    sql`update pick_line_holders set qty_held = case when qty_held < qty_counted then qty_counted else qty_held end, qty_counted = 0
      where pick_line_id in (select id from pick_lines where pick_id = ${pick_id})`,
  );
}
