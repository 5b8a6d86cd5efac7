import { tenthsText } from './money.ts';
import { formatDate, ukDay } from './uk-time.ts';

/** Money, which a document shows in pounds. */
interface Pounds {
  pence: number;
}

/** A supplier's price, which may have a third decimal. */
interface ExactPounds {
  tenths: number;
}

/** A day, or a time, as people in the UK write it: `20/11/2026`, `20/11/2026 09:42`. */
interface UkDate {
  date: string;
}

/** The value of a cell of a document; null is an empty cell. */
export type Cell = string | number | Pounds | ExactPounds | UkDate | null;

/** The signs with which a formula begins. Full-width signs are included, because some spreadsheets treat them like the narrow ones. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const numeric = /^-?\d+(\.\d+)?$/;
/** Whether a text is escaped. Apostrophes before a sign are ignored, so that `=1` and `'=1` do not both become `'=1`. */
const isEscaped = (text: string): boolean => formula.test(text.replace(/^'+/, '')) && !numeric.test(text);
/** The characters for which a cell is quoted. The semicolon is included, so that a program that guesses the delimiter finds the comma. */
const special = /[",;\r\n]/;

/** The byte order mark by which a spreadsheet recognises UTF-8; it is the first thing in a CSV document. */
export const csvMark = '\uFEFF';

/** The text of a cell; money is pounds with two decimals, so that spreadsheets can add it up. */
export function cellText(value: Cell): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  if ('pence' in value) return (value.pence / 100).toFixed(2);
  return 'tenths' in value ? tenthsText(value.tenths) : value.date;
}

/** One cell, as RFC 4180 defines it. Text that a spreadsheet would read as a formula is escaped; numbers stay numbers. */
export function csvCell(value: Cell): string {
  if (typeof value !== 'string') return cellText(value);
  const safe = isEscaped(value) ? `'${value}` : value;
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell without the apostrophe that `csvCell` puts before a text that looks like a formula. */
export function unescapedCell(cell: string): string {
  const text = cell.slice(1);
  return cell.startsWith("'") && isEscaped(text) ? text : cell;
}

/** One row with its line break. */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Rows as a whole CSV document that spreadsheets read correctly. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string => csvMark + rows.map(csvRow).join('');

/** An amount in pence as a cell. */
export const poundsCell = (pence: number): Cell => ({ pence });
/** A supplier's price in tenths of a penny as a cell. */
export const exactPoundsCell = (tenths: number | null): Cell => (tenths === null ? null : { tenths });
/** A cell with a day: a calendar day such as `2026-11-20`, or the UK date of a timestamp. */
export const dayCell = (day: string | null | undefined): Cell => (day ? { date: ukDay(day) ?? '' } : null);
/** A time on the UK’s clock as a cell. */
export const timeCell = (time: string | null | undefined): Cell => (time ? { date: formatDate(time, 'moment') } : null);

/** A document's file name: lower case, words joined by hyphens. */
export const fileName = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
