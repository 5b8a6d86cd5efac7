import { addMonths } from '../add-months.ts';
import { ukMidnight } from '../uk-time.ts';

/** The lengths that a budget period can have, in months. */
export const budgetDurations = [1, 3, 6, 12] as const;
export type BudgetDuration = (typeof budgetDurations)[number];

/**
 * Half-open: the period begins at `starts_at` and ends just before `ends_at`, both ISO 8601 UTC. `starts_on` and `ends_on` are the UK dates of these
 * times.
 */
export interface BudgetPeriod {
  starts_on: string;
  ends_on: string;
  starts_at: string;
  ends_at: string;
}

/**
 * The period of a budget that contains a time; null before the first period. Each period is counted from the original date, so that its day of the
 * month never shifts.
 */
export function budgetPeriod(budget_start_date: string, budget_duration: number, at: string): BudgetPeriod | null {
  const startOf = (k: number): string => addMonths(budget_start_date, k * budget_duration);
  const monthsSince =
    (new Date(at).getUTCFullYear() - Number(budget_start_date.slice(0, 4))) * 12 +
    new Date(at).getUTCMonth() +
    1 -
    Number(budget_start_date.slice(5, 7));
  let k = Math.floor(monthsSince / budget_duration) + 1;
  while (k >= 0 && ukMidnight(startOf(k)) > at) k--;
  if (k < 0) return null;
  const [starts_on, ends_on] = [startOf(k), startOf(k + 1)];
  return { starts_on, ends_on, starts_at: ukMidnight(starts_on), ends_at: ukMidnight(ends_on) };
}
