import type { LineState } from '../ordering/line-status.ts';
import { lineStatusSentence } from '../ordering/line-status-text.ts';
import { dayText } from '../uk-time.ts';
import type { Availability } from './size-availability.ts';

/** When a size can leave, as a client reads it. `availability` is null if the account does not show it. */
export interface AvailabilityFacts {
  availability: Availability | null;
  available_on: string | null;
}

/** A date that has passed is no date: the supplier is late. */
const stateOf = ({ availability, available_on }: AvailabilityFacts, today: string): LineState | 'low' | null =>
  availability === 'expected' && available_on !== null && available_on < today ? 'overdue' : availability;

/** The text under a size: `In stock`, `Low`, `4 December` or `No date yet`; null if the account does not show it. */
export function availabilityText(facts: AvailabilityFacts, today: string): string | null {
  switch (stateOf(facts, today)) {
    case 'in_stock':
      return 'In stock';
    case 'low':
      return 'Low';
    case 'expected':
      return facts.available_on && dayText(facts.available_on, today);
    case null:
      return null;
    default:
      return 'No date yet';
  }
}

/**
 * The sentence about a chosen size that may not leave at once, in the words of the status of a line. Null if it is in stock, or if the account does
 * not show it.
 */
export function availabilitySentence(facts: AvailabilityFacts, quantity: number, today: string): string | null {
  const state = stateOf(facts, today);
  if (state === null || state === 'in_stock') return null;
  if (state === 'low') return quantity > 1 ? 'Only a few are left. What is missing is sent as soon as it arrives.' : 'Only a few are left.';
  const part = { state, quantity, on: facts.available_on, reason: null, dispatch_id: null };
  const { lead, rest } = lineStatusSentence(part, true, { today, is_submitted: false });
  return [lead, rest, quantity > 1 ? 'They are sent as soon as they arrive.' : 'It is sent as soon as it arrives.'].filter(Boolean).join(' ');
}
