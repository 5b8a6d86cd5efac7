import type { importChanges } from '../db/tables/index.ts';

/** A row of the file: the text of each field, trimmed, without empty cells. `(clear)` is still a text. */
export interface ImportRow {
  row: number;
  cells: Readonly<Record<string, string>>;
}

/** What is wrong with a cell; a fault of the whole row is reported on the row's key. */
export interface CellFault {
  field: string;
  message: string;
  suggestion?: string | undefined;
}

/** A unique value that a row takes while another stored record has it. This is a fault, unless a row of the file gives the value up. */
export interface TakenValue extends CellFault {
  key: string;
}

/** What the import would do with a row, and what is wrong with it. */
export interface Judged<Change = unknown> {
  row: number;
  /** The name, for people, of the record that the row is about. */
  key: string;
  status: 'new' | 'changed' | 'unchanged' | 'archived' | 'faulty';
  faults: readonly CellFault[];
  /** The fields that change. */
  fields: readonly string[];
  /** For each field that changes: its text before the change, and its text after the change if that differs from the text in the cell. */
  differences?: readonly { field: string; before: string; after?: string }[];
  /** The pick bin that the SKU of the row gets; missing if the bin stays or is emptied. */
  bin?: string | undefined;
  takes?: readonly TakenValue[];
  /** The unique values that the record of the row gives up, in the form of the keys of `takes`. */
  gives?: readonly string[];
  /** The row that creates a record on which this row depends, and the fault of this row if that row is not written. */
  needs?: CellFault & { row: number };
  /** The data for `write`; null if nothing is written. */
  change: Change | null;
}

/** The stored record of a change that an import wrote. */
export type StoredChange = typeof importChanges.$inferSelect;

/** The change that was written for a row, with the data for a rollback. */
export type Recorded = Pick<StoredChange, 'row' | 'key' | 'action' | 'target' | 'target_id' | 'before' | 'after'>;

/** A row that was judged to be without faults, but could not be written. */
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
