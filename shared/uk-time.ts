const HOUR = 3_600_000;

/** The time in milliseconds at which the clocks in the UK change: 01:00 UTC on the last Sunday of a month. */
function changeOver(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() - last.getUTCDay() * 24 * HOUR;
}

/**
 * A time shifted so that its UTC fields are those of the clock in the UK: an hour ahead from the last Sunday of March to the last Sunday of October
 * (The Summer Time Order 2002). A browser's `Intl` can do the same, but loading its data takes a tenth of a tablet's start.
 */
function ukClock(at: Date): Date {
  const year = at.getUTCFullYear();
  const isSummer = at.getTime() >= changeOver(year, 2) && at.getTime() < changeOver(year, 9);
  return isSummer ? new Date(at.getTime() + HOUR) : at;
}

const two = (n: number): string => String(n).padStart(2, '0');

/** The calendar date in the UK at a time, `2026-07-02`. */
export const ukDate = (at: string): string => ukClock(new Date(at)).toISOString().slice(0, 10);

/** The time at which a calendar date begins in the UK; in summer an hour earlier than in UTC. */
export function ukMidnight(date: string): string {
  const inUtc = new Date(`${date}T00:00:00.000Z`);
  return new Date(2 * inUtc.getTime() - ukClock(inUtc).getTime()).toISOString();
}

/** The formats of a date: `list` is dd/mm/yy, `date` dd/mm/yyyy, `time` 09:42, `moment` date and time. */
export type DateForm = 'list' | 'date' | 'time' | 'moment';

/** A time or a calendar date in UK time, in a format that people in the UK use. */
export function formatDate(value: string | number | Date, form: DateForm = 'date'): string {
  const at = ukClock(new Date(value));
  const year = String(at.getUTCFullYear()).padStart(4, '0');
  const day = `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/${form === 'list' ? year.slice(-2) : year}`;
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
  if (form === 'time') return time;
  return form === 'moment' ? `${day} ${time}` : day;
}

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** A calendar date in words for a sentence, `4 December`; with its year, `4 January 2027`, if that is not the year of `today`. */
export function dayText(date: string, today: string): string {
  const [year, month, day] = date.split('-');
  const words = `${Number(day)} ${MONTHS[Number(month) - 1]}`;
  return year === today.slice(0, 4) ? words : `${words} ${year}`;
}

let formatted = new Map<string, string>();

/** The date in the UK at a time, `20/11/2026`; null without a time. */
export function ukDay(time: string | null | undefined): string | null {
  if (!time) return null;
  // The hour determines the date, so all rows of one hour share one text: a million separate texts would fill the memory.
  const hour = time.slice(0, 13);
  const text = formatted.get(hour);
  if (text !== undefined) return text;
  const formattedTime = formatDate(time);
  if (formatted.size > 10_000) formatted = new Map();
  formatted.set(hour, formattedTime);
  return formattedTime;
}
