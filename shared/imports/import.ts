import { z } from 'zod';
import { flag, optionalText, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { importFields, importTypes } from './import-fields.ts';
import { importStatuses } from './import-states.ts';
import { importMessages } from './messages.ts';
import { dateOrders, decimalSigns, delimiterNames } from './reading.ts';

/** A cell that cannot be imported. */
export const importFault = z.object({
  row: z.int().describe('The line of the file, or the row of the sheet, from 1'),
  column: z.int().nullable().describe('Index of the column, from 0; null where no column feeds the field that is wrong'),
  value: z.string(),
  message: z.string(),
  key: z.string().describe('Whom or what the row is about'),
  suggestion: z.string().nullable().describe('What was probably meant'),
});
export type ImportFault = z.infer<typeof importFault>;

/** A row that can be imported but that somebody should check first. */
export const importWarning = z.object({ row: z.int(), key: z.string().describe('Whom or what the row is about'), message: z.string() });
export type ImportWarning = z.infer<typeof importWarning>;

/** A field that a row changes. */
export const importChange = z.object({
  row: z.int(),
  key: z.string().describe('Whom or what the row is about'),
  field: z.string(),
  before: z.string(),
  after: z.string(),
});
export type ImportChange = z.infer<typeof importChange>;

/** The result of the check of a whole file. */
export const importCheck = z.object({
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  faulty: z.int(),
  archived: z.int().describe('People whom the import archives: leavers, and with `complete` those who are missing from the file'),
  missing: z.int().describe('Of these, those who are missing from the file'),
  fields: z.record(z.string(), z.int()).describe('In how many of the changed rows each field changes'),
  faults: z.array(importFault).describe('The first 100; all are in the log'),
  warnings: z.array(importWarning).describe('The first 100 bins that nobody uses yet or that another SKU has'),
  changes: z.array(importChange).describe('The first 100 fields that change, before and after'),
  unused_columns: z.array(z.int()).describe('Indexes of columns that feed no field'),
});
export type ImportCheck = z.infer<typeof importCheck>;

const named = z.object({ id: z.int(), name: z.string() });

/** The notation of a file, if somebody has chosen it. */
const readingChoice = z.object({
  delimiter: z.enum(delimiterNames).nullable(),
  decimal: z.enum(decimalSigns).nullable(),
  dates: z.enum(dateOrders).nullable(),
});

/** An import in the history. */
export const listedImport = z.object({
  id: z.int(),
  created_at: z.string(),
  type: z.enum(importTypes),
  file_name: z.string(),
  account: named.nullable(),
  creator: named,
  token: z.string().nullable().describe('The name of the API token that uploaded it'),
  status: z.enum(importStatuses),
  current_line: z.int().describe('Rows that the check or the run has passed'),
  total_rows: z.int().nullable().describe('Null until the file has been read'),
  total_errors: z.int(),
  started_at: z.string().nullable().describe('When its run began'),
  ended_at: z.string().nullable(),
  error: z.string().nullable().describe('Why it failed, or what it waits for'),
  log_download_url: z.string(),
  rollback_url: z.string().nullable().describe('Null where it cannot be rolled back'),
  version: z.int(),
});
export type ListedImport = z.infer<typeof listedImport>;

const rolledBackRow = z.object({ row: z.int(), key: z.string(), reason: z.string().optional() });

/** The result of a rollback for each row. Each list has only its first 1,000 rows; the log has all rows. */
export const rollbackResult = z.object({
  undone: z.array(rolledBackRow),
  kept: z.array(rolledBackRow).describe('Edited since'),
  failed: z.array(rolledBackRow).describe('In use'),
  counts: z.object({ undone: z.int(), kept: z.int(), failed: z.int() }),
  at: z.string().nullable(),
  by: z.string().nullable(),
});
export type RollbackResult = z.infer<typeof rollbackResult>;

const fix = z.object({
  row: z.int().min(1),
  column: z.int().min(0).max(limits.import_columns),
  value: z.string().max(limits.import_cell),
});
export type ImportFix = z.infer<typeof fix>;

/** One import with everything that its page shows. */
export const importDetails = listedImport.extend({
  sheet: z.string().nullable(),
  header_row: z.int(),
  columns: z.array(z.object({ heading: z.string(), field: z.string().nullable() })),
  mapping_name: z.string().nullable(),
  reading: readingChoice.nullable().describe('How the file is read, where somebody has chosen it'),
  update_employees: z.boolean(),
  complete: z.boolean().describe('The file lists everybody: whoever is missing is archived'),
  create_missing: z.boolean().describe('Employee roles and clothing sets that are named and missing are made'),
  check: importCheck.nullable(),
  fixes: z.array(fix),
  expected: z.int().nullable().describe('The number that `confirm_changes` has to be, where the import changes or archives many people'),
  progress: z.object({ new: z.int(), changed: z.int(), unchanged: z.int(), archived: z.int(), failed: z.int() }).describe('What the run has written'),
  rollback: rollbackResult.nullable(),
  log: z.array(z.object({ datetime: z.string(), message: z.string() })).describe('The newest 100 entries'),
});
export type ImportDetails = z.infer<typeof importDetails>;

/** A remembered mapping. */
export const importMapping = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(importTypes),
  account: named.nullable(),
  header_row: z.int(),
  sheet: z.string().nullable(),
  update_employees: z.boolean(),
  complete: z.boolean(),
  mapping: z
    .record(z.string(), z.string().nullable())
    .describe('The field of each heading, of the second of the same heading with `[2]` behind it; null for a column that is left out'),
  reading: readingChoice.nullable().describe('How its files are read, where somebody has chosen it'),
});
export type ImportMapping = z.infer<typeof importMapping>;

/** A file larger than `limits.import_bytes` is refused with 413 when it is stored. */
const file = z.file(importMessages.file_needed);
const wholeNumber = z.coerce.number().int();
const account_id = z.preprocess((value) => (value === '' ? undefined : value), wholeNumber.positive().optional());

/** A choice in a form; if it is empty, the value is detected from the file. */
const chosen = <Values extends readonly [string, ...string[]]>(values: Values) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.enum(values).optional());
const reading = {
  delimiter: chosen(delimiterNames).describe('What separates the fields of a file of text'),
  decimal: chosen(decimalSigns).describe('The sign before the decimals of a number'),
  dates: chosen(dateOrders).describe('Whether the day or the month comes first'),
};

const again = z
  .preprocess((value) => (value === '' ? undefined : value), wholeNumber.positive().optional())
  .describe('An import whose file is read again, in place of a file');
const hasFile = ({ csv, again: stored }: { csv?: File | undefined; again?: number | undefined }): boolean =>
  csv !== undefined || stored !== undefined;
const noFile = { path: ['csv'], message: importMessages.file_needed };

/** A file whose columns are read before it is imported. */
export const importPreviewInput = z
  .object({
    csv: file.optional(),
    again,
    type: z.enum(importTypes),
    sheet: optionalText(limits.sheet_name).optional(),
    header_row: wholeNumber.min(1).max(limits.import_header_row).optional(),
    mapping_name: optionalText(limits.name).optional().describe('A remembered mapping that suggests fields'),
    account_id: account_id.describe('The account whose mapping it is'),
    delimiter: reading.delimiter,
  })
  .refine(hasFile, noFile);
export type ImportPreviewInput = z.infer<typeof importPreviewInput>;

/** The sheets and columns of a file, with the fields that the columns are likely to feed. */
export const importPreview = z.object({
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  missing_sheet: z.string().nullable().describe('The sheet of the mapping, where the file does not have it and `sheet` is read in its place'),
  header_row: z.int(),
  delimiter: z.enum(delimiterNames).nullable().describe('What separates the fields of a file of text'),
  missing_columns: z.array(z.string()).describe('Columns of the mapping that feed a field and that the file does not have'),
  columns: z.array(
    z.object({
      heading: z.string(),
      field: z.string().nullable(),
      is_remembered: z.boolean(),
      samples: z.array(z.string()).describe('Of the first five rows'),
    }),
  ),
  rows: z.array(z.int()).describe('The lines of those rows'),
});
export type ImportPreview = z.infer<typeof importPreview>;

const mappedColumn = /^mapping\[(\d{1,4})\]$/;

/** An upload. `mapping[n]` names the field that column n feeds; for an unused column `mapping[n]` is empty or left out. */
export const newImport = z
  .looseObject({
    csv: file.optional(),
    again,
    type: z.enum(importTypes),
    header_row: wholeNumber.min(1).max(limits.import_header_row).default(1),
    sheet: optionalText(limits.sheet_name).optional(),
    mapping_name: optionalText(limits.name).optional().describe('Keeps the mapping under this name, or replaces it; used where no column is mapped'),
    account_id,
    ...reading,
    update_employees: flag.default(true).describe('Change people who are here already'),
    complete: flag.default(false).describe('The file lists everybody: whoever is missing is archived'),
    create_missing: flag.default(false).describe('Make the employee roles and clothing sets that are named and missing'),
  })
  .refine(hasFile, noFile)
  .transform((form, ctx) => {
    const {
      csv,
      again: stored,
      type,
      header_row,
      sheet = null,
      mapping_name = null,
      account_id: account,
      delimiter,
      decimal,
      dates,
      update_employees,
      complete,
      create_missing,
      ...rest
    } = form;
    const mapping: (string | null)[] = [];
    for (const [name, field] of Object.entries(rest)) {
      const column = Number(mappedColumn.exec(name)?.[1] ?? Number.NaN);
      if (Number.isNaN(column) || typeof field !== 'string' || !field) continue;
      const fault = faultOfColumn(type, mapping, column, field);
      if (fault) ctx.addIssue({ code: 'custom', path: [name], message: fault });
      else mapping[column] = field;
    }
    return {
      csv,
      again: stored,
      type,
      header_row,
      sheet,
      mapping_name,
      account_id: account,
      delimiter,
      decimal,
      dates,
      update_employees,
      complete,
      create_missing,
      mapping: Array.from(mapping, (field) => field ?? null),
    };
  });
type Uploaded = z.infer<typeof newImport>;
/** An upload, or a file in the watched folder. The mapping of the file's folder decides the notation of such a file. */
export type NewImport = Omit<Uploaded, keyof typeof reading | 'again'> & Partial<Pick<Uploaded, keyof typeof reading | 'again'>>;

function faultOfColumn(type: (typeof importTypes)[number], mapping: readonly (string | null)[], column: number, field: string): string | null {
  if (column > limits.import_columns) return importMessages.too_many_columns(limits.import_columns);
  if (!(field in importFields[type])) return importMessages.unknown_field;
  return mapping.includes(field) ? importMessages.field_twice : null;
}

/** Corrections of one cell or of several; `isOne` if the body itself is the only correction. */
export const importFixes = z
  .object({ ...fix.partial().shape, fixes: z.array(fix).min(1).max(limits.import_fixes).optional().describe('Several cells, instead of one') })
  .transform(({ fixes, ...one }, ctx): ImportFixes => {
    if (fixes) return { fixes, isOne: false };
    const only = fix.safeParse(one);
    for (const { path, message } of only.error?.issues ?? []) ctx.addIssue({ code: 'custom', path, message });
    return only.success ? { fixes: [only.data], isOne: true } : z.NEVER;
  });
export interface ImportFixes {
  fixes: ImportFix[];
  isOne: boolean;
}

export const importRun = z.object({
  skip_faulty: z.boolean().default(false).describe('Leave out the rows with faults'),
  confirm_changes: z.int().min(0).optional().describe('The number of people whom the import changes or archives, where it asks for that'),
});
export type ImportRun = z.infer<typeof importRun>;

/** The purposes for which an API token may be used. */
export const tokenScopes = ['imports', 'deliveries'] as const;
const newTokenFields = z.object({
  name: requiredText(limits.name, importMessages.name_needed),
  scopes: z.array(z.enum(tokenScopes)).min(1),
  account_id: z.int().positive().optional().describe('The only client whose people it may import'),
});
/** The name of a new token, as its form sends it. */
export const newTokenName = newTokenFields.pick({ name: true });
export const newApiToken = newTokenFields.refine(({ scopes, account_id }) => account_id === undefined || !scopes.includes('deliveries'), {
  path: ['account_id'],
  error: importMessages.deliveries_of_all,
});
export type NewApiToken = z.infer<typeof newApiToken>;
export const apiToken = z.object({
  id: z.int(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  account: named.nullable(),
  creator: named,
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;
export const createdApiToken = apiToken.extend({ token: z.string().describe('Shown only now') });
