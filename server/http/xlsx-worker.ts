import type { MessagePort } from 'node:worker_threads';
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx';
import { type Cell, cellText } from '../../shared/csv.ts';

type Rows = readonly (readonly Cell[])[];
type SheetCell = string | number | Date | null;

/** What the thread receives: a request for the next bytes, or the rows that the thread requested (null if there are no more). */
export type ToWriter = 'next' | { rows: Rows | null };
/** What the thread answers: a request for rows, bytes of the workbook, or `end` after the last bytes. */
export type FromWriter = 'rows' | 'end' | Uint8Array;

/** A workbook to write: its headings, and the port by which its rows arrive and its bytes are sent. */
export interface Workbook {
  head: readonly string[];
  port: MessagePort;
}

/** A spreadsheet has no dates before this year. */
const FIRST_YEAR = 1900;

/**
 * The value of a cell in the sheet. Money is a number, so that the sheet adds it up, and a date is a date, so that the sheet sorts it. A text stays
 * text, even if it looks like a number.
 */
function cellOf(cell: Cell): SheetCell {
  if (cell === null || typeof cell !== 'object') return cell;
  if ('pence' in cell) return cell.pence / 100;
  if ('tenths' in cell) return cell.tenths / 1000;
  const [day = 1, month = 1, year = 0, hour = 0, minute = 0] = cell.date.split(/\D/).map(Number);
  return year > FIRST_YEAR ? new Date(Date.UTC(year, month - 1, day, hour, minute)) : cell.date;
}

/** The number format and a sufficient width for a column with such a cell: pounds and pence, a day, or a day with a time. */
function lookOf(cell: Cell): { numFmt: string; width: number } | null {
  if (cell === null || typeof cell !== 'object') return null;
  if ('pence' in cell) return { numFmt: '[$£-809]#,##0.00', width: 14 };
  if ('tenths' in cell) return { numFmt: '[$£-809]#,##0.00#', width: 14 };
  return cell.date.includes(':') ? { numFmt: 'dd/mm/yyyy hh:mm', width: 18 } : { numFmt: 'dd/mm/yyyy', width: 12 };
}

/** The least and the greatest width of a column, in characters. */
const MIN_WIDTH = 8;
const MAX_WIDTH = 48;

/** A width in which the heading and the first rows of a column can be read, in characters. */
function widthOf(header: string, rows: Rows, at: number): number {
  const longest = rows.reduce((most, cells) => Math.max(most, cellText(cells[at] ?? null).length), header.length);
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, longest + 2));
}

/** The columns. Each has the format of its first value in `rows`, and a width for its heading and its values. */
const columnsOf = (head: readonly string[], rows: Rows) =>
  head.map((header, at) => {
    const look = lookOf(rows.find((cells) => (cells[at] ?? null) !== null)?.[at] ?? null);
    return { header, ...look, width: Math.max(look?.width ?? 0, widthOf(header, rows, at)) };
  });

/**
 * A workbook with at most this many cells is written whole, with bold headings and a filter on them. A larger one is written while its rows arrive, so
 * that the memory does not depend on its size; the writer of streams has no filter. With this many cells the thread needs about 80 MB for some seconds.
 */
export const MAX_WHOLE_CELLS = 250_000;

/** The name of a column in the sheet: A to Z, then AA. */
const columnName = (at: number): string => (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

/** The bytes of a workbook whose rows are all known. The headings are bold, stay on the screen and filter the rows. */
function wholeWorkbook(head: readonly string[], rows: Rows): Promise<Uint8Array> {
  const style = { font: { name: 'Calibri', size: 11, bold: true } };
  const last = columnName(Math.max(0, head.length - 1));
  return writeXlsx({
    sheets: [
      {
        name: 'Rows',
        columns: columnsOf(head, rows).map(({ header: _, ...column }) => column),
        rows: [[...head], ...rows.map((cells) => cells.map(cellOf))],
        cells: new Map(head.map((value, at) => [`0,${at}`, { value, type: 'string', style }])),
        freezePane: { rows: 1 },
        autoFilter: { range: `A1:${last}${rows.length + 1}` },
      },
    ],
  });
}

/** Reads batches of rows until all of them are known, or until they have too many cells for a workbook that is written whole. */
async function readAhead(head: readonly string[], next: () => Promise<Rows | null>): Promise<{ batches: Rows[]; isWhole: boolean }> {
  const batches: Rows[] = [];
  let cells = 0;
  for (;;) {
    const rows = await next();
    if (!rows) return { batches, isWhole: true };
    batches.push(rows);
    cells += rows.length * head.length;
    if (cells > MAX_WHOLE_CELLS) return { batches, isWhole: false };
  }
}

/** Writes one workbook, and sends a part of it whenever the reader requests one. */
export default async function write({ head, port }: Workbook): Promise<void> {
  const send = (message: FromWriter): void => port.postMessage(message);
  let takeRows: (rows: Rows | null) => void = () => {};
  const nextRows = (): Promise<Rows | null> =>
    new Promise((resolve) => {
      takeRows = resolve;
      send('rows');
    });
  async function* sheetRows(first: Rows[]): AsyncGenerator<SheetCell[]> {
    for (let rows = first.shift(); rows; rows = first.shift()) for (const cells of rows) yield cells.map(cellOf);
    for (let rows = await nextRows(); rows; rows = await nextRows()) for (const cells of rows) yield cells.map(cellOf);
  }
  let parts: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const openWorkbook = async (): Promise<ReadableStreamDefaultReader<Uint8Array>> => {
    const { batches, isWhole } = await readAhead(head, nextRows);
    if (isWhole) return new Blob([(await wholeWorkbook(head, batches.flat())) as Uint8Array<ArrayBuffer>]).stream().getReader();
    const columns = columnsOf(head, batches[0] ?? []);
    return writeXlsxStream(sheetRows(batches), { name: 'Rows', columns, freezePane: { rows: 1 } }).getReader();
  };
  await new Promise<void>((resolve, reject) => {
    const sendPart = async (): Promise<void> => {
      parts ??= await openWorkbook();
      const { done, value } = await parts.read();
      send(done ? 'end' : value);
      if (done) resolve();
    };
    port.on('message', (message: ToWriter) => (message === 'next' ? void sendPart().catch(reject) : takeRows(message.rows)));
    port.on('close', resolve);
  });
}
