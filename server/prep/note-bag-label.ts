import { and, eq, sql } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { type Db, prepared } from '../db/db.ts';
import { bags, orderLines, pickLines } from '../db/tables/index.ts';

const wornInPick = prepared('worn_in_pick', (db: Db) =>
  db
    .select({ id: pickLines.id })
    .from(pickLines)
    .innerJoin(orderLines, eq(orderLines.id, pickLines.order_line_id))
    .where(and(eq(pickLines.pick_id, sql.placeholder('pick_id')), eq(orderLines.employee_id, sql.placeholder('employee_id'))))
    .limit(1),
);

const closeBag = prepared('close_bag', (db: Db) =>
  db
    .insert(bags)
    .values({
      pick_id: sql.placeholder('pick_id'),
      employee_id: sql.placeholder('employee_id'),
      label_printed_at: sql.placeholder('now'),
      label_printed_by: sql.placeholder('by'),
    })
    .onConflictDoUpdate({
      target: [bags.pick_id, bags.employee_id],
      set: { label_printed_at: sql`excluded.label_printed_at`, label_printed_by: sql`excluded.label_printed_by` },
    }),
);

/** Close a wearer's bag, because its label is printed. 404 for a wearer who has nothing in this pick. */
export async function noteBagLabel(ctx: Ctx, { pick_id, employee_id }: { pick_id: number; employee_id: number }): Promise<void> {
  authorize(policy.prep(ctx.actor));
  requireFound((await wornInPick(ctx.db, { pick_id, employee_id }))[0]);
  await closeBag(ctx.db, { pick_id, employee_id, now: ctx.now, by: ctx.actor.id });
}
