import type { Ctx } from '../core/context.ts';
import type { imports } from '../db/tables/index.ts';
import type { ImportRow, Judged, NotWritten, Recorded } from './import-row.ts';

/** An import as its kind needs it. */
export type ImportAbout = Pick<typeof imports.$inferSelect, 'id' | 'type' | 'account_id' | 'update_employees' | 'complete' | 'create_missing'> & {
  /** The fields that columns feed. */
  fields: ReadonlySet<string>;
};

/** Judges and writes the rows of one file, batch after batch, in their sequence; `Change` is what a type of import writes for a row. */
export interface Importer<Change> {
  /** The values that must be unique within a file, each with its field. The first one identifies the row. */
  keysOf(row: ImportRow): readonly { field: string; key: string }[];
  /** What each row would do. With `isRun` it locks the affected records until the unit of work ends. */
  judge(ctx: Ctx, rows: readonly ImportRow[], options: { isRun: boolean }): Promise<Judged<Change>[]>;
  /** Write rows that were judged in the same unit of work. Rows may take unique values that others of them give up. */
  write(ctx: Ctx, judged: readonly Judged<Change>[]): Promise<(Recorded | NotWritten)[]>;
  /** Ids and names of the people who are missing from a complete file, whose keys are given; at most `limit`, with ids above `after`. */
  missing?(ctx: Ctx, keys: ReadonlyMap<string, number>): Promise<{ id: number; key: string }[]>;
  /** Archive some of them. */
  archive?(ctx: Ctx, missing: readonly { id: number; key: string }[]): Promise<(Recorded | NotWritten)[]>;
}
