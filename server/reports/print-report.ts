import { Mutex } from 'async-mutex';
import { type Cell, cellText } from '../../shared/csv.ts';
import { messages } from '../../shared/messages.ts';
import { pounds } from '../../shared/money.ts';
import { invalid, Problem } from '../core/problem.ts';
import { print } from '../documents/print.ts';
import type { PrintedReport } from '../documents/report-sheet.ts';
import type { Report } from './report.ts';

/** Upper limit of the rows in a printed report: as many as a person leafs through and a thread lays out in seconds. */
export const MAX_ROWS = 5000;
/** Upper limit of pending reports. Reports are printed one at a time, so that a thread is always free for labels. */
const MAX_WAITING = 4;
const turn = new Mutex();
let waiting = 0;

/** The look of a report's column in print. */
export interface PrintedColumn {
  of: string;
  heading: string;
  width: number | '*';
  right?: boolean;
}

/** The parts of a printed report besides its rows. */
export interface Layout {
  title: string;
  day: string;
  facts: PrintedReport['facts'];
  columns: readonly PrintedColumn[];
  /** Columns to add up. */
  sums: readonly { of: string; label: string; is_money?: true }[];
}

const asNumber = (cell: Cell): number => (cell !== null && typeof cell === 'object' ? ('pence' in cell ? cell.pence : 0) : Number(cell ?? 0));

async function laidOut(report: Report, { title, day, facts, columns, sums }: Layout): Promise<PrintedReport> {
  const place = new Map(report.columns.map((name, index) => [name, index]));
  const at = (cells: readonly Cell[], name: string): Cell => cells[place.get(name) ?? -1] ?? null;
  const visibleColumns = columns.filter(({ of }) => place.has(of));
  const summed = sums.filter(({ of }) => place.has(of)).map((sum) => ({ ...sum, amount: 0 }));
  const rows: string[][] = [];
  for await (const batch of report.batches)
    for (const cells of batch) {
      rows.push(visibleColumns.map(({ of }) => cellText(at(cells, of))));
      for (const sum of summed) sum.amount += asNumber(at(cells, sum.of));
    }
  return {
    title,
    day,
    facts,
    columns: visibleColumns.map(({ heading, width, right = false }) => ({ heading, width, right })),
    rows,
    totals: [
      { label: 'Rows', value: rows.length.toLocaleString('en-GB') },
      ...summed.map(({ label, amount, is_money }) => ({ label, value: is_money ? pounds(amount) : amount.toLocaleString('en-GB') })),
    ],
  };
}

/** A report as a PDF. 422 if it is too long to print, 503 while too many reports are pending. */
export async function printReport(report: Report, layout: Layout): Promise<Uint8Array> {
  if (report.total > MAX_ROWS) throw invalid({ format: messages.too_many_rows_to_print(report.total, MAX_ROWS) });
  if (waiting >= MAX_WAITING) throw new Problem(503, { message: messages.unavailable }, { 'Retry-After': '10' });
  waiting += 1;
  try {
    return await turn.runExclusive(async () => print({ kind: 'report', report: await laidOut(report, layout) }));
  } finally {
    waiting -= 1;
  }
}
