import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinNames, splitNames } from '../../shared/imports/names-in-cell.ts';

test('names in one cell are separated by semicolons, and a name that contains a semicolon is in quotation marks', () => {
  expect(joinNames(['Leeds', 'York; North', '"Old" Depot', 'The "Hub"'])).toBe('Leeds; "York; North"; """Old"" Depot"; The "Hub"');
  expect(joinNames([])).toBe('');
});

test.each<[string, string[]]>([
  ['', []],
  [' ; ;', []],
  ['Leeds;York ; Hull', ['Leeds', 'York', 'Hull']],
  ['"York; North";Hull', ['York; North', 'Hull']],
  ['"Leeds" ; Hull', ['Leeds', 'Hull']],
  // Quotation marks that do not enclose a whole name.
  ['"Old" Depot; Hull', ['"Old" Depot', 'Hull']],
  ['"Leeds; Hull', ['"Leeds', 'Hull']],
  ['5" pipes; Hull', ['5" pipes', 'Hull']],
])('the cell %j contains the names %j', (cell, names) => {
  expect(splitNames(cell)).toEqual(names);
});

test('any names that are written into a cell are read from the cell unchanged', () => {
  const name = fc
    .string({ unit: fc.constantFrom('a', ' ', ';', '"', 'é', "'"), minLength: 1, maxLength: 8 })
    .map((text) => text.trim())
    .filter(Boolean);
  fc.assert(
    fc.property(fc.array(name), (names) => {
      expect(splitNames(joinNames(names))).toEqual(names);
    }),
  );
});

test('a cell of ten thousand characters is read without delay, whatever it contains', () => {
  const began = performance.now();
  for (const text of ['"a;', '"";', '";', '"', ';', '"a"b;']) splitNames(text.repeat(10_000 / text.length));
  expect(performance.now() - began).toBeLessThan(1000);
});
