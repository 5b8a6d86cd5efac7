import { describe, expect, test } from 'vitest';
import { importFixes, importPreviewInput, newImport } from '../../shared/imports/import.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { limits } from '../../shared/limits.ts';

const csv = new File(['Name\nPolo'], 'products.csv');
const form = (fields: object = {}) => newImport.safeParse({ csv, type: 'products', ...fields });
const faultsOf = (fields: object): Record<string, string> =>
  Object.fromEntries((form(fields).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));

describe('an upload', () => {
  test('gets defaults for options that are left out, and a field or null for each column up to the last mapped column', () => {
    expect(form({ 'mapping[2]': 'sku', 'mapping[0]': 'name', 'mapping[3]': '' }).data).toEqual({
      csv,
      type: 'products',
      header_row: 1,
      sheet: null,
      mapping_name: null,
      account_id: undefined,
      update_employees: true,
      complete: false,
      create_missing: false,
      mapping: ['name', null, 'sku'],
    });
  });

  test('accepts every option as the text that a form sends', () => {
    const choices = { header_row: '3', sheet: 'Staff', mapping_name: 'Payroll', account_id: '7' };
    const flags = { update_employees: 'false', complete: 'true', create_missing: 'true' };
    expect(form({ type: 'employees', ...choices, ...flags }).data).toMatchObject({
      header_row: 3,
      sheet: 'Staff',
      mapping_name: 'Payroll',
      account_id: 7,
      update_employees: false,
      complete: true,
      create_missing: true,
      mapping: [],
    });
    expect(form({ account_id: '' }).data?.account_id).toBeUndefined();
  });

  test('maps a column only by a parameter whose name is exactly mapping[number] and whose value is text', () => {
    const names = ['mapping[]', 'mapping[x]', 'mapping[12345]', 'xmapping[0]', 'mapping[0]x', 'mapping0'];
    expect(form(Object.fromEntries(names.map((name) => [name, 'sku']))).data?.mapping).toEqual([]);
    expect(form({ 'mapping[0]': csv }).data?.mapping).toEqual([]);
  });

  test('is refused with an error for each column whose field is unknown or already mapped, or whose number is too high', () => {
    const last = limits.import_columns;
    expect(faultsOf({ 'mapping[0]': 'sku', 'mapping[1]': 'colour_of_the_sky', 'mapping[2]': 'sku', [`mapping[${last + 1}]`]: 'name' })).toEqual({
      'mapping[1]': importMessages.unknown_field,
      'mapping[2]': importMessages.field_twice,
      [`mapping[${last + 1}]`]: importMessages.too_many_columns(last),
    });
    expect(faultsOf({ [`mapping[${last}]`]: 'name' })).toEqual({});
  });

  test('needs a file, a known type and the number of a header row within the limit', () => {
    expect(faultsOf({ csv: 'products.csv' })).toEqual({ csv: importMessages.file_needed });
    expect(Object.keys(faultsOf({ type: 'weather' }))).toEqual(['type']);
    for (const header_row of ['0', '1.5', String(limits.import_header_row + 1)])
      expect(Object.keys(faultsOf({ header_row }))).toEqual(['header_row']);
    expect(form({ header_row: String(limits.import_header_row) }).success).toBe(true);
    for (const account_id of ['0', '-1', 'x']) expect(Object.keys(faultsOf({ account_id }))).toEqual(['account_id']);
  });

  test('can be previewed before its columns are mapped', () => {
    expect(importPreviewInput.safeParse({ csv, type: 'stock', header_row: '2' }).data).toMatchObject({ header_row: 2 });
    for (const header_row of ['0', String(limits.import_header_row + 1)])
      expect(importPreviewInput.safeParse({ csv, type: 'stock', header_row }).success).toBe(false);
  });
});

describe('corrected cells', () => {
  const fix = { row: 1, column: 0, value: 'M' };

  test('can be sent one at a time or several together', () => {
    expect(importFixes.parse(fix)).toEqual({ fixes: [fix], isOne: true });
    expect(importFixes.parse({ fixes: [fix, { ...fix, row: 2 }] })).toEqual({ fixes: [fix, { ...fix, row: 2 }], isOne: false });
  });

  test('are refused if there are none or too many, if a row or column is impossible, or if a value is too long', () => {
    const isAllowed = (input: unknown): boolean => importFixes.safeParse(input).success;
    expect(isAllowed({ fixes: [] })).toBe(false);
    expect(isAllowed({ fixes: Array.from({ length: limits.import_fixes }, () => fix) })).toBe(true);
    expect(isAllowed({ fixes: Array.from({ length: limits.import_fixes + 1 }, () => fix) })).toBe(false);
    expect([isAllowed({ ...fix, row: 0 }), isAllowed({ ...fix, column: -1 })]).toEqual([false, false]);
    expect([isAllowed({ ...fix, column: limits.import_columns }), isAllowed({ ...fix, column: limits.import_columns + 1 })]).toEqual([true, false]);
    const long = 'x'.repeat(limits.import_cell);
    expect([isAllowed({ ...fix, value: long }), isAllowed({ ...fix, value: `${long}x` })]).toEqual([true, false]);
  });
});
