/** When a report is mailed: on a day of the week, 1 to 7 from Monday, or on a day of the month, 1 to 28. */
export interface Schedule {
  every: 'week' | 'month';
  day: number;
}

/** The first and the last calendar day of a period, both included. */
export interface Period {
  start: string;
  end: string;
}

const DAY = 24 * 3_600_000;
const WEEK = 7;

const plusDays = (date: string, days: number): string => new Date(Date.parse(`${date}T00:00:00.000Z`) + days * DAY).toISOString().slice(0, 10);
/** The weekday of a date: 1 to 7 from Monday. */
const weekdayOf = (date: string): number => new Date(`${date}T00:00:00.000Z`).getUTCDay() || WEEK;
const two = (n: number): string => String(n).padStart(2, '0');
const dayOfMonth = (date: string, day: number): string => `${date.slice(0, 8)}${two(day)}`;
/** The last day of the month before the date's month. */
const endOfLastMonth = (date: string): string => plusDays(dayOfMonth(date, 1), -1);

/** The latest day of a schedule that is not after a date. */
export function latestDay({ every, day }: Schedule, date: string): string {
  if (every === 'week') return plusDays(date, -((weekdayOf(date) - day + WEEK) % WEEK));
  const thisMonth = dayOfMonth(date, day);
  return thisMonth <= date ? thisMonth : dayOfMonth(endOfLastMonth(date), day);
}

/** The first day of a schedule after a date. */
export function nextDay(schedule: Schedule, date: string): string {
  const latest = latestDay(schedule, date);
  if (schedule.every === 'week') return plusDays(latest, WEEK);
  // 31 days after the first day of any month is a day of the next month.
  return dayOfMonth(plusDays(dayOfMonth(latest, 1), 31), schedule.day);
}

/** The last week from Monday to Sunday, or the last calendar month, that ended before a date. */
export function lastPeriod(every: Schedule['every'], date: string): Period {
  if (every === 'week') {
    const end = plusDays(date, -weekdayOf(date));
    return { start: plusDays(end, 1 - WEEK), end };
  }
  const end = endOfLastMonth(date);
  return { start: dayOfMonth(end, 1), end };
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** The weekdays by their number. */
export const weekdayChoices: readonly { day: number; name: string }[] = weekdays.map((name, at) => ({ day: at + 1, name }));

const ordinal = (n: number): string =>
  `${n}${n % 10 === 1 && n !== 11 ? 'st' : n % 10 === 2 && n !== 12 ? 'nd' : n % 10 === 3 && n !== 13 ? 'rd' : 'th'}`;

/** A schedule in words: *every Monday*, *on the 3rd of every month*. */
export const scheduleText = ({ every, day }: Schedule): string =>
  every === 'week' ? `every ${weekdays[day - 1] ?? ''}` : `on the ${ordinal(day)} of every month`;
