import { formatDate } from '../../shared/uk-time.ts';
import type { Batches } from '../http/csv.ts';

/** A report before it is written: its columns, how many rows it has, and the rows as they are read. */
export interface Report {
  columns: readonly string[];
  total: number;
  batches: Batches;
}

let known = new Map<string, string>();

/** A moment as the UK's calendar says it, `20/11/2026`; null stays null. */
export function dayCell(moment: string | null): string | null {
  if (moment === null) return null;
  // The hour is enough to know the day, and one hour's lines share its words: a million of their own would wait in memory to be tidied.
  const hour = moment.slice(0, 13);
  const said = known.get(hour);
  if (said !== undefined) return said;
  const made = formatDate(moment);
  if (known.size > 10_000) known = new Map();
  known.set(hour, made);
  return made;
}

/** A calendar date, `2026-11-20`, in the same form. */
export const dateCell = (date: string | null): string | null => date?.split('-').reverse().join('/') ?? null;
