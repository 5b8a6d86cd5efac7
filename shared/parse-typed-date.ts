const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const dayFirst = /^(\d{1,2})(?:\s*[/.-]\s*|\s+)(\d{1,2})(?:\s*[/.-]\s*|\s+)(\d{4}|\d{2})$/;
const digits = /^(\d{2})(\d{2})(\d{4}|\d{2})$/;
const named = /^(\d{1,2})(?:st|nd|rd|th)?\s*[/.,-]?\s*([a-z]{3,9})\s*[/.,-]?\s*(\d{4}|\d{2})$/;

/** The month of a name or of the first letters of one, three at least; 0 where there is none. */
const monthOf = (name: string): number => months.findIndex((month) => month.startsWith(name)) + 1;

function partsOf(text: string): [year: string, month: number, day: number] | null {
  const [, isoYear, isoMonth, isoDay] = yearFirst.exec(text) ?? [];
  if (isoYear) return [isoYear, Number(isoMonth), Number(isoDay)];
  const [, day, month, year] = dayFirst.exec(text) ?? digits.exec(text) ?? [];
  if (year) return [year, Number(month), Number(day)];
  const [, date, name = '', ofYear] = named.exec(text) ?? [];
  return ofYear ? [ofYear, monthOf(name), Number(date)] : null;
}

/**
 * The day that a person has typed, `YYYY-MM-DD`; null where the text is not a day of the calendar. The day stands before the month, and a year of two
 * digits is of this century: `1/2/26`, `01022026`, `1.2.2026`, `1 Feb 2026` and `2026-02-01` are all the first of February.
 */
export function parseTypedDate(text: string): string | null {
  const [shortYear, month, day] = partsOf(text.trim().toLowerCase()) ?? [];
  if (!shortYear || !month || !day) return null;
  const year = shortYear.length === 2 ? `20${shortYear}` : shortYear;
  const date = new Date(Date.UTC(Number(year), month - 1, day));
  const isReal = date.getUTCFullYear() === Number(year) && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : null;
}
