import { sql } from 'drizzle-orm';
import { shelfTasks } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';

interface ShelfTask {
  pick_line_id: number;
  product_id: number;
  device: string;
  qty: number;
  reason: string;
}

const orderOfLine = (pick_line_id: number) =>
  sql`(select picks.order_id from pick_lines join picks on picks.id = pick_lines.pick_id where pick_lines.id = ${pick_line_id})`;

/** Say how many pieces of a line lie on a tablet's trolley without belonging there; none closes the task. */
export async function keepShelfTask(ctx: Pick<Ctx, 'db' | 'now' | 'actor'>, task: ShelfTask): Promise<void> {
  const done = task.qty === 0 ? { done_at: ctx.now, done_by: ctx.actor.id } : { done_at: null, done_by: null };
  await ctx.db
    .insert(shelfTasks)
    .values({ ...task, ...done, order_id: orderOfLine(task.pick_line_id), created_at: ctx.now })
    .onConflictDoUpdate({
      target: [shelfTasks.pick_line_id, shelfTasks.device],
      set: { product_id: task.product_id, qty: task.qty, reason: task.reason, ...done },
    });
}
