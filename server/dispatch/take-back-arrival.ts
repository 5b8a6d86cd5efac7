import { and, eq, isNull } from 'drizzle-orm';
import { checkTakeBackArrival } from '../../shared/dispatch/take-back-arrival.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { enforce } from '../core/problem.ts';
import { dispatches } from '../db/tables/index.ts';
import { requireClientParcel } from './client-parcel.ts';
import { takeBackDelivery } from './record-delivery.ts';

/** Take back what the caller said about a parcel: that it has arrived, or that it has not. Changes nothing if nobody has said anything. */
export async function takeBackArrival(ctx: Ctx, uuid: string, id: number): Promise<void> {
  const parcel = await requireClientParcel(ctx, uuid, id);
  if (!parcel.delivered_on && !parcel.not_arrived_at) return;
  enforce(checkTakeBackArrival(parcel, ctx.actor.id));
  if (parcel.delivered_on) return takeBackDelivery(ctx, [id], ctx.actor.id);
  const [taken] = await ctx.db
    .update(dispatches)
    .set({ not_arrived_at: null, not_arrived_by: null })
    .where(and(eq(dispatches.id, id), isNull(dispatches.delivered_on)))
    .returning({ id: dispatches.id });
  if (taken) await audit(ctx, 'dispatch.not_arrived_taken_back', { type: 'dispatch', id });
}
