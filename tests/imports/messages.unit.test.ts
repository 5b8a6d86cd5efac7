import { expect, test } from 'vitest';
import { importMessages } from '../../shared/imports/messages.ts';

test('a message about one row, person or cell is in the singular', () => {
  expect(importMessages.faulty(1)).toBe('1 row has errors. Put them right, or leave them out.');
  expect(importMessages.faulty(2_000)).toBe('2,000 rows have errors. Put them right, or leave them out.');
  expect(importMessages.brake(1)).toBe('This changes or archives 1 person. Type this number to confirm.');
  expect(importMessages.brake(1_500)).toBe('This changes or archives 1,500 people. Type this number to confirm.');
  expect(importMessages.log.checked(1, 1)).toBe('Checked 1 row, 1 with errors.');
  expect(importMessages.log.fixed(1)).toBe('1 cell put right.');
  expect(importMessages.log.fixed(3)).toBe('3 cells put right.');
});

test('a limit in a message has a thousands separator', () => {
  expect(importMessages.line_too_long(7, 10_000)).toBe(
    'The record that begins on line 7 is longer than 10,000 characters. Check for a missing quotation mark.',
  );
  expect(importMessages.row_too_long(7, 10_000)).toBe('Row 7 is longer than 10,000 characters.');
  expect(importMessages.text_too_long(10_000)).toBe('The workbook has a cell that is longer than 10,000 characters.');
  expect(importMessages.empty_lines(1_000)).toBe('The file has more than 1,000 empty lines between two others. Delete them.');
  expect(importMessages.too_many_fixes(1_000)).toBe('At most 1,000 cells can be put right here: mend the file instead.');
  expect(importMessages.at_most(99_999)).toBe('At most 99,999.');
  expect(importMessages.cell_too_long(2_000)).toBe('At most 2,000 characters.');
});

test('a message names the fields, sheets, rows and people that it is about', () => {
  expect(importMessages.key_not_mapped(['Employee number', 'Email'])).toBe('Choose the column with Employee number or Email.');
  expect(importMessages.unknown_role(['User', 'Client Manager'])).toBe('Enter one of these roles: User, Client Manager.');
  expect(importMessages.sheet_missing('Payroll', 'Staff')).toBe('The mapping Payroll reads the sheet Staff, which this file does not have.');
  expect(importMessages.too_many_columns(500)).toBe('A file can have at most 500 columns.');
  expect(importMessages.too_many_tokens(20)).toBe('There can be at most 20 tokens. Revoke one first.');
  expect(importMessages.no_header(3)).toBe('Row 3 holds no column names.');
  expect(importMessages.quote_not_closed(3)).toBe('A quotation mark on or after line 3 is not closed.');
  expect(importMessages.key_twice(4)).toBe('Row 4 has the same.');
  expect([importMessages.key_missing('SKU'), importMessages.needed('Name')]).toEqual(['SKU is needed.', 'Name is needed.']);
  expect(importMessages.stopped('Ann Lee')).toBe('Stopped by Ann Lee.');
  expect(importMessages.undo.in_use(['orders', 'returns'])).toBe('In use: orders, returns.');
  expect(importMessages.undo.edited(['name', 'price'])).toBe('Edited since: name, price.');
  expect(importMessages.undo.edited([])).toBe('Edited since.');
});

test('the log of an import says what happened, and mentions archived people only if there are any', () => {
  const { log } = importMessages;
  expect(log.uploaded('staff.xlsx')).toBe('Uploaded staff.xlsx.');
  expect(log.resumed(1_200)).toBe('Import went on after row 1,200.');
  expect(log.row_failed(1_200, 'NG-7', 'In use.')).toBe('Row 1,200, NG-7: In use.');
  expect(log.row_failed(2, '', 'In use.')).toBe('Row 2: In use.');
  expect(log.done(1_000, 2, 0)).toBe('Done: 1,000 new, 2 changed.');
  expect(log.done(1, 2, 3)).toBe('Done: 1 new, 2 changed, 3 archived.');
  expect(log.failed('The file is no longer stored.')).toBe('Failed: The file is no longer stored.');
  expect(log.rolled_back(10, 1, 2)).toBe('Rolled back: 10 undone, 1 kept, 2 failed.');
});

test('the notifications say how an import ended, or that it waits for a person', () => {
  const { notification } = importMessages;
  expect(notification.ended('a.csv', null)).toBe('a.csv is imported');
  expect(notification.ended('a.csv', 'Stopped.')).toBe('The import of a.csv ended early');
  expect(notification.counts({ created_rows: 1_000, changed_rows: 2, archived_rows: 3, failed_rows: 4 })).toBe(
    '1,000 new, 2 changed, 3 archived, 4 with errors.',
  );
  expect(notification.waits('a.csv')).toBe('The import of a.csv waits for you');
  expect(notification.refused('a.csv')).toBe('a.csv cannot be imported');
  expect(notification.reason('Payroll', 'No rows.')).toBe('Payroll: No rows.');
});
