import { z } from 'zod';
import { calendarDate } from '../calendar-date.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { ukDate } from '../uk-time.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import { deliveryMessages } from './delivery.ts';
import { dispatchNumber } from './dispatch-number.ts';

/** Dispatches that arrived on a calendar date; today if none is given. */
export const recordDeliveriesInput = z.object({
  ids: z.array(z.int().positive()).min(1).max(limits.dispatched_orders),
  delivered_on: calendarDate(messages.day_invalid).optional(),
});
export type RecordDeliveriesInput = z.infer<typeof recordDeliveriesInput>;

/** A dispatch arrives on the day on which it left at the earliest, and today at the latest. */
export function checkDeliveredOn(dispatch: { id: number; dispatched_at: string | null }, delivered_on: string, now: string): Verdict {
  const number = dispatchNumber(dispatch.id);
  if (!dispatch.dispatched_at) return refuse('not_dispatched', deliveryMessages.not_left(number));
  if (delivered_on > ukDate(now)) return refuse('in_the_future', deliveryMessages.in_the_future, 'delivered_on');
  const left_on = ukDate(dispatch.dispatched_at);
  return delivered_on < left_on
    ? refuse('before_dispatch', deliveryMessages.before_dispatch(number, left_on.split('-').reverse().join('/')), 'delivered_on')
    : allow;
}
