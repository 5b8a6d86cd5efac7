import { importMessages } from '../../shared/imports/messages.ts';
import { Problem } from '../core/problem.ts';

/** A record of a table; `row` is the line of the file on which it begins, or the row of the sheet, from 1. */
export interface TableRow {
  row: number;
  cells: string[];
}

/** Upper limit of the characters of one record: a longer record comes from a missing quotation mark, or from a file that is not a table. */
export const longestRecord = 100_000;

/** The cells of one row of a sheet, each at its column. */
export class RowCells implements TableRow {
  readonly cells: string[] = [];
  private size = 0;

  constructor(readonly row: number) {}

  /** Sets a cell; 422 if the row gets longer than `longestRecord`. Empty cells after the row's last text are left out. */
  put(column: number, text: string): void {
    if (!text) return;
    this.size += text.length;
    if (this.size > longestRecord) throw new Problem(422, { message: importMessages.row_too_long(this.row, longestRecord) });
    while (this.cells.length < column) this.cells.push('');
    this.cells[column] = text;
  }
}

const batchRows = 500;
/** Upper limit of the characters and cells of a batch: long rows make a batch of fewer rows. */
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

  /** The full batches since the last call; with `isLast` also the last, incomplete batch. */
  take(isLast = false): TableRow[][] {
    if (isLast) this.end();
    return this.full.splice(0);
  }
}
