import { eq } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { audit } from '../audit/audit.ts';
import type { Booking, ConsignmentNumbers } from '../carriers/carrier.ts';
import { trackingUrlOf } from '../carriers/tracking-url.ts';
import type { Ctx } from '../core/context.ts';
import { consignments, dispatches } from '../db/tables/index.ts';
import { type FoundDispatch, findDispatch } from './find-dispatch.ts';
import { shipDispatches } from './ship-dispatches.ts';

/** The result of a booking: stored, to be tried again, or too late because a person has shipped or voided the dispatch. */
export type Recorded = { is: 'kept' } | { is: 'again'; reason: string; after: number } | { is: 'too_late'; reason: string };

const keptResult: Recorded = { is: 'kept' };

/** Record a carrier's answer for a dispatch. A booked dispatch ships in the same transaction, and a dispatch that is refused waits for a person. */
export async function recordBooking(ctx: Ctx, id: number, booking: Booking): Promise<Recorded> {
  const dispatch = await findDispatch(ctx, id);
  if (dispatch.state === 'shipped' || dispatch.state === 'void') return tooLate(ctx, dispatch, booking);

  const change = (to: Partial<typeof dispatches.$inferInsert>) =>
    ctx.db
      .update(dispatches)
      .set({ asking_until: null, ...to })
      .where(eq(dispatches.id, id));
  switch (booking.outcome) {
    case 'booked':
      return storeConsignment(ctx, dispatch, booking);
    case 'pending':
      await change({ booking_error: null });
      return keptResult;
    case 'by_hand':
      await change({ state: 'requested', carrier: 'manual', asked_at: null, booking_error: null });
      return keptResult;
    case 'refused':
      await change({ state: 'failed', booking_error: booking.reason, booking_attempt: dispatch.booking_attempt + 1, asked_at: null });
      await audit(ctx, 'dispatch.booking_refused', { type: 'dispatch', id }, null, { reason: booking.reason });
      return keptResult;
    case 'not_booked':
      await change({ state: 'failed', booking_error: booking.reason, asked_at: null });
      return { is: 'again', reason: booking.reason, after: booking.after ?? 0 };
    case 'unknown':
      await change({ booking_error: booking.reason });
      return { is: 'again', reason: booking.reason, after: 0 };
  }
}

async function storeConsignment(ctx: Ctx, dispatch: FoundDispatch, { consignment_number, tracking_number }: ConsignmentNumbers): Promise<Recorded> {
  const { id } = dispatch;
  const numbers = { consignment_number, tracking_number };
  await audit(ctx, 'dispatch.booked', { type: 'dispatch', id }, null, numbers);
  if (!dispatch.picks_.some(({ is_frozen }) => is_frozen)) {
    await shipDispatches(ctx, [id], numbers);
    return keptResult;
  }
  // The carrier has accepted the booking, but the office holds an order: the dispatch ships when the hold is lifted.
  await keepNumbers(ctx, dispatch, numbers);
  await ctx.db.update(dispatches).set({ asking_until: null, booking_error: messages.booked_while_held }).where(eq(dispatches.id, id));
  return keptResult;
}

const keepNumbers = (ctx: Ctx, { id, carrier, service_key }: FoundDispatch, numbers: ConsignmentNumbers) =>
  ctx.db
    .insert(consignments)
    .values({
      dispatch_id: id,
      carrier,
      ...numbers,
      tracking_url: trackingUrlOf(ctx.services.settings, service_key, numbers.tracking_number),
      created_at: ctx.now,
    })
    .onConflictDoNothing();

/**
 * Handle a booking that arrives after a person shipped or voided the dispatch. A shipped dispatch gets the numbers that it lacks. If it has other
 * numbers, or is void, the carrier has a booking that nobody needs: this is audited.
 */
async function tooLate(ctx: Ctx, dispatch: FoundDispatch, booking: Booking): Promise<Recorded> {
  const { id, state } = dispatch;
  if (booking.outcome !== 'booked')
    return state === 'shipped' && booking.outcome !== 'refused' ? keptResult : { is: 'too_late', reason: messageOf(state) };
  const { consignment_number, tracking_number } = booking;
  const [has] = await ctx.db
    .select({ consignment_number: consignments.consignment_number, tracking_number: consignments.tracking_number })
    .from(consignments)
    .where(eq(consignments.dispatch_id, id));
  const agrees = (storedNumber: string | null | undefined, reportedNumber: string | null): boolean =>
    !storedNumber || !reportedNumber || storedNumber === reportedNumber;
  if (state === 'void' || !agrees(has?.tracking_number, tracking_number) || !agrees(has?.consignment_number, consignment_number)) {
    await audit(ctx, 'dispatch.booked_too_late', { type: 'dispatch', id }, has ?? null, { consignment_number, tracking_number });
    return { is: 'too_late', reason: messageOf(state) };
  }
  const numbers = {
    consignment_number: has?.consignment_number ?? consignment_number,
    tracking_number: has?.tracking_number ?? tracking_number,
  };
  if (numbers.consignment_number === has?.consignment_number && numbers.tracking_number === has?.tracking_number) return keptResult;
  await audit(ctx, 'dispatch.booked', { type: 'dispatch', id }, null, numbers);
  await ctx.db
    .update(consignments)
    .set({ ...numbers, tracking_url: trackingUrlOf(ctx.services.settings, dispatch.service_key, numbers.tracking_number) })
    .where(eq(consignments.dispatch_id, id));
  return keptResult;
}

const messageOf = (state: FoundDispatch['state']): string => (state === 'void' ? messages.dispatch_void : messages.shipped_otherwise);
