import { and, eq, inArray, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { allow, refuse, type Verdict } from '../../shared/verdict.ts';
import { type AllocationState, allocationStateOf } from '../allocation/allocation-state-queries.ts';
import { audit } from '../audit/audit.ts';
import { isDone } from '../audit/is-done.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, conflict, enforce } from '../core/problem.ts';
import { dispatches, dispatchOrders, picks } from '../db/tables/index.ts';
import { findOrder } from '../orders/find-order.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { closePick } from '../picking/close-pick.ts';
import { openPick } from '../picking/open-pick.ts';
import { type FoundDispatch, findDispatch } from './find-dispatch.ts';
import { shipDispatches } from './ship-dispatches.ts';

const notStuck = refuse('not_stuck', messages.not_stuck);

/** Find and lock the dispatch for whose courier an order waits; null if the order waits for no courier. */
async function waitingDispatch(ctx: Ctx, order_id: number): Promise<FoundDispatch | null> {
  const [waiting] = await ctx.db
    .select({ id: dispatches.id })
    .from(dispatchOrders)
    .innerJoin(dispatches, eq(dispatches.id, dispatchOrders.dispatch_id))
    .where(and(eq(dispatchOrders.order_id, order_id), inArray(dispatches.state, ['requested', 'booking', 'failed'])));
  if (!waiting) return null;
  const dispatch = await findDispatch(ctx, waiting.id);
  return dispatch.state === 'shipped' || dispatch.state === 'void' ? null : dispatch;
}

const checkNotOnHold = ({ picks_ }: FoundDispatch): Verdict =>
  picks_.some(({ is_frozen }) => is_frozen) ? refuse('order_frozen', messages.order_frozen) : allow;

/** Whether a carrier is being called, or was called so recently that its answer can still arrive. */
const isInFlight = ({ state, asked_at, asking_until }: FoundDispatch, { now, services }: Ctx): boolean => {
  if (state !== 'booking') return false;
  const longest = Date.parse(asked_at ?? now) + services.settings.STUCK_AFTER_MINUTES * 60_000;
  return Date.parse(now) < Math.max(longest, Date.parse(asking_until ?? now));
};

/**
 * Return an order that waits for its courier to picking: its dispatch is voided, its pick is closed and a new pick is opened. The
 * other orders of the dispatch are ready for dispatch again.
 */
export async function setAsAllocated(ctx: Ctx, uuid: string): Promise<AllocationState> {
  authorize(policy.allocate(ctx.actor));
  const { id: order_id } = await findOrder(ctx, uuid);
  const dispatch = await waitingDispatch(ctx, order_id);
  if (!dispatch) {
    await isDone(ctx, notStuck, ['order.set_as_allocated'], { type: 'order', id: order_id });
    return allocationStateOf(ctx, order_id);
  }
  enforce(checkNotOnHold(dispatch));
  if (isInFlight(dispatch, ctx)) throw conflict('booking_in_flight', messages.booking_in_flight);
  await ctx.db
    .update(dispatches)
    .set({ state: 'void', asking_until: null, version: sql`${dispatches.version} + 1` })
    .where(eq(dispatches.id, dispatch.id));
  const others = dispatch.picks_.filter((pick) => pick.order_id !== order_id).map(({ pick_id }) => pick_id);
  if (others.length) await ctx.db.update(picks).set({ state: 'booked' }).where(inArray(picks.id, others));
  for (const { pick_id } of dispatch.picks_.filter((pick) => pick.order_id === order_id)) await closePick(ctx, pick_id, 'reopened');
  await openPick(ctx, order_id);
  await refreshStatus(
    ctx,
    dispatch.picks_.map((pick) => pick.order_id),
  );
  await audit(ctx, 'order.set_as_allocated', { type: 'order', id: order_id }, { dispatch_id: dispatch.id });
  return allocationStateOf(ctx, order_id);
}

/** Mark an order that waits for its courier as shipped, with all other orders of its dispatch. */
export async function setAsDispatched(ctx: Ctx, uuid: string): Promise<AllocationState> {
  authorize(policy.allocate(ctx.actor));
  const { id: order_id } = await findOrder(ctx, uuid);
  const dispatch = await waitingDispatch(ctx, order_id);
  if (!dispatch) {
    await isDone(ctx, notStuck, ['order.set_as_dispatched'], { type: 'order', id: order_id });
    return allocationStateOf(ctx, order_id);
  }
  enforce(checkNotOnHold(dispatch));
  await audit(ctx, 'order.set_as_dispatched', { type: 'order', id: order_id }, null, { dispatch_id: dispatch.id });
  await shipDispatches(ctx, [dispatch.id]);
  return allocationStateOf(ctx, order_id);
}
