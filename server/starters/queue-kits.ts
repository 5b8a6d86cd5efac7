import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { starters } from '../db/tables/index.ts';
import { type QueuedJob, queueJobs } from '../jobs/queue-job.ts';

export const ORDER_KIT = 'order_kit';

/** A person and the employee role whose kit they get. */
export interface KitOfPerson {
  user_id: number;
  employee_role_id: number;
}

/** The jobs that order these kits. */
export const orderKitJobs = (pairs: readonly KitOfPerson[]): QueuedJob[] =>
  pairs.map(({ user_id, employee_role_id }) => ({
    kind: ORDER_KIT,
    key: `${user_id} ${employee_role_id}`,
    payload: { user_id, employee_role_id },
  }));

/** Order the kits of people that are not ordered yet, now that sizes of theirs are known. */
export async function orderSizedKits(ctx: Ctx, { employee_ids }: { employee_ids: readonly number[] }): Promise<void> {
  const open = await ctx.db
    .select({ user_id: starters.user_id, employee_role_id: starters.employee_role_id })
    .from(starters)
    .where(and(among(starters.user_id, idList(employee_ids)), eq(starters.is_ordered, true), isNull(starters.order_id)));
  await queueJobs(ctx, orderKitJobs(open));
}
