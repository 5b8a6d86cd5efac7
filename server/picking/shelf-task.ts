import { sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { type Db, prepared } from '../db/db.ts';
import { shelfTasks } from '../db/tables/index.ts';

interface ShelfTask {
  pick_line_id: number;
  product_id: number;
  device: string;
  qty: number;
  reason: string;
}

const keepTask = prepared('keep_shelf_task', (db: Db) =>
  db
    .insert(shelfTasks)
    .values({
      pick_line_id: sql.placeholder('pick_line_id'),
      product_id: sql.placeholder('product_id'),
      order_id: sql`(select picks.order_id from pick_lines join picks on picks.id = pick_lines.pick_id
        where pick_lines.id = ${sql.placeholder('pick_line_id')})`,
      device: sql.placeholder('device'),
      qty: sql.placeholder('qty'),
      reason: sql.placeholder('reason'),
      created_at: sql.placeholder('now'),
      done_at: sql.placeholder('done_at'),
      done_by: sql.placeholder('done_by'),
    })
    .onConflictDoUpdate({
      target: [shelfTasks.pick_line_id, shelfTasks.device, shelfTasks.product_id],
      set: {
        qty: sql`excluded.qty`,
        reason: sql`excluded.reason`,
        done_at: sql`excluded.done_at`,
        done_by: sql`excluded.done_by`,
      },
    }),
);

/** Store how many items of a line are on a trolley but do not belong there; 0 closes the task. */
export async function keepShelfTask(ctx: Pick<Ctx, 'db' | 'now' | 'actor'>, task: ShelfTask): Promise<void> {
  const completion = task.qty === 0 ? { done_at: ctx.now, done_by: ctx.actor.id } : { done_at: null, done_by: null };
  await keepTask(ctx.db, { ...task, ...completion, now: ctx.now });
}
