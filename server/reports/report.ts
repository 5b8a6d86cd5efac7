import type { Batches } from '../http/csv.ts';

/** A report before it is written: its columns, its number of rows, and the rows as they are read. */
export interface Report {
  columns: readonly string[];
  total: number;
  batches: Batches;
}

/** A calendar date, `2026-11-20`, as people here write it: `20/11/2026`. */
export const dateCell = (date: string | null): string | null => date?.split('-').reverse().join('/') ?? null;
