import { eq } from 'drizzle-orm';
import type { LateAnswer } from '../carriers/carrier.ts';
import { carriersOf } from '../carriers/carriers.ts';
import { bookingOfReference } from '../carriers/reference.ts';
import type { Services } from '../core/context.ts';
import { dispatches } from '../db/tables/index.ts';
import { recurring } from '../jobs/job.ts';
import { asRequester } from './as-requester.ts';
import { recordBooking } from './record-booking.ts';

/** Store one late answer of a carrier. Resolves with null, or with the reason why it is of no use. */
async function takeAnswer(services: Services, carrier: string, { reference, booking }: LateAnswer): Promise<string | null> {
  const reservation = bookingOfReference(reference);
  if (!reservation) return 'not one of our references';
  const recording = await services.database.unitOfWork(async (db) => {
    const [dispatch] = await db.select().from(dispatches).where(eq(dispatches.id, reservation.id));
    if (!dispatch?.requested_by) return 'no such dispatch';
    if (dispatch.carrier !== carrier) return 'this dispatch goes another way';
    if (dispatch.booking_attempt !== reservation.booking_attempt) return 'this answers an earlier booking';
    if (!dispatch.asked_at) return 'no booking was requested for this dispatch';
    const { is, ...about } = await recordBooking(asRequester(services, db, dispatch.requested_by), dispatch.id, booking);
    return is === 'too_late' && 'reason' in about ? about.reason : null;
  });
  services.changed();
  return recording;
}

/** Collect late answers of carriers, once a minute. */
export const takeAnswers = recurring('carrier_answers', '* * * * *', async (services) => {
  for (const [key, carrier] of carriersOf(services.settings)) await carrier.answers?.((answer) => takeAnswer(services, key, answer), new Date());
});
