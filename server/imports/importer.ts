import type { Ctx } from '../core/context.ts';
import type { imports } from '../db/tables/index.ts';
import type { ImportRow, Judged, NotWritten, Recorded } from './import-row.ts';

/** The facts of an import that its importer uses. */
export type ImportAbout = Pick<typeof imports.$inferSelect, 'id' | 'type' | 'account_id' | 'update_employees' | 'complete' | 'create_missing'> & {
  /** The fields to which a column of the file is assigned. */
  fields: ReadonlySet<string>;
};

/** Judges and writes the rows of one file, batch after batch, in their sequence. `Change` describes what a type of import writes for a row. */
export interface Importer<Change> {
  /** The values that must be unique within a file, each with its field. The first one identifies the row. */
  keysOf(row: ImportRow): readonly { field: string; key: string }[];
  /** Returns, for each row, the change that it would make. With `isRun` the affected records are locked until the unit of work ends. */
  judge(ctx: Ctx, rows: readonly ImportRow[], options: { isRun: boolean }): Promise<Judged<Change>[]>;
  /** Write rows that were judged in the same unit of work. A row may take a unique value that another of these rows gives up. */
  write(ctx: Ctx, judged: readonly Judged<Change>[]): Promise<(Recorded | NotWritten)[]>;
  /** Ids and names of the people who are missing from a complete file; `keys` has the keys of its rows. */
  missing?(ctx: Ctx, keys: ReadonlyMap<string, number>): Promise<{ id: number; key: string }[]>;
  /** Archive some of the missing people. */
  archive?(ctx: Ctx, missing: readonly { id: number; key: string }[]): Promise<(Recorded | NotWritten)[]>;
}
