import type { ImportDetails } from '../../shared/imports/import.ts';
import type { ImportType } from '../../shared/imports/import-fields.ts';
import type { DateOrder, DecimalSign, Delimiter } from '../../shared/imports/reading.ts';
import type { Client } from '../api/client-choice.tsx';

/** The file of an import, its type, and how it is read. */
export interface FileChoice {
  type: ImportType;
  account: Client | null;
  file: File | null;
  /** The earlier import whose stored file is read again; null once the person chooses another file. */
  again: { id: number; file_name: string } | null;
  sheet: string | undefined;
  header_row: number | undefined;
  /** Undefined means that the delimiter is detected in the file. */
  delimiter: Delimiter | undefined;
  mapping_name: string;
}

/** The options of an import besides its columns, and the name under which its mapping is stored. */
export interface UploadOptions {
  update_employees: boolean;
  complete: boolean;
  create_missing: boolean;
  /** Undefined means that the decimal sign is detected in the file. */
  decimal: DecimalSign | undefined;
  dates: DateOrder | undefined;
  save_as: string;
}

/** Everything that a person chooses before the check. */
export interface UploadDraft {
  choice: FileChoice;
  options: UploadOptions;
  /** The field that each column fills. `reading` is the key (`readingOf`) of the file and options from which the columns were read. */
  fields: { reading: string; of: (string | null)[] } | null;
}

/** A draft in which nothing is chosen. */
export const emptyDraft: UploadDraft = {
  choice: {
    type: 'employees',
    account: null,
    file: null,
    again: null,
    sheet: undefined,
    header_row: undefined,
    delimiter: undefined,
    mapping_name: '',
  },
  options: { update_employees: true, complete: false, create_missing: false, decimal: undefined, dates: undefined, save_as: '' },
  fields: null,
};

/** The draft of an import of the people of this account. */
export const peopleDraftOf = ({ id, name }: Client): UploadDraft => ({
  ...emptyDraft,
  choice: { ...emptyDraft.choice, type: 'employees', account: { id, name } },
});

/** The draft of an import that the server has checked. The server has the file, so the columns can be changed after a reload or by other people. */
export function draftOf(one: ImportDetails): UploadDraft {
  const { id, type, account, file_name, sheet, header_row, columns, mapping_name, reading, update_employees, complete, create_missing } = one;
  const choice: FileChoice = {
    type,
    account,
    file: null,
    again: { id, file_name },
    sheet: sheet ?? undefined,
    header_row,
    delimiter: reading?.delimiter ?? undefined,
    mapping_name: '',
  };
  return {
    choice,
    options: {
      update_employees,
      complete,
      create_missing,
      decimal: reading?.decimal ?? undefined,
      dates: reading?.dates ?? undefined,
      save_as: mapping_name ?? '',
    },
    fields: { reading: readingOf(choice), of: columns.map(({ field }) => field) },
  };
}

/** A number for each file that was chosen since the page was loaded. Previews are cached by this number. */
const numbers = new WeakMap<File, number>();
let files = 0;

/** The cache key of a file: the number of a chosen file, or the id of an earlier import whose file is read again; null without a file. */
export function fileKey({ file, again }: Pick<FileChoice, 'file' | 'again'>): string | null {
  if (!file) return again && `import ${again.id}`;
  const number = numbers.get(file) ?? ++files;
  numbers.set(file, number);
  return `file ${number}`;
}

/** A key of a file and of the options by which it is read. The fields chosen for the file's columns are valid only while this key is the same. */
export const readingOf = (choice: FileChoice): string => {
  const { type, sheet, header_row, delimiter, mapping_name } = choice;
  return [fileKey(choice), type, sheet, header_row, delimiter, mapping_name].join(':');
};
