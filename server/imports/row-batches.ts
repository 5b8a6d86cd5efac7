import { importMessages } from '../../shared/imports/messages.ts';
import { Problem } from '../core/problem.ts';

/** A record of a table; `row` is the line of the file on which it begins, or the row of the sheet, from 1. */
export interface TableRow {
  row: number;
  cells: string[];
}

/** Characters that one record can have: any more come from a missing quotation mark, or are no table. */
export const longestRecord = 100_000;

/** The cells of one row of a sheet, each at its column. */
export class RowCells implements TableRow {
  readonly cells: string[] = [];
  private size = 0;

  constructor(readonly row: number) {}

  /** 422 for a row that is longer than a record can be. Empty cells behind the last one that has a text are left out. */
  put(column: number, text: string): void {
    if (!text) return;
    this.size += text.length;
    if (this.size > longestRecord) throw new Problem(422, { message: importMessages.row_too_long(this.row, longestRecord) });
    while (this.cells.length < column) this.cells.push('');
    this.cells[column] = text;
  }
}

const batchRows = 500;
/** Characters and cells of a batch, however long its rows are. */
const batchSize = 1_000_000;

/** Rows that wait until there are enough for a batch: 500, or as many as hold a million characters and cells. */
export class RowBatches {
  private rows: TableRow[] = [];
  private size = 0;
  private readonly full: TableRow[][] = [];

  /** Add a row, unless all of its cells are empty. */
  add({ row, cells }: TableRow): void {
    if (!cells.some((cell) => cell.trim())) return;
    this.rows.push({ row, cells });
    this.size += cells.reduce((sum, cell) => sum + cell.length, cells.length);
    if (this.rows.length >= batchRows || this.size >= batchSize) this.end();
  }

  private end(): void {
    if (this.rows.length) this.full.push(this.rows);
    this.rows = [];
    this.size = 0;
  }

  /** The full batches since the last call; with `isLast` the rest too. */
  take(isLast = false): TableRow[][] {
    if (isLast) this.end();
    return this.full.splice(0);
  }
}
