type Cell = string | number;

/** Text that a spreadsheet would take for a formula is kept from being one; numbers stay numbers. */
const guarded = (text: string): string => (/^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text);
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Rows as a CSV document that spreadsheets read as they are meant. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => row.map((cell) => quoted(guarded(String(cell)))).join(',')).join('\r\n')}\r\n`;

/** Pence as a spreadsheet adds them up: pounds with two decimals. */
export const poundsCell = (pence: number): string => (pence / 100).toFixed(2);

/** Hands a CSV document to the person, under a name that says what it is and of when. */
export function saveCsv(name: string, rows: readonly (readonly Cell[])[]): void {
  const url = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.csv`;
  link.click();
  // The download has begun when this turn ends.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
