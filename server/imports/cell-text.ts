import { formatValue } from 'hucre';

/**
 * How a number format shows a number: unchanged, as a date, a time of day, both, or elapsed hours; rounded to decimals; with a foreign currency sign;
 * as a code; or as a percentage.
 */
export type NumberFormat = 'number' | 'date' | 'time' | 'date_time' | 'elapsed' | { decimals: number; currency: string } | { code: string };

/** The format codes of the built-in formats that show more than the plain number. A file stores a built-in format only by its number. */
const numberedCodes: Readonly<Record<number, string>> = {
  ...{ 1: '0', 2: '0.00', 3: '0', 4: '0.00', 9: '0%', 10: '0.00%' },
  ...{ 5: '0', 6: '0', 7: '0.00', 8: '0.00', 37: '0', 38: '0', 39: '0.00', 40: '0.00', 41: '0', 42: '0', 43: '0.00', 44: '0.00' },
};

/** The built-in formats that show a date. */
const numberedFormats: [first: number, last: number, NumberFormat][] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date_time'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 45, 'time'],
  [46, 46, 'elapsed'],
  [47, 47, 'time'],
  [50, 58, 'date'],
];

/** The number format of a style, read from `code` if the workbook defines one. Otherwise `id` is the number of a built-in format. */
export function formatOf(id: number, code?: string): NumberFormat {
  if (code === undefined) {
    const numbered = numberedCodes[id];
    return numberedFormats.find(([first, last]) => id >= first && id <= last)?.[2] ?? (numbered ? formatOfNumbers(numbered) : 'number');
  }
  const isElapsed = /\[(h+|m+|s+)\]/i.test(code);
  const letters = code
    .replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, '')
    .replace(/;.*$/s, '')
    .replace(/am\/pm|a\/p|general/gi, '')
    .toLowerCase();
  if (isElapsed) return 'elapsed';
  const hasTime = /[hs]/.test(letters);
  const hasDate = /[yd]/.test(letters) || (letters.includes('m') && !hasTime);
  if (hasDate) return hasTime ? 'date_time' : 'date';
  return hasTime ? 'time' : formatOfNumbers(code);
}

/**
 * How a format code shows a number. Thousands separators and words beside a quantity are ignored. A format that pads with zeros shows a code, and
 * its words and separators are part of that code.
 */
function formatOfNumbers(code: string): NumberFormat {
  const [section = ''] = code.replace(/_.|\*./g, '').split(';');
  const currency = /\[\$([^\]-]+)/.exec(section)?.[1] ?? /[$€¥]/.exec(section.replace(/\[[^\]]*\]/g, ''))?.[0] ?? '';
  const plain = section.replace(/\[[^\]]*\]/g, '');
  const digits = plain.replace(/"[^"]*"|\\./g, '');
  if (/[?#0]\s*\/|E[+-]/i.test(digits) || !/[0#?]/.test(digits)) return 'number';
  if (digits.includes('%') || /0{2,}/.test(digits.replace(/\..*$/, ''))) return { code: plain };
  return { decimals: /\.([0#?]*)/.exec(digits)?.[1]?.length ?? 0, currency: currency.trim() === '£' ? '' : currency.trim() };
}

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** `HH:MM`, with seconds if there are any. */
function timeText(seconds: number): string {
  const rest = seconds % 60;
  const minutes = Math.floor(seconds / 60);
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}${rest ? `:${twoDigits(rest)}` : ''}`;
}

const DAY = 86_400;
/** The day after the last of the year 9999, in days since the end of 1899. */
const DAYS_END = 2_958_466;

/**
 * The ISO date of a day number in one of two date systems: the first has no day 0 and counts a 29 February 1900; the second begins on 1 January 1904.
 */
function dayText(days: number, is1904: boolean): string {
  const since1899 = is1904 ? days + 1462 : days < 60 ? days + 1 : days;
  return new Date(Date.UTC(1899, 11, 30 + since1899)).toISOString().slice(0, 10);
}

/** The text of a number as people type it: at most 15 significant digits, and never with an exponent. */
export function numberText(value: number): string {
  if (Number.isSafeInteger(value)) return String(value + 0);
  const [mantissa = '', exponent] = String(Number(value.toPrecision(15))).split('e');
  if (exponent === undefined) return mantissa;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const place = whole.length + Number(exponent);
  const digits = whole + fraction;
  if (place <= 0) return `${sign}0.${'0'.repeat(-place)}${digits}`;
  return `${sign}${digits.slice(0, place).padEnd(place, '0')}${place < digits.length ? `.${digits.slice(place)}` : ''}`;
}

/** A number rounded half away from zero, as a spreadsheet shows it. */
function rounded(value: number, decimals: number): number {
  const rounded = Number(`${Math.round(Number(`${numberText(Math.abs(value))}e${decimals}`))}e-${decimals}`);
  return value < 0 ? -rounded : rounded;
}

/** The text of a number in its format: `YYYY-MM-DD`, `HH:MM`, both, or the number. A date that is outside the calendar stays a number. */
export function formattedText(value: number, format: NumberFormat, is1904: boolean): string {
  if (format === 'number') return numberText(value);
  if (typeof format === 'object')
    return 'code' in format ? formatValue(value, format.code).trim() : `${format.currency}${numberText(rounded(value, format.decimals))}`;
  const seconds = Math.round(value * DAY);
  const days = Math.floor(seconds / DAY);
  if (seconds < 0 || days >= (is1904 ? DAYS_END - 1462 : DAYS_END)) return numberText(value);
  if (format === 'elapsed') return timeText(seconds);
  const time = seconds % DAY;
  if (days === 0 && !is1904) return format === 'date' ? numberText(value) : timeText(time);
  if (days === 0 && format === 'time') return timeText(time);
  return format === 'date' || !time ? dayText(days, is1904) : `${dayText(days, is1904)} ${timeText(time)}`;
}

/** The text of an ISO date as `YYYY-MM-DD`, with `HH:MM` if it is not midnight. */
export function isoText(value: string): string {
  const [, day, hours = '00', minutes = '00', seconds = '00'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d)(?::(\d\d))?)?/.exec(value) ?? [];
  if (!day) return value;
  const time = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return time ? `${day} ${timeText(time)}` : day;
}

/** A text with `\n` alone at the end of each line, as `textOfFile` reads it from a text file. */
export const withPlainLineEnds = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
