import type { Actor } from '../../shared/policy.ts';
import type { ApiTokenOfRequest, Ctx, Services } from '../core/context.ts';
import type { Db } from '../db/db.ts';
import type { importChanges, imports } from '../db/tables/index.ts';
import { tokenById } from '../sessions/live-tokens.ts';

/** A row of the file: the text of each field, trimmed, without empty cells. `(clear)` is still a text. */
export interface ImportRow {
  row: number;
  cells: Readonly<Record<string, string>>;
}

/** What is wrong with a cell; a fault of the whole row is told on its key. */
export interface CellFault {
  field: string;
  message: string;
  suggestion?: string | undefined;
}

/** A unique value that a row takes and that another stored record has: it is a fault, unless a row of the file gives the value up. */
export interface TakenValue extends CellFault {
  key: string;
}

/** What a row would do. */
export interface Judged<Change> {
  row: number;
  /** Whom or what the row is about, as people read it. */
  key: string;
  status: 'new' | 'changed' | 'unchanged' | 'archived' | 'faulty';
  faults: readonly CellFault[];
  /** The fields that change. */
  fields: readonly string[];
  /** The values of these fields before, as people read them; and afterwards, where they differ from the text in the cell. */
  differences?: readonly { field: string; before: string; after?: string }[];
  /** The pick bin that the SKU of the row gets; missing where it stays or is emptied. */
  bin?: string | undefined;
  takes?: readonly TakenValue[];
  /** The unique values that the record of the row has and does not have afterwards, by the keys of `takes`. */
  gives?: readonly string[];
  /** The row that creates a record on which this row depends, and the fault of this row where that one is not written. */
  needs?: CellFault & { row: number };
  /** What `write` needs; null where nothing is written. */
  change: Change | null;
}

type ChangeRow = typeof importChanges.$inferSelect;

/** What was written for a row, as a rollback needs it. */
export type Recorded = Pick<ChangeRow, 'row' | 'key' | 'action' | 'target' | 'target_id' | 'before' | 'after'>;

/** A row that could not be written after all. */
export interface NotWritten {
  row: number;
  key: string;
  reason: string;
}
export const isWritten = (result: Recorded | NotWritten): result is Recorded => 'action' in result;

export interface UndoResult {
  id: number;
  rollback: 'undone' | 'kept' | 'failed';
  reason?: string;
}

/** An import as its kind needs it. */
export type ImportAbout = Pick<typeof imports.$inferSelect, 'id' | 'type' | 'account_id' | 'update_employees' | 'complete' | 'create_missing'> & {
  /** The fields that columns feed. */
  fields: ReadonlySet<string>;
};

/** The context of an import: a command's context, with the person who uploaded the file or runs it. */
export type ImportCtx = Ctx;

/** The import to which a context belongs: audit events name it, and the token that uploaded its file. */
export interface ImportOrigin {
  import_id: number;
  api_token: ApiTokenOfRequest | undefined;
}

/** Read where the file of an import came from. */
export const originOf = async (db: Db, { id, api_token_id }: Pick<typeof imports.$inferSelect, 'id' | 'api_token_id'>): Promise<ImportOrigin> => ({
  import_id: id,
  api_token: api_token_id === null ? undefined : await tokenById(db, api_token_id),
});

export const importCtx = (services: Services, db: Db, actor: Actor, origin?: ImportOrigin): ImportCtx => ({
  db,
  actor,
  now: services.clock().toISOString(),
  services,
  request_id: null,
  ...origin,
});

/** Judges and writes the rows of one file, batch after batch, in their sequence. */
export interface Importer<Change = unknown> {
  /** The values that must be unique within a file, each with its field. The first one identifies the row. */
  keysOf(row: ImportRow): readonly { field: string; key: string }[];
  /** What each row would do. With `isRun` it locks the affected records until the unit of work ends. */
  judge(ctx: ImportCtx, rows: readonly ImportRow[], options: { isRun: boolean }): Promise<Judged<Change>[]>;
  /** Write rows that were judged in the same unit of work. Rows may take unique values that others of them give up. */
  write(ctx: ImportCtx, judged: readonly Judged<Change>[]): Promise<(Recorded | NotWritten)[]>;
  /** Ids and names of the people who are missing from a complete file, whose keys are given; at most `limit`, with ids above `after`. */
  missing?(ctx: ImportCtx, keys: ReadonlyMap<string, number>): Promise<{ id: number; key: string }[]>;
  /** Archive some of them. */
  archive?(ctx: ImportCtx, missing: readonly { id: number; key: string }[]): Promise<(Recorded | NotWritten)[]>;
}

/** One type of import. */
export interface ImportKind<Change = unknown> {
  /** What is wrong with a choice of fields; null where a file can be imported with them. */
  faultOf(about: ImportAbout): string | null;
  /** Reads what is the same for every row. */
  begin(ctx: ImportCtx, about: ImportAbout): Promise<Importer<Change>>;
  /** Undo what was written, in the sequence given; null for a type that cannot be rolled back. */
  undo: ((ctx: ImportCtx, changes: readonly ChangeRow[]) => Promise<UndoResult[]>) | null;
}
