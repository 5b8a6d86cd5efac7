import type { MessagePort } from 'node:worker_threads';
import { writeXlsxStream } from 'hucre/xlsx';
import type { Cell } from '../../shared/csv.ts';

type Rows = readonly (readonly Cell[])[];

/** What the thread receives: a request for the next bytes, or the rows that it asked for; null after the last. */
export type ToWriter = 'next' | { rows: Rows | null };
/** What the thread answers: that it needs rows, bytes of the workbook, or that these were the last. */
export type FromWriter = 'rows' | 'end' | Uint8Array;

/** A workbook that is to be written: its headings, and where its rows come from and its bytes go. */
export interface Workbook {
  head: readonly string[];
  port: MessagePort;
}

/** Money is a number, which a sheet adds up. A text stays one, whatever it looks like. */
const cellOf = (cell: Cell): string | number | null => (cell !== null && typeof cell === 'object' ? cell.pence / 100 : cell);

/** Writes one workbook, a part whenever its reader wants one. */
export default async function write({ head, port }: Workbook): Promise<void> {
  const send = (message: FromWriter): void => port.postMessage(message);
  let takeRows: (rows: Rows | null) => void = () => {};
  const nextRows = (): Promise<Rows | null> =>
    new Promise((resolve) => {
      takeRows = resolve;
      send('rows');
    });
  async function* sheetRows(): AsyncGenerator<(string | number | null)[]> {
    for (let rows = await nextRows(); rows; rows = await nextRows()) for (const cells of rows) yield cells.map(cellOf);
  }
  const columns = head.map((header) => ({ header }));
  const parts = writeXlsxStream(sheetRows(), { name: 'Rows', columns, freezePane: { rows: 1 } }).getReader();
  await new Promise<void>((resolve, reject) => {
    const sendPart = async (): Promise<void> => {
      const { done, value } = await parts.read();
      send(done ? 'end' : value);
      if (done) resolve();
    };
    port.on('message', (message: ToWriter) => (message === 'next' ? void sendPart().catch(reject) : takeRows(message.rows)));
    port.on('close', resolve);
  });
}
