import { formatDate } from '../uk-time.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';

export interface LeavingFacts {
  name: string;
  /** The calendar date from which on nothing new is ordered for the person; null if no end is known. */
  leaves_on: string | null;
}

/** Whether somebody has left on a calendar date in London: from their last day on. */
export const hasLeft = (leaves_on: string | null | undefined, today: string): boolean => !!leaves_on && leaves_on <= today;

/** That somebody has left, for a sentence about them: `left on 30/11/2026`. */
export const leftText = (leaves_on: string): string => `left on ${formatDate(leaves_on)}`;

/** Nothing new is ordered for somebody who has left. What was ordered before goes on. */
export const checkWearer = ({ name, leaves_on }: LeavingFacts, today: string): Verdict =>
  leaves_on !== null && hasLeft(leaves_on, today)
    ? refuse('wearer_left', `${name} ${leftText(leaves_on)}, so nothing new is ordered for them.`)
    : allow;
