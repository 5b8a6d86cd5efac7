import { and, eq, isNotNull, ne, or } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { dispatches, dispatchOrders } from '../db/tables/index.ts';
import { promiseBookings } from './promise-bookings.ts';

/** Queue the work that an order's hold delayed: to book a dispatch with its carrier, to check an uncertain booking, or to ship a booked dispatch. */
export async function resumeBookings(ctx: Ctx, order_id: number): Promise<void> {
  const waiting = await ctx.db
    .select({ id: dispatches.id, requested_by: dispatches.requested_by })
    .from(dispatches)
    .innerJoin(dispatchOrders, eq(dispatchOrders.dispatch_id, dispatches.id))
    .where(
      and(
        eq(dispatchOrders.order_id, order_id),
        ne(dispatches.carrier, 'manual'),
        or(eq(dispatches.state, 'requested'), and(eq(dispatches.state, 'booking'), isNotNull(dispatches.booking_error))),
      ),
    );
  await promiseBookings(
    ctx,
    waiting.map(({ id, requested_by }) => ({ id, by: requested_by ?? ctx.actor.id })),
  );
}
