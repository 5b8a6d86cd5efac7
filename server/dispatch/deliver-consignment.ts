import { and, desc, eq, ne } from 'drizzle-orm';
import { checkDeliveredOn } from '../../shared/dispatch/record-deliveries.ts';
import { policy } from '../../shared/policy.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, requireFound } from '../core/problem.ts';
import { consignments, dispatches } from '../db/tables/index.ts';
import { type DispatchRow, dispatchesById } from './dispatch-queries.ts';
import { recordDelivery } from './record-delivery.ts';

/**
 * Record what a system of the carrier says: the parcel with this tracking number arrived on a calendar date. Carriers use their numbers again, so the
 * newest dispatch with the number counts. A dispatch that somebody has recorded already stays as it is.
 */
export async function deliverConsignment(ctx: Ctx, tracking_number: string, delivered_on = ukDate(ctx.now)): Promise<DispatchRow> {
  authorize(policy.record_deliveries(ctx.actor));
  const [newest] = await ctx.db
    .select({ id: dispatches.id, dispatched_at: dispatches.dispatched_at, delivered_on: dispatches.delivered_on })
    .from(consignments)
    .innerJoin(dispatches, eq(dispatches.id, consignments.dispatch_id))
    .where(and(eq(consignments.tracking_number, tracking_number), ne(dispatches.state, 'void')))
    .orderBy(desc(dispatches.id))
    .limit(1);
  const dispatch = requireFound(newest);
  if (!dispatch.delivered_on) {
    enforce(checkDeliveredOn(dispatch, delivered_on, ctx.now));
    await recordDelivery(ctx, [dispatch.id], delivered_on, 'carrier');
  }
  return requireFound((await dispatchesById(ctx, [dispatch.id]))[0]);
}
