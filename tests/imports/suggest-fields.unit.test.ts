import { expect, test } from 'vitest';
import { suggestFields } from '../../shared/imports/import-fields.ts';

const fieldsOf = (...given: Parameters<typeof suggestFields>): (string | null)[] => suggestFields(...given).map(({ field }) => field);

test('a column feeds the field whose name, label or alias it has, however it is written', () => {
  expect(fieldsOf('products', ['supplier_sku', 'SUPPLIER SKU ', 'Farbe', 'Colóur', 'EAN-13', 'VAT %'])).toEqual([
    'supplier_sku',
    null,
    null,
    'colour',
    'barcode',
    'vat_rate',
  ]);
});

test('names come before aliases, and of aliases the first field that has them', () => {
  // `code` is an alias of the SKU, which has a column of its own.
  expect(fieldsOf('products', ['Code', 'SKU'])).toEqual([null, 'sku']);
  expect(fieldsOf('products', ['Supplier code', 'Vendor'])).toEqual(['supplier', null]);
  expect(fieldsOf('products', ['Supplier', 'Supplier code'])).toEqual(['supplier', 'supplier_sku']);
});

test('no field is fed twice, and a column without a name feeds none', () => {
  expect(fieldsOf('products', ['SKU', 'sku', '', '---'])).toEqual(['sku', null, null, null]);
});

test('a remembered mapping decides first, also that a column is left out; fields that there are not are ignored', () => {
  const remembered = { 'Ref. No': 'sku', Name: null, Price: 'cost', Old: 'no_such_field' };
  expect(suggestFields('products', ['ref no', 'NAME', 'Price', 'Cost', 'Old', 'Brand'], remembered)).toEqual([
    { field: 'sku', is_remembered: true },
    { field: null, is_remembered: true },
    { field: 'cost', is_remembered: true },
    { field: null, is_remembered: false },
    { field: null, is_remembered: false },
    { field: 'brand', is_remembered: false },
  ]);
});

test('each kind of file has fields of its own', () => {
  expect(fieldsOf('stock', ['SKU', 'Forenames'])).toEqual(['sku', null]);
  expect(fieldsOf('employees', ['SKU', 'Forenames'])).toEqual([null, 'forenames']);
});
