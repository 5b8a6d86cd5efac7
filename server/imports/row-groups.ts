import type { imports } from '../db/tables/index.ts';
import { type ReadRow, readRows } from './read-rows.ts';

/** Groups of rows. All rows of a group are written in one unit of work, with the batch of its first row, even if the others come much later. */
export class RowGroups {
  private readonly later = new Set<number>();

  /** `rest`: the other rows of each group, by the number of its first row. */
  constructor(private readonly rest: ReadonlyMap<number, readonly ReadRow[]>) {
    for (const rows of rest.values()) for (const { row } of rows) this.later.add(row);
  }

  /**
   * The rows to write with a batch, in the sequence of the file: the rows of the batch and the other rows of their groups. Rows that were written
   * with an earlier batch are left out.
   */
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
