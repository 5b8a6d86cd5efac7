import { z } from 'zod';
import { addWorkingDays } from '../add-working-days.ts';
import { ukDate } from '../uk-time.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';

/** Who says that a parcel has arrived: its client, the office, or a system of the carrier. The first record counts. */
export const deliverySources = ['client', 'office', 'carrier'] as const;
export type DeliverySource = (typeof deliverySources)[number];

/** For how many days after the dispatch the client is asked whether the parcel has arrived. The office can record it later as well. */
export const DAYS_TO_CONFIRM = 30;
/** Working days within which a parcel is expected if its service promises none. */
const USUAL_DAYS = 2;
const DAY = 24 * 3_600_000;

export const deliveryMessages = {
  not_dispatched: 'This parcel has not left yet.',
  in_the_future: 'Choose today or an earlier day.',
  not_left: (number: string): string => `${number} has not left yet.`,
  before_dispatch: (number: string, day: string): string => `${number} left on ${day}. Choose that day or a later one.`,
  too_long_ago: 'This parcel left too long ago. Please ask the office.',
  not_due: 'This parcel is still expected.',
  arrived_already: 'This parcel has arrived.',
  recorded_by_another: 'Somebody else recorded this. Please ask the office.',
} as const;

/** The facts about a parcel on which the rules of its delivery decide. */
export interface DeliveryFacts {
  dispatched_at: string | null;
  delivered_on: string | null;
  delivered_by: number | null;
  delivery_source: DeliverySource | null;
  not_arrived_at: string | null;
  not_arrived_by: number | null;
  /** Working days within which the service delivers; null if it promises none. */
  days: number | null;
}

/** The calendar date by which a parcel is expected: the working days of its service after the day of its dispatch. */
export const expectedOn = ({ dispatched_at, days }: { dispatched_at: string; days: number | null }): string =>
  addWorkingDays(ukDate(dispatched_at), days ?? USUAL_DAYS);

/** The client is asked about a parcel that has left within the last 30 days. */
export const checkAsked = ({ dispatched_at }: Pick<DeliveryFacts, 'dispatched_at'>, now: string): Verdict => {
  if (!dispatched_at) return refuse('not_dispatched', deliveryMessages.not_dispatched);
  const isLongAgo = Date.parse(now) - Date.parse(dispatched_at) > DAYS_TO_CONFIRM * DAY;
  return isLongAgo ? refuse('too_long_ago', deliveryMessages.too_long_ago) : allow;
};

/** What somebody at the client says about a parcel: it has arrived, it has not, or null to take back what they said before. */
export const arrivalInput = z.object({ has_arrived: z.boolean().nullable() });
