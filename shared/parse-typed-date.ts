import { messages } from './messages.ts';

/** Before this day, databases, clocks and rules for summer time disagree about dates. */
export const EARLIEST_DAY = '1900-01-01';

const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const dayFirst = /^(\d{1,2})(?:\s*[/.-]\s*|\s+)(\d{1,2})(?:\s*[/.-]\s*|\s+)(\d{4}|\d{2})$/;
const dayAndMonth = /^(\d{1,2})(?:\s*[/.-]\s*|\s+)(\d{1,2})$/;
const digits = /^(\d{2})(\d{2})(\d{4}|\d{2})$/;
const named = /^(\d{1,2})(?:st|nd|rd|th)?\s*[/.,-]?\s*([a-z]{3,9})(?:\s*[/.,-]?\s*(\d{4}|\d{2}))?$/;
/** Words for a day, each with its distance from today in days. */
const dayWords = new Map([
  ['yesterday', -1],
  ['t', 0],
  ['today', 0],
  ['tomorrow', 1],
]);

/** The number of the month with this name, or with this abbreviation of at least three letters; 0 if there is none. */
const monthOf = (name: string): number => months.findIndex((month) => month.startsWith(name)) + 1;

type Parts = [year: string, month: number, day: number];

function partsOf(text: string, thisYear: string | undefined): Parts | null {
  const [, isoYear, isoMonth, isoDay] = yearFirst.exec(text) ?? [];
  if (isoYear) return [isoYear, Number(isoMonth), Number(isoDay)];
  const [, day, month, year = thisYear] = dayFirst.exec(text) ?? digits.exec(text) ?? dayAndMonth.exec(text) ?? [];
  if (month && year) return [year, Number(month), Number(day)];
  const [, date, name = '', ofYear = thisYear] = named.exec(text) ?? [];
  return date && ofYear ? [ofYear, monthOf(name), Number(date)] : null;
}

/** The day that a text means, or the message about the error in the text. */
function read(typed: string, today: string | undefined): { day: string } | { fault: string } {
  const text = typed.trim().toLowerCase();
  const days = dayWords.get(text);
  if (today && days !== undefined) return { day: new Date(Date.parse(today) + days * 24 * 3_600_000).toISOString().slice(0, 10) };
  const [shortYear, month, day] = partsOf(text, today?.slice(0, 4)) ?? [];
  // A date with the month first gets the message about the format of dates.
  if (!shortYear || !month || month > 12 || day === undefined) return { fault: messages.date_form };
  const year = shortYear.length === 2 ? `20${shortYear}` : shortYear;
  const date = new Date(Date.UTC(Number(year), month - 1, day));
  if (year < EARLIEST_DAY.slice(0, 4)) return { fault: messages.date_too_early };
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? { day: date.toISOString().slice(0, 10) } : { fault: messages.no_such_day };
}

/**
 * The day that a person has typed, as `YYYY-MM-DD`; null if the text is no calendar day. The day comes before the month, and a two-digit year belongs
 * to this century: `1/2/26`, `01022026`, `1.2.2026`, `1 Feb 2026` and `2026-02-01` all mean the first of February. With `today`, a day without a year
 * belongs to this year, and `today` (or `t`), `tomorrow` and `yesterday` are accepted.
 */
export function parseTypedDate(text: string, today?: string): string | null {
  const parsed = read(text, today);
  return 'day' in parsed ? parsed.day : null;
}

/** The message about a text that a person has typed as a day; null for a calendar day and for an empty text. */
export function dateFault(text: string, today?: string): string | null {
  if (!text.trim()) return null;
  const parsed = read(text, today);
  return 'fault' in parsed ? parsed.fault : null;
}
