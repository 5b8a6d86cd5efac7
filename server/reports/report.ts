import { formatDate } from '../../shared/uk-time.ts';
import type { Batches } from '../http/csv.ts';

/** A report before it is written: its columns, how many rows it has, and the rows as they are read. */
export interface Report {
  columns: readonly string[];
  total: number;
  batches: Batches;
}

/** A moment as the UK's calendar says it, `20/11/2026`; null stays null. */
export const dayCell = (moment: string | null): string | null => (moment === null ? null : formatDate(moment));

/** A calendar date, `2026-11-20`, in the same form. */
export const dateCell = (date: string | null): string | null => date?.split('-').reverse().join('/') ?? null;
