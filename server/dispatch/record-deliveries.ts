import { asc, inArray } from 'drizzle-orm';
import { checkDeliveredOn, type RecordDeliveriesInput } from '../../shared/dispatch/record-deliveries.ts';
import { policy } from '../../shared/policy.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, notFound } from '../core/problem.ts';
import { lockRows } from '../db/lock.ts';
import { dispatches } from '../db/tables/index.ts';
import { recordDelivery, takeBackDelivery } from './record-delivery.ts';

/** Lock the dispatches with these ids. 404 if one of them does not exist. */
async function lockDispatches({ db }: Ctx, ids: readonly number[]) {
  const { id, dispatched_at, delivered_on } = dispatches;
  const locked = await lockRows(
    db
      .select({ id, dispatched_at, delivered_on })
      .from(dispatches)
      .where(inArray(id, [...ids]))
      .orderBy(asc(id)),
  );
  if (locked.length < new Set(ids).size) throw notFound();
  return locked;
}

/** Record for the office that dispatches have arrived, all or none of them. Those that somebody has recorded already stay as they are. */
export async function recordDeliveries(ctx: Ctx, { ids, delivered_on = ukDate(ctx.now) }: RecordDeliveriesInput): Promise<void> {
  authorize(policy.record_deliveries(ctx.actor));
  for (const dispatch of await lockDispatches(ctx, ids)) if (!dispatch.delivered_on) enforce(checkDeliveredOn(dispatch, delivered_on, ctx.now));
  await recordDelivery(ctx, ids, delivered_on, 'office');
}

/** Take back for the office that dispatches have arrived, whoever recorded it. */
export async function takeBackDeliveries(ctx: Ctx, ids: readonly number[]): Promise<void> {
  authorize(policy.record_deliveries(ctx.actor));
  await lockDispatches(ctx, ids);
  await takeBackDelivery(ctx, ids);
}
