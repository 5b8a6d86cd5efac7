import { expect, test } from 'vitest';
import { cellOfField } from '../../shared/imports/cell-marks.ts';
import { isErrorValue, isScientific } from '../../shared/spreadsheet-marks.ts';

test.each([
  ...['#N/A', '#REF!', '#NAME?', '#VALUE!', '#DIV/0!', '#NUM!', '#NULL!', '#SPILL!', '#CALC!', '#n/a', '#NV', '#BEZUG!', '#WERT!', '########'],
  ...['Err:502', 'Leeds; #N/A', ' #REF! '],
])('%s is recognised as an error of a spreadsheet', (text) => {
  expect(isErrorValue(text)).toBe(true);
});

test.each(['#FFFFFF', '#1', 'N/A', 'Size #2', 'Great!', '#N/A-1', 'Err: 5', ''])('"%s" is not recognised as an error of a spreadsheet', (text) => {
  expect(isErrorValue(text)).toBe(false);
});

test('a number in scientific notation is recognised; a code that contains an E is not mistaken for one', () => {
  expect(['5.01234E+12', '5,01234E+12', '5E+12', '4.4e11', '1E-3'].filter((text) => !isScientific(text))).toEqual([]);
  expect(['12E3', 'A1E+12', '5.01E', 'E+12', '1E+12-X'].filter(isScientific)).toEqual([]);
});

test.each([
  ['employee_number', '="00123"', '00123'],
  ['employee_number', "'00123", '00123'],
  ['employee_number', '="\'00123"', '00123'],
  ['sku', "'AB-1", 'AB-1'],
  ['contact_phone', "'+44 113 496 0000", '+44 113 496 0000'],
  ['price', "'12.50", '12.50'],
  ['count', "'-5", '-5'],
  ['started_on', "'03/02/2026", '03/02/2026'],
  ['surname', "'t Hooft", "'t Hooft"],
  ['surname', '="O\'Neill"', "O'Neill"],
  ['colour', "'Navy", "'Navy"],
  ['size_1', "'08", '08'],
  ['barcode', '50 5866\u00a00275035', '5058660275035'],
  ['barcode', 'AB 12', 'AB 12'],
  ['sku', '12 34', '12 34'],
  ['name', '=1+1', '=1+1'],
])('in a cell of the field %s, the text %s is read as %s', (field, raw, text) => {
  expect(cellOfField(field, raw)).toBe(text);
});
