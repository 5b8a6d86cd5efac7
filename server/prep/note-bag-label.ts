import { and, eq } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { bags, orderLines, pickLines } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { authorize, found } from '../http/problem.ts';

/** Note that the label of a wearer's bag is being printed: the bag is closed. 404 for somebody who has nothing in this round. */
export async function noteBagLabel(ctx: Ctx, { pick_id, employee_id }: { pick_id: number; employee_id: number }): Promise<void> {
  authorize(policy.prep(ctx.actor));
  const [worn] = await ctx.db
    .select({ id: pickLines.id })
    .from(pickLines)
    .innerJoin(orderLines, eq(orderLines.id, pickLines.order_line_id))
    .where(and(eq(pickLines.pick_id, pick_id), eq(orderLines.employee_id, employee_id)))
    .limit(1);
  found(worn);

  const printed = { label_printed_at: ctx.now, label_printed_by: ctx.actor.id };
  await ctx.db
    .insert(bags)
    .values({ pick_id, employee_id, ...printed })
    .onConflictDoUpdate({ target: [bags.pick_id, bags.employee_id], set: printed });
}
