const count = (n: number): string => n.toLocaleString('en-GB');
const rows = (n: number): string => `${count(n)} ${n === 1 ? 'row' : 'rows'}`;
interface Counts {
  created_rows: number;
  changed_rows: number;
  archived_rows: number;
  failed_rows: number;
}
const list = (words: readonly string[]): string => words.join(', ');

/** Messages about files that cannot be imported, about faulty cells, and in the log of an import. */
export const importMessages = {
  no_rows: 'The file holds no rows.',
  not_text: 'This is not a text file. Save the sheet as CSV and import that.',
  not_workbook: 'This file is not a workbook that can be read. Save the sheet as XLSX or CSV and import that.',
  broken_workbook: 'This workbook is damaged. Open it, save it again as XLSX, and import that.',
  old_workbook: 'This workbook is from before 1997. Open it, save it again as XLSX, and import that.',
  encrypted_workbook: 'This workbook has a password. Save it without one and import that.',
  workbook_too_large: 'This workbook is too large. Copy the rows that you need into a new one and import that.',
  too_slow: 'This file takes too long to read. Copy the rows that you need into a new one and import that.',
  too_many_strings: 'This workbook holds too many texts. Copy the rows that you need into a new one and import that.',
  rows_out_of_order: 'The rows of this sheet are out of order. Open the workbook, save it again as XLSX, and import that.',
  unknown_sheet: 'The file has no sheet of this name.',
  sheet_missing: (mapping: string, sheet: string): string => `The mapping ${mapping} reads the sheet ${sheet}, which this file does not have.`,
  columns_missing: (mapping: string, headings: readonly string[]): string =>
    `The mapping ${mapping} reads columns that this file does not have: ${list(headings)}.`,
  line_too_long: (row: number, limit: number): string =>
    `The record that begins on line ${row} is longer than ${count(limit)} characters. Check for a missing quotation mark.`,
  empty_lines: (limit: number): string => `The file has more than ${count(limit)} empty lines between two others. Delete them.`,
  row_too_long: (row: number, limit: number): string => `Row ${row} is longer than ${count(limit)} characters.`,
  text_too_long: (limit: number): string => `The workbook has a cell that is longer than ${count(limit)} characters.`,
  quote_not_closed: (row: number): string => `A quotation mark on or after line ${row} is not closed.`,

  file_needed: 'Choose a file.',
  file_too_large: 'A file can have at most 50 MB.',
  too_many_columns: (limit: number): string => `A file can have at most ${limit} columns.`,
  unknown_field: 'There is no such field.',
  field_twice: 'Another column feeds this field.',
  no_mapping: 'Choose what at least one column becomes.',
  key_not_mapped: (labels: readonly string[]): string => `Choose the column with ${labels.join(' or ')}.`,
  count_or_change: 'Choose the column with the count or the change, not both.',
  account_needed: 'Choose the account whose people these are.',
  name_needed: 'Enter a name.',
  no_header: (row: number): string => `Row ${row} holds no column names.`,
  not_tokens_account: 'This token imports the people of its own account alone.',
  deliveries_of_all: 'A token for deliveries is for all clients.',
  too_many_tokens: (limit: number): string => `There can be at most ${limit} tokens. Revoke one first.`,
  no_such_cell: 'There is no such cell.',
  too_many_fixes: (limit: number): string => `At most ${count(limit)} cells can be put right here: mend the file instead.`,
  not_of_token: 'A person uploaded this file: an API token changes and runs those alone that a token uploaded.',
  mapping_unknown: 'There is no mapping of this name for this type.',
  mapping_of_several: 'Several accounts have a mapping of this name: choose the account.',
  mapping_of_other_kind: (label: string): string => `There is a mapping of this name for ${label.toLowerCase()}. Choose another name.`,
  is_link: 'This is a link to another file. Links are not followed: leave the file itself.',
  file_waits: 'This file could not be read or stored. It is tried again by itself, less and less often.',
  folder_of_several: 'Several mappings have the name of this folder: keep each under a name of its own.',

  key_missing: (label: string): string => `${label} is needed.`,
  key_twice: (row: number): string => `Row ${row} has the same.`,
  cannot_clear: 'This cannot be emptied.',
  needed: (label: string): string => `${label} is needed.`,
  not_below_zero: 'Enter 0 or more.',
  at_most: (limit: number): string => `At most ${count(limit)}.`,
  not_whole_number: 'Enter a whole number.',
  not_yes_or_no: 'Enter yes or no.',
  not_a_day: 'Enter a date as YYYY-MM-DD or dd/mm/yyyy.',
  cell_too_long: (limit: number): string => `At most ${count(limit)} characters.`,
  number_unclear: 'A comma and a point stand before decimals in this file. Choose its decimal sign, or enter the number without separators.',
  day_unclear: 'Some dates of this file begin with the day, others with the month. Choose their order, or enter YYYY-MM-DD.',
  unstorable: 'This holds a character that cannot be stored.',
  unknown_supplier: 'There is no such supplier.',
  unknown_category: 'There is no such category.',
  unknown_style: 'There is no style with this SKU.',
  style_fixed: 'The style of a SKU cannot be changed.',
  sku_gone: 'This SKU belonged to a product that was deleted.',
  unknown_sku: 'There is no such SKU.',
  count_a_size: 'This is a style: count its sizes.',
  count_and_change: 'Enter a count or a change, not both.',
  count_missing: 'Enter a count or a change.',
  picked: 'Items of this SKU are picked: finish or release the picks first.',
  unknown_site: 'There is no such site.',
  unknown_employee_role: 'There is no such employee role.',
  unknown_clothing_set: 'There is no such clothing set.',
  ambiguous: 'There are two of this name.',
  unknown_role: (labels: readonly string[]): string => `Enter one of these roles: ${list(labels)}.`,
  role_by_token: (labels: readonly string[]): string => `An API token gives these roles alone: ${list(labels)}. The office gives others.`,
  email_by_token: 'This person may order for others: the office changes their email address, not an API token.',
  one_of: (words: readonly string[]): string => `Enter one of these: ${list(words)}.`,
  steps: 'Enter pairs such as 0:2; 6:3: the months, or the percentage, a colon and the amount.',
  not_a_sex: 'Enter m or f.',
  archived_person: 'This person is archived.',
  archived_account: 'This account is archived. Restore it first.',
  other_email: 'Somebody else has this email address.',
  other_prefix: 'Another account has this prefix.',
  prefix_fixed: 'The prefix is fixed once it is set.',
  taken_since: 'Somebody else has this employee number or email address since the check.',

  faulty: (n: number): string => `${rows(n)} ${n === 1 ? 'has' : 'have'} errors. Put them right, or leave them out.`,
  brake: (n: number): string => `This changes or archives ${count(n)} ${n === 1 ? 'person' : 'people'}. Type this number to confirm.`,
  brake_by_token: (n: number): string =>
    `This changes or archives ${count(n)} ${n === 1 ? 'person' : 'people'}. Somebody of the office has to confirm that.`,
  brake_over_day: (earlier: number, n: number): string =>
    `Machines have archived ${count(earlier)} ${earlier === 1 ? 'person' : 'people'} of this account in the last 24 hours. This file changes or archives ${count(n)} more. Somebody of the office has to confirm that.`,
  not_checked: 'The file is being checked.',
  not_readable: 'The check of this file failed: its log says why. Put the file right and upload it again.',
  is_running: 'This import is running.',
  cannot_stop: 'This import is not running.',
  more_people_than_confirmed: 'More people would be changed or archived than was confirmed. Check the file again.',
  cannot_run: 'This import has been run.',
  cannot_roll_back: 'This import cannot be rolled back.',
  cannot_fix: 'This import has begun: its cells cannot be changed.',
  file_gone: 'The file is no longer stored.',
  stopped: (name: string): string => `Stopped by ${name}.`,

  log: {
    uploaded: (name: string): string => `Uploaded ${name}.`,
    checked: (total: number, faulty: number): string => `Checked ${rows(total)}, ${count(faulty)} with errors.`,
    fixed: (n: number): string => `${count(n)} ${n === 1 ? 'cell' : 'cells'} put right.`,
    queued: 'Import confirmed.',
    begun: 'Import began.',
    resumed: (row: number): string => `Import went on after row ${count(row)}.`,
    row_failed: (row: number, key: string, reason: string): string => `Row ${count(row)}${key && `, ${key}`}: ${reason}`,
    done: (created: number, changed: number, archived: number): string =>
      `Done: ${count(created)} new, ${count(changed)} changed${archived ? `, ${count(archived)} archived` : ''}.`,
    failed: (reason: string): string => `Failed: ${reason}`,
    rolling_back: 'Rollback began.',
    rolled_back: (undone: number, kept: number, failed: number): string =>
      `Rolled back: ${count(undone)} undone, ${count(kept)} kept, ${count(failed)} failed.`,
  },

  notification: {
    ended: (file: string, error: string | null): string => (error === null ? `${file} is imported` : `The import of ${file} ended early`),
    counts: ({ created_rows, changed_rows, archived_rows, failed_rows }: Counts): string =>
      `${count(created_rows)} new, ${count(changed_rows)} changed, ${count(archived_rows)} archived, ${count(failed_rows)} with errors.`,
    waits: (file: string): string => `The import of ${file} waits for you`,
    refused: (file: string): string => `${file} cannot be imported`,
    reason: (mapping: string | null, reason: string): string => (mapping ? `${mapping}: ${reason}` : reason),
  },

  undo: {
    moved: 'Import rolled back',
    edited: (fields: readonly string[]): string => (fields.length ? `Edited since: ${list(fields)}.` : 'Edited since.'),
    gone: 'Deleted since.',
    in_use: (places: readonly string[]): string => `In use: ${list(places)}.`,
    counted_since: 'Counted or adjusted since.',
    allocated: 'The items are allocated or picked.',
    no_room: 'Another record has the former value now.',
  },
};
