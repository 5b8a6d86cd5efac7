import type { Batches } from '../http/csv.ts';

/** A report before it is written in a format: its columns, its number of rows, and a stream of its rows. */
export interface Report {
  columns: readonly string[];
  total: number;
  batches: Batches;
}
