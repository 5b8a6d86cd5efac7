import { and, eq, inArray } from 'drizzle-orm';
import type { ArgsOf } from '../../shared/sync/mutations.ts';
import { applied, noop, refused } from '../../shared/sync/outcomes.ts';
import type { Ctx } from '../core/context.ts';
import { isOpenPick } from '../db/is-open-pick.ts';
import { consignments, dispatches, orders, picks } from '../db/tables/index.ts';
import { editDispatch } from '../dispatch/edit-dispatch.ts';
import { requestDispatch } from '../dispatch/request-dispatch.ts';
import { setTracking as trackDispatch } from '../dispatch/set-tracking.ts';
import { differs } from './act-on-pick.ts';
import { refusedRoot } from './bases.ts';
import { type Done, Refusal, type Sent } from './mutation.ts';

const openPicksOf = async ({ db }: Ctx, uuids: readonly string[]): Promise<number[]> => {
  const openPicks = await db
    .select({ id: picks.id })
    .from(picks)
    .innerJoin(orders, eq(orders.id, picks.order_id))
    .where(and(inArray(orders.uuid, [...uuids]), isOpenPick()));
  return openPicks.map(({ id }) => id);
};

/** Request couriers, for exactly what the person saw. Nothing ships by that. */
export async function request(ctx: Ctx, { digest, ...dispatchRequest }: ArgsOf<'dispatch.request'>, { base, device }: Sent): Promise<Done> {
  if (await refusedRoot(ctx.db, device, base)) return refused('AFTER');
  const openPickIds = await openPicksOf(
    ctx,
    dispatchRequest.orders.map(({ uuid }) => uuid),
  );
  await requestDispatch(ctx, dispatchRequest);
  // The orders are locked by now: what differs at this point differs for good, and the request is undone.
  const other = await differs(ctx, openPickIds, digest);
  if (other) throw new Refusal(other);
  return applied;
}

/** Change where and how a dispatch goes. */
export async function edit(ctx: Ctx, { dispatch_id, ...fields }: ArgsOf<'dispatch.edit'>): Promise<Done> {
  await editDispatch(ctx, dispatch_id, fields);
  return applied;
}

/** The courier has taken it: it ships. A second request with the number under which it shipped changes nothing. */
export async function setTracking(ctx: Ctx, { dispatch_id, ...numbers }: ArgsOf<'dispatch.set_tracking'>): Promise<Done> {
  const [has] = await ctx.db
    .select({ tracking_number: consignments.tracking_number })
    .from(consignments)
    .innerJoin(dispatches, and(eq(dispatches.id, consignments.dispatch_id), eq(dispatches.state, 'shipped')))
    .where(eq(consignments.dispatch_id, dispatch_id));
  if (has && has.tracking_number === numbers.tracking_number) return noop;
  await trackDispatch(ctx, dispatch_id, numbers);
  return applied;
}
