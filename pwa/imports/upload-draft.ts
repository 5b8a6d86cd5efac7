import type { ImportType } from '../../shared/imports/import-fields.ts';
import type { DateOrder, DecimalSign, Delimiter } from '../../shared/imports/reading.ts';
import type { Client } from '../api/client-choice.tsx';

/** What is imported, and how its file is read. */
export interface FileChoice {
  type: ImportType;
  account: Client | null;
  file: File | null;
  sheet: string | undefined;
  header_row: number | undefined;
  /** Undefined is the one that the file shows. */
  delimiter: Delimiter | undefined;
  mapping_name: string;
}

/** What the import does beside its columns, and the name under which the mapping is kept. */
export interface UploadOptions {
  update_employees: boolean;
  complete: boolean;
  create_missing: boolean;
  /** Undefined is as the file shows it. */
  decimal: DecimalSign | undefined;
  dates: DateOrder | undefined;
  save_as: string;
}

/** Everything that a person chooses before the check. */
export interface UploadDraft {
  choice: FileChoice;
  options: UploadOptions;
  /** The fields that the columns feed, for the reading of the file to which they belong. */
  fields: { reading: string; of: (string | null)[] } | null;
}

/** A draft in which nothing is chosen. */
export const emptyDraft: UploadDraft = {
  choice: { type: 'employees', account: null, file: null, sheet: undefined, header_row: undefined, delimiter: undefined, mapping_name: '' },
  options: { update_employees: true, complete: false, create_missing: false, decimal: undefined, dates: undefined, save_as: '' },
  fields: null,
};

let last: { id: number; draft: UploadDraft } | null = null;

/** Remembers what was chosen for an import until the next upload or a reload, so that its columns can be changed after the check. */
export function rememberDraft(id: number, draft: UploadDraft): void {
  last = { id, draft };
}

/** What was chosen for this import in this tab; null where it was another one. */
export const draftOf = (id: number): UploadDraft | null => (last?.id === id ? last.draft : null);
