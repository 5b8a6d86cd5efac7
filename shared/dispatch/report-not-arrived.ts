import { ukDate } from '../uk-time.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import { checkConfirmArrival } from './confirm-arrival.ts';
import { type DeliveryFacts, deliveryMessages, expectedOn } from './delivery.ts';

/** The client reports that a parcel has not arrived once the day on which it is expected has passed. One report is enough. */
export function checkReportNotArrived(parcel: DeliveryFacts, now: string): Verdict {
  const verdict = checkConfirmArrival(parcel, now);
  if (!verdict.ok || !parcel.dispatched_at) return verdict;
  const { dispatched_at, days } = parcel;
  return ukDate(now) > expectedOn({ dispatched_at, days }) ? allow : refuse('not_due', deliveryMessages.not_due);
}
