import { Mutex } from 'async-mutex';
import { type Cell, cellText } from '../../shared/csv.ts';
import { messages } from '../../shared/messages.ts';
import { pounds } from '../../shared/money.ts';
import { invalid, Problem } from '../core/problem.ts';
import { print } from '../documents/print.ts';
import type { PrintedReport } from '../documents/report-sheet.ts';
import { addUp } from './add-up.ts';
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
  /** The column by whose values the sub totals are made; a report without it has none. */
  by?: { of: string; heading: string };
}

/** A report with its rows as texts, its totals, and the sub totals of several clients. */
export async function layOutReport(report: Report, { title, day, facts, columns, sums, by }: Layout): Promise<PrintedReport> {
  const place = new Map(report.columns.map((name, index) => [name, index]));
  const at = (cells: readonly Cell[], name: string): Cell => cells[place.get(name) ?? -1] ?? null;
  const visibleColumns = columns.filter(({ of }) => place.has(of));
  const sum = addUp(report.columns, { sums, ...(by && { by }) });
  const { summed, groups } = sum;
  const rows: string[][] = [];
  for await (const batch of report.batches)
    for (const cells of batch) {
      rows.push(visibleColumns.map(({ of }) => cellText(at(cells, of))));
      sum.add(cells);
    }
  const texts = (amounts: readonly number[]): string[] =>
    summed.map(({ is_money }, n) => (is_money ? pounds(amounts[n] ?? 0) : (amounts[n] ?? 0).toLocaleString('en-GB')));
  const totals = texts(sum.totals());
  return {
    title,
    day,
    facts,
    columns: visibleColumns.map(({ heading, width, right = false }) => ({ heading, width, right })),
    rows,
    totals: [{ label: 'Rows', value: rows.length.toLocaleString('en-GB') }, ...summed.map(({ label }, n) => ({ label, value: totals[n] ?? '' }))],
    // One client's sub total is the total.
    sub_totals:
      by && groups.size > 1
        ? {
            headings: [by.heading, 'Rows', ...summed.map(({ label }) => label)],
            rows: [...groups].map(([name, group]) => [name, group.rows.toLocaleString('en-GB'), ...texts(group.amounts)]),
          }
        : null,
  };
}

/** A report as a PDF. 422 if it is too long to print, 503 while too many reports are pending. */
export async function printReport(report: Report, layout: Layout): Promise<Uint8Array> {
  if (report.total > MAX_ROWS) throw invalid({ format: messages.too_many_rows_to_print(report.total, MAX_ROWS) });
  if (waiting >= MAX_WAITING) throw new Problem(503, { message: messages.unavailable }, { 'Retry-After': '10' });
  waiting += 1;
  try {
    return await turn.runExclusive(async () => print({ kind: 'report', report: await layOutReport(report, layout) }));
  } finally {
    waiting -= 1;
  }
}
