import { eq, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { run } from '../db/db.ts';
import { picks } from '../db/tables/index.ts';

export type CloseReason = NonNullable<(typeof picks.$inferSelect)['close_reason']>;

/**
 * Close a pick without shipping it. What was picked has to go back to the shelf: one shelf task for each line and the tablet that
 * has the items. The database raises the lines' fact versions.
 */
export async function closePick(ctx: Ctx, pick_id: number, close_reason: CloseReason): Promise<void> {
  await ctx.db.update(picks).set({ state: 'closed', ended_at: ctx.now, close_reason }).where(eq(picks.id, pick_id));
  await run(
    ctx.db,
    sql`insert into shelf_tasks (pick_line_id, product_id, order_id, device, qty, reason, created_at)
      select pick_lines.id, pick_lines.product_id, picks.order_id, coalesce(pick_lines.picked_device, ''), pick_lines.qty_picked, ${close_reason}, ${ctx.now}
      from pick_lines join picks on picks.id = pick_lines.pick_id
      where pick_lines.pick_id = ${pick_id} and pick_lines.qty_picked > 0
      on conflict (pick_line_id, device) do update set qty = excluded.qty, reason = excluded.reason, done_at = null, done_by = null`,
  );
}
