import type { Margins, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces';
import { type Column, fact, facts, page, ruled, sideRoom } from './page.ts';

/** A report as a printed table. */
export interface PrintedReport {
  title: string;
  /** The day of the report, `20/11/2026`. */
  day: string;
  /** The filters of the report. */
  facts: { label: string; value: string }[];
  columns: { heading: string; width: number | 'auto' | '*'; right?: boolean }[];
  rows: string[][];
  totals: { label: string; value: string }[];
  /** The sums by client, each row with the name first; null if the report has one client or none. */
  sub_totals: { headings: string[]; rows: string[][] } | null;
}

const small = 7.5;
/** The number of facts in one row; further facts begin a new row. */
const FACTS_BESIDE = 7;

const rowOf = (columns: readonly Column[], cells: readonly string[]): TableCell[] =>
  columns.map((column, place) => ({ text: cells[place] ?? '', fontSize: small, alignment: column.right ? 'right' : 'left' }));

function subTotalTable({ headings, rows }: NonNullable<PrintedReport['sub_totals']>) {
  const columns = headings.map((heading, place): Column => (place === 0 ? { heading, width: 220 } : { heading, width: 76, right: true }));
  return ruled(
    columns,
    rows.map((cells) => rowOf(columns, cells)),
    sideRoom,
  );
}

/** The whole report across the width of A4, with its headings repeated on every page. */
export function reportSheet({ title, day, facts: factsText, columns, rows, totals, sub_totals }: PrintedReport): TDocumentDefinitions {
  const all = [...factsText, ...totals].map(({ label, value }) => [fact(label, value)]);
  return page(
    title,
    day,
    [
      { text: title, fontSize: 20, bold: true },
      { text: day, margin: [0, 0, 0, 10] },
      ...all.flatMap((_, place) => (place % FACTS_BESIDE === 0 ? [facts(all.slice(place, place + FACTS_BESIDE))] : [])),
      rows.length
        ? ruled(
            columns,
            rows.map((cells) => rowOf(columns, cells)),
            sideRoom,
          )
        : { text: 'No rows.' },
      ...(sub_totals ? [{ text: 'Sub totals', fontSize: 13, bold: true, margin: [0, 16, 0, 6] as Margins }, subTotalTable(sub_totals)] : []),
    ],
    sideRoom,
  );
}
