/** Why a file cannot be imported at all; faults of single rows are with the rules of their kind. */
export const messages = {
  no_rows: 'The file holds no rows.',
  not_csv: 'This file cannot be read. Save the sheet as CSV and import that.',
  not_text: 'This is not a text file. Save the sheet as CSV and import that.',
  not_workbook: 'This file is not a workbook that can be read. Save the sheet as XLSX or CSV and import that.',
  broken_workbook: 'This workbook is damaged. Open it, save it again as XLSX, and import that.',
  encrypted_workbook: 'This workbook has a password. Save it without one and import that.',
  workbook_too_large: 'This workbook is too large. Copy the rows that you need into a new one and import that.',
  too_many_strings: 'This workbook holds too many texts. Copy the rows that you need into a new one and import that.',
  rows_out_of_order: 'The rows of this sheet are out of order. Open the workbook, save it again as XLSX, and import that.',
  unknown_sheet: 'The file has no sheet of this name.',
  line_too_long: (row: number, limit: number): string =>
    `The record that begins on line ${row} is longer than ${limit.toLocaleString('en-GB')} characters. Check for a missing quotation mark.`,
  row_too_long: (row: number, limit: number): string => `Row ${row} is longer than ${limit.toLocaleString('en-GB')} characters.`,
  text_too_long: (limit: number): string => `The workbook has a cell that is longer than ${limit.toLocaleString('en-GB')} characters.`,
  quote_not_closed: (row: number): string => `A quotation mark on or after line ${row} is not closed.`,
};
