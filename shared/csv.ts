/** The value of a cell of a CSV document; null is an empty cell. */
export type Cell = string | number | null;

/** Full-width signs too: some spreadsheets treat them like the narrow ones. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const numeric = /^-?\d+(\.\d+)?$/;
const special = /[",\r\n]/;

/** The byte order mark by which a spreadsheet recognises UTF-8; it is the first thing in a CSV document. */
export const csvMark = '\uFEFF';

/** One cell, as RFC 4180 defines it. Text that a spreadsheet would read as a formula is escaped; numbers stay numbers. */
export function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = formula.test(value) && !numeric.test(value) ? `'${value}` : value;
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell without the apostrophe that `csvCell` puts before what looks like a formula. */
export function unescapedCell(cell: string): string {
  const text = cell.slice(1);
  return cell.startsWith("'") && formula.test(text) && !numeric.test(text) ? text : cell;
}

/** One row with its end. */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Rows as a whole CSV document that spreadsheets read correctly. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string => csvMark + rows.map(csvRow).join('');

/** Pence in a form that spreadsheets can add up: pounds with two decimals. */
export const poundsCell = (pence: number): string => (pence / 100).toFixed(2);

/** A document's file name: lower case, words joined by hyphens. */
export const fileName = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
