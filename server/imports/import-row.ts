import type { importChanges } from '../db/tables/index.ts';

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
export interface Judged<Change = unknown> {
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

/** A change that an import wrote, as it is stored. */
export type StoredChange = typeof importChanges.$inferSelect;

/** What was written for a row, as a rollback needs it. */
export type Recorded = Pick<StoredChange, 'row' | 'key' | 'action' | 'target' | 'target_id' | 'before' | 'after'>;

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
