import { and, eq, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { type Db, prepared } from '../db/db.ts';
import { confirmedWeights } from '../db/tables/index.ts';

interface BagWeight {
  pick_id: number;
  employee_id: number;
  order_id: number;
  weight_g: number;
  /** What the packer saw as the expected weight, in grams; undefined if they did not have to confirm the weight. */
  expected_g: number | undefined;
}

const forgetConfirmed = prepared('forget_confirmed_weight', (db: Db) =>
  db
    .delete(confirmedWeights)
    .where(and(eq(confirmedWeights.pick_id, sql.placeholder('pick_id')), eq(confirmedWeights.employee_id, sql.placeholder('employee_id')))),
);

/** Record that the packer confirmed a bag's weight that differs from the expected one. It replaces what was confirmed of the same bag before. */
export async function confirmBagWeight(ctx: Ctx, { expected_g, ...bag }: BagWeight): Promise<void> {
  await forgetConfirmed(ctx.db, { pick_id: bag.pick_id, employee_id: bag.employee_id });
  if (expected_g === undefined) return;
  await ctx.db.insert(confirmedWeights).values({ ...bag, expected_g, confirmed_by: ctx.actor.id, confirmed_at: ctx.now });
}
