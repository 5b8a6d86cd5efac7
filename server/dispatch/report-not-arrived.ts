import { and, eq, isNull } from 'drizzle-orm';
import { checkReportNotArrived } from '../../shared/dispatch/report-not-arrived.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { enforce } from '../core/problem.ts';
import { dispatches } from '../db/tables/index.ts';
import { requireClientParcel } from './client-parcel.ts';

/** Tell the office that a parcel has not arrived, once the day on which it was expected has passed. A second report changes nothing. */
export async function reportNotArrived(ctx: Ctx, uuid: string, id: number): Promise<void> {
  enforce(checkReportNotArrived(await requireClientParcel(ctx, uuid, id), ctx.now));
  const [reported] = await ctx.db
    .update(dispatches)
    .set({ not_arrived_at: ctx.now, not_arrived_by: ctx.actor.id })
    .where(and(eq(dispatches.id, id), isNull(dispatches.not_arrived_at), isNull(dispatches.delivered_on)))
    .returning({ id: dispatches.id });
  if (reported) await audit(ctx, 'dispatch.not_arrived', { type: 'dispatch', id });
}
