/** What a cell of a CSV document holds; null is an empty one. */
export type Cell = string | number | null;

/** Full-width signs too: some spreadsheets take them for the narrow ones. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const numeric = /^-?\d+(\.\d+)?$/;
const special = /[",\r\n]/;

/** The mark by which a spreadsheet knows that what follows is UTF-8; the first thing in a CSV document. */
export const csvMark = '\uFEFF';

/** One cell as RFC 4180 has it. Text that a spreadsheet would take for a formula is kept from being one; numbers stay numbers. */
export function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = formula.test(value) && !numeric.test(value) ? `'${value}` : value;
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One row with its end. */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Rows as a whole CSV document that spreadsheets read as they are meant. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string => csvMark + rows.map(csvRow).join('');

/** Pence as a spreadsheet adds them up: pounds with two decimals. */
export const poundsCell = (pence: number): string => (pence / 100).toFixed(2);

/** A document's file name: lower case, words held together by hyphens. */
export const fileName = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
