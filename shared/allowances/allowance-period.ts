import { addDays } from '../add-days.ts';
import { addMonths } from '../add-months.ts';
import type { AllowanceTerms } from './allowance.ts';

/** The facts about a person that decide how much they may have. */
export interface AllowancePerson {
  /** The first day at work. */
  started_on: string | null;
  /** The hours as a percentage of full time, 1 to 100. */
  allowance_percent: number;
}

/** A period of an allowance for one person, in UK calendar dates. */
export interface AllowancePeriod {
  /** Null if the period has no beginning. */
  from: string | null;
  /** The first day after the period; null if the period does not end. */
  until: string | null;
  /** Whether this is the person's own first period, in which instalments apply. */
  is_first: boolean;
}

/** For how many months before somebody's first day their orders are counted to their first period. */
const MONTHS_AHEAD = 3;

/** The number of the period of `months` from `anchor` that contains a day; negative before `anchor`. */
function periodNumber(anchor: string, months: number, day: string): number {
  const monthsBetween = (Number(day.slice(0, 4)) - Number(anchor.slice(0, 4))) * 12 + Number(day.slice(5, 7)) - Number(anchor.slice(5, 7));
  const k = Math.floor(monthsBetween / months);
  // Within the month of a beginning, the day of the month decides.
  return addMonths(anchor, k * months) > day ? k - 1 : k;
}

/** The first day whose orders still count on `day` if what was ordered comes back after some months. */
function rollingFrom(day: string, months: number): string {
  let from = addDays(addMonths(day, -months), 1);
  // From the end of a long month on, several days come back on the same day.
  while (addMonths(from, months) <= day) from = addDays(from, 1);
  return from;
}

const later = (a: string, b: string): string => (a > b ? a : b);

/** The end of a person's first period of an allowance whose periods begin on the same day for everybody. */
function firstPeriodEnd({ starts_on, period_months, first_period_min_months }: AllowanceTerms, started_on: string): string | null {
  if (starts_on === null || period_months === null) return null;
  const least = addMonths(started_on, first_period_min_months);
  let k = periodNumber(starts_on, period_months, least);
  while (addMonths(starts_on, k * period_months) < least || addMonths(starts_on, k * period_months) <= started_on) k++;
  return addMonths(starts_on, k * period_months);
}

/**
 * The period that contains a day; null if the periods have not begun by that day, or if they begin on the person's first day and that is not known.
 * The days before a first day at work belong to the period that begins on that day.
 */
export function allowancePeriod(terms: AllowanceTerms, { started_on }: Pick<AllowancePerson, 'started_on'>, day: string): AllowancePeriod | null {
  const { anchor, period_months, starts_on, instalments } = terms;
  if (anchor === 'rolling') return { from: rollingFrom(day, period_months ?? 0), until: addDays(day, 1), is_first: false };
  if (anchor === 'start_date') {
    if (started_on === null) return null;
    if (period_months === null) return { from: started_on, until: null, is_first: true };
    const k = periodNumber(started_on, period_months, later(day, started_on));
    return { from: addMonths(started_on, k * period_months), until: addMonths(started_on, (k + 1) * period_months), is_first: k === 0 };
  }
  if (starts_on === null || day < starts_on) return null;
  if (instalments.length > 0 && started_on !== null && started_on >= starts_on) {
    const until = firstPeriodEnd(terms, started_on);
    if (until === null || day < until) return { from: started_on, until, is_first: true };
  }
  if (period_months === null) return { from: starts_on, until: null, is_first: false };
  const k = periodNumber(starts_on, period_months, day);
  return { from: addMonths(starts_on, k * period_months), until: addMonths(starts_on, (k + 1) * period_months), is_first: false };
}

/** Whether something that was ordered or granted on a day counts to the period that contains `today`. */
export function countsIn(terms: AllowanceTerms, period: AllowancePeriod, on: string, today: string): boolean {
  if (terms.anchor === 'rolling') return on <= today && addMonths(on, terms.period_months ?? 0) > today;
  const from = period.from !== null && period.is_first ? addMonths(period.from, -MONTHS_AHEAD) : period.from;
  return (from === null || on >= from) && (period.until === null || on < period.until);
}
