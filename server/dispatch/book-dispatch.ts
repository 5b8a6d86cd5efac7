import { z } from 'zod';
import type { Booking, CarrierAdapter, Consignable } from '../carriers/carrier.ts';
import { carriersOf } from '../carriers/carriers.ts';
import { jobKind, TryLater } from '../jobs/job.ts';
import { asRequester } from './as-requester.ts';
import { beginBooking } from './begin-booking.ts';
import { BOOK_DISPATCH } from './promise-bookings.ts';
import { recordBooking } from './record-booking.ts';

/** The adapter's answer; `unknown` if the adapter throws, because it may have called the carrier before that. */
const ask = (carrier: CarrierAdapter, dispatch: Consignable): Promise<Booking> =>
  carrier.book(dispatch).catch((error: unknown) => ({ outcome: 'unknown', reason: error instanceof Error ? error.message : String(error) }));

/** Book a dispatch with its carrier, outside every transaction, and record the answer. */
export const bookDispatch = jobKind(BOOK_DISPATCH, z.object({ dispatch_id: z.int(), by: z.int() }), async (services, { dispatch_id, by }) => {
  const pendingBooking = await services.database.unitOfWork((db) => beginBooking(asRequester(services, db, by), dispatch_id));
  services.changed();
  if (!pendingBooking) return;

  const carrier = carriersOf(services.settings).get(pendingBooking.carrier);
  const booking = carrier
    ? await ask(carrier, pendingBooking.consignable)
    : ({ outcome: 'not_booked', reason: `No carrier is booked by ${pendingBooking.carrier} here.` } as const);
  const recording = await services.database.unitOfWork((db) => recordBooking(asRequester(services, db, by), dispatch_id, booking));
  services.changed();
  if (recording.is === 'again') throw new TryLater(recording.reason, recording.after);
  if (recording.is === 'too_late')
    services.log.warn({ dispatch_id, booking, reason: recording.reason }, 'a booking was refused because the dispatch has another carrier');
});
