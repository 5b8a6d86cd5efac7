import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, csvOf, csvRow, fileName, poundsCell, unescapedCell } from '../shared/csv.ts';

test('a CSV cell is quoted if its text has a comma, a semicolon, a quotation mark or a line break', () => {
  expect([null, '', 0, -5, 1.5, '-5', 'Ann'].map(csvCell)).toEqual(['', '', '0', '-5', '1.5', '-5', 'Ann']);
  expect(['a,b', 'a;b', 'a"b', 'a\nb', 'a\rb'].map(csvCell)).toEqual(['"a,b"', '"a;b"', '"a""b"', '"a\nb"', '"a\rb"']);
});

test('text that a spreadsheet would calculate as a formula is escaped with an apostrophe; a number is written unchanged', () => {
  expect(['=1', '+1a', '-1+2', '@A1', '＝1', '＋1', '－1', '＠1', '\t=1'].map(csvCell)).toEqual([
    "'=1",
    "'+1a",
    "'-1+2",
    "'@A1",
    "'＝1",
    "'＋1",
    "'－1",
    "'＠1",
    "'\t=1",
  ]);
  expect(['-1.25', '-12', '0012', 'a=1'].map(csvCell)).toEqual(['-1.25', '-12', '0012', 'a=1']);
});

test('a text that is written to a cell and read back is unchanged, even if it begins with an apostrophe', () => {
  expect(["'=1", "''=1", "'a", "'-5"].map(csvCell)).toEqual(["''=1", "'''=1", "'a", "''-5"]);
  const text = fc.string({ unit: fc.constantFrom("'", '=', '-', '+', '5', 'a', '.') });
  fc.assert(
    fc.property(text, (written) => {
      expect(unescapedCell(csvCell(written))).toBe(written);
    }),
  );
});

test('a document begins with the byte order mark of UTF-8, and each row ends with a line break', () => {
  expect(csvRow(['Ann', null, 3])).toBe('Ann,,3\r\n');
  expect(csvOf([['a'], ['b', 'c']])).toBe('\uFEFFa\r\nb,c\r\n');
  expect(csvOf([])).toBe('\uFEFF');
});

test('an amount is written as pounds with two decimals', () => {
  expect([0, 5, 1250, -199].map((pence) => csvCell(poundsCell(pence)))).toEqual(['0.00', '0.05', '12.50', '-1.99']);
});

test('a file name consists of lower-case letters and digits, with hyphens between words', () => {
  expect(fileName('Stock – North & Sons (2026)')).toBe('stock-north-sons-2026');
  expect(fileName('/Orders: 2026 ')).toBe('orders-2026');
  expect(fileName('a - b')).toBe('a-b');
});
