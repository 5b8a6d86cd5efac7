/** A record of a table; `row` is the line of the file on which it begins, or the row of the sheet, from 1. */
export interface TableRow {
  row: number;
  cells: string[];
}

/** Characters that one record can have: any more come from a missing quotation mark, or are no table. */
export const longestRecord = 100_000;

const batchRows = 500;
/** Characters and cells of a batch, however long its rows are. */
const batchSize = 1_000_000;

/** Rows that wait until there are enough for a batch: 500, or as many as hold a million characters and cells. */
export class RowBatches {
  private rows: TableRow[] = [];
  private size = 0;
  private readonly full: TableRow[][] = [];

  /** Add a row, unless all of its cells are empty. */
  add(row: TableRow): void {
    if (!row.cells.some((cell) => cell.trim())) return;
    this.rows.push(row);
    this.size += row.cells.reduce((sum, cell) => sum + cell.length, row.cells.length);
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
