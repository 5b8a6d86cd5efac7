import type { imports } from '../db/tables/index.ts';
import { type ReadRow, readRows } from './read-rows.ts';

/** The rows of a file that are written in one unit of work with an earlier one, wherever they stand. */
export class RowGroups {
  private readonly later = new Set<number>();

  /** `rest` are the other rows of each group by its first one. */
  constructor(private readonly rest: ReadonlyMap<number, readonly ReadRow[]>) {
    for (const rows of rest.values()) for (const { row } of rows) this.later.add(row);
  }

  /** Rows of a batch without those that an earlier one has taken along, and with those that they take along, in the sequence of the file. */
  complete(batch: readonly ReadRow[]): ReadRow[] {
    const own = batch.filter(({ row }) => !this.later.has(row));
    return own.flatMap((one) => [one, ...(this.rest.get(one.row) ?? [])]).sort((one, other) => one.row - other.row);
  }
}

/** Read the groups that the check of an import has found. */
export async function readGroups(path: string, row: typeof imports.$inferSelect): Promise<RowGroups> {
  const together = row.check?.together ?? [];
  const firstOf = new Map(together.flatMap(([first, ...others]) => others.map((other) => [other, first ?? other] as const)));
  const rest = new Map<number, ReadRow[]>();
  if (firstOf.size)
    for await (const batch of readRows(path, row))
      for (const one of batch) {
        const first = firstOf.get(one.row);
        if (first !== undefined) rest.set(first, [...(rest.get(first) ?? []), one]);
      }
  return new RowGroups(rest);
}
