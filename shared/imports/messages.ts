/** Why a file cannot be imported at all; faults of single rows are with the rules of their kind. */
export const messages = {
  no_rows: 'The file holds no rows.',
  not_csv: 'This file cannot be read. Save the sheet as CSV and import that.',
  not_text: 'This is not a text file. Save the sheet as CSV and import that.',
  line_too_long: (row: number, limit: number): string =>
    `The record that begins on line ${row} is longer than ${limit.toLocaleString('en-GB')} characters. Check for a missing quotation mark.`,
  quote_not_closed: (row: number): string => `A quotation mark on or after line ${row} is not closed.`,
};
