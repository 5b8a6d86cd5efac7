import type { Batches } from '../http/csv.ts';

/** A report before it is written: its columns, its number of rows, and the rows as they are read. */
export interface Report {
  columns: readonly string[];
  total: number;
  batches: Batches;
}
