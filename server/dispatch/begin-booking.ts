import { eq } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import type { Consignable } from '../carriers/carrier.ts';
import { bookingReference } from '../carriers/reference.ts';
import type { Ctx } from '../core/context.ts';
import { accounts, consignments, dispatches, sites } from '../db/tables/index.ts';
import { TryLater } from '../jobs/job.ts';
import { findDispatch } from './find-dispatch.ts';
import { shipDispatches } from './ship-dispatches.ts';

/** Upper limit of calls to the carrier for one booking, plus one to spare. Each call may take as long as the carrier's timeout. */
const MAX_QUESTIONS = 4;

export interface Begun {
  carrier: string;
  consignable: Consignable;
}

/**
 * Claim a dispatch in order to book it with its carrier; null if there is nothing to book. No other process books the dispatch until the claim ends.
 * After a crash the next attempt can tell that the carrier may have been called. A dispatch that its carrier has already accepted is shipped.
 */
export async function beginBooking(ctx: Ctx, id: number): Promise<Begun | null> {
  const dispatch = await findDispatch(ctx, id);
  if (dispatch.state === 'shipped' || dispatch.state === 'void' || dispatch.carrier === 'manual') return null;
  if (dispatch.asking_until && dispatch.asking_until > ctx.now)
    throw new TryLater(messages.booking_in_flight, Date.parse(dispatch.asking_until) - Date.parse(ctx.now));
  if (dispatch.picks_.some(({ is_frozen }) => is_frozen)) {
    // The dispatch is claimed again when the hold is lifted. A dispatch with `asked_at` stays unchanged, because the carrier may have a booking.
    if (!dispatch.asked_at) await ctx.db.update(dispatches).set({ state: 'requested', booking_error: null }).where(eq(dispatches.id, id));
    return null;
  }

  const [existing] = await ctx.db
    .select({ account: accounts.name, site: sites.name, consignment_id: consignments.id })
    .from(dispatches)
    .innerJoin(accounts, eq(accounts.id, dispatches.account_id))
    .leftJoin(sites, eq(sites.id, dispatches.site_id))
    .leftJoin(consignments, eq(consignments.dispatch_id, dispatches.id))
    .where(eq(dispatches.id, id));
  if (existing?.consignment_id) {
    await shipDispatches(ctx, [id]);
    return null;
  }

  const until = Date.parse(ctx.now) + MAX_QUESTIONS * ctx.services.settings.CARRIER_API_TIMEOUT * 1000;
  await ctx.db
    .update(dispatches)
    .set({ state: 'booking', asked_at: dispatch.asked_at ?? ctx.now, asking_until: new Date(until).toISOString() })
    .where(eq(dispatches.id, id));
  const { service_key, total_weight, total_items, delivery_address, contact_name, contact_email, contact_phone } = dispatch;
  return {
    carrier: dispatch.carrier,
    consignable: {
      id,
      reference: bookingReference(dispatch),
      was_asked: dispatch.asked_at !== null,
      company: [existing?.account, existing?.site].filter(Boolean).join(', '),
      ...{ service_key, total_weight, total_items, delivery_address, contact_name, contact_email, contact_phone },
    },
  };
}
