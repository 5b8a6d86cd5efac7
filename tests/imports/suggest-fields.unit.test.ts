import { expect, test } from 'vitest';
import { columnNames, importFields, missingColumns, suggestFields } from '../../shared/imports/import-fields.ts';
import { importStatuses } from '../../shared/imports/import-states.ts';

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

test('a name is matched before an alias, and an alias by the first field that has it', () => {
  // `code` is an alias of the SKU, which has a column of its own.
  expect(fieldsOf('products', ['Code', 'SKU'])).toEqual([null, 'sku']);
  expect(fieldsOf('products', ['Supplier code', 'Vendor'])).toEqual(['supplier', null]);
  expect(fieldsOf('products', ['Supplier', 'Supplier code'])).toEqual(['supplier', 'supplier_sku']);
});

test('no field is fed twice, and a column without a name feeds none', () => {
  expect(fieldsOf('products', ['SKU', 'sku', '', '---'])).toEqual(['sku', null, null, null]);
});

test('a remembered mapping takes precedence, also for columns that it leaves out; unknown fields are ignored', () => {
  const remembered = { 'Ref. No': 'sku', Name: null, Price: 'cost', Old: 'no_such_field' };
  expect(suggestFields('products', ['REF. no ', 'NAME', 'Price', 'Cost', 'Old', 'Brand'], remembered)).toEqual([
    { field: 'sku', is_remembered: true },
    { field: null, is_remembered: true },
    { field: 'cost', is_remembered: true },
    { field: null, is_remembered: false },
    { field: null, is_remembered: false },
    { field: 'brand', is_remembered: false },
  ]);
});

test('a mapping remembers whole headings, and the place of each among columns with the same heading', () => {
  const remembered = { 'Price (£)': 'price', 'Price (€)': null, Size: 'size_1', 'Size [2]': 'size_2' };
  const headings = ['Price (€)', 'Size', 'Price (£)', 'SIZE'];
  expect(fieldsOf('products', headings, remembered)).toEqual([null, 'size_1', 'price', 'size_2']);
  expect(missingColumns(headings, remembered)).toEqual([]);
  expect(missingColumns(['Price', 'Size', 'Price (€)'], remembered)).toEqual(['Price (£)', 'Size [2]']);
  expect(missingColumns([], { 'Size [2]': 'size_2', Cost: 'cost' })).toEqual(['Cost', 'Size [2]']);
  expect(columnNames(['a', 'A', '', 'a', ''])).toEqual(['a', 'A [2]', '', 'a [3]', ' [2]']);
});

test('each kind of file has fields of its own', () => {
  expect(fieldsOf('stock', ['SKU', 'Forenames'])).toEqual(['sku', null]);
  expect(fieldsOf('employees', ['SKU', 'Forenames'])).toEqual([null, 'forenames']);
});

test('each type has the fields of the contract, and an import its states', () => {
  const addressLines = ['address_line_1', 'address_line_2', 'address_line_3', 'address_line_4', 'address_line_5', 'postcode'];
  const texts = ['description', 'short_description_1', 'short_description_2'];
  const terms = ['supplier_price', 'pack_size', 'min_order_qty', 'lead_time_days', 'reorder_point'];
  const namesOf = (type: keyof typeof importFields): string[] => Object.keys(importFields[type]);
  expect(namesOf('products')).toEqual([
    ...['sku', 'parent_sku', 'name', 'brand', 'supplier', 'supplier_sku', 'category', 'cost', 'price', 'vat_rate', 'colour', 'colour_hex'],
    ...['size_1', 'size_2', 'material', 'decoration', 'bin', 'barcode', ...texts],
    ...['is_public', 'is_published', 'is_public_catalogue', 'is_non_returnable', 'is_restricted', 'discontinued_at', ...terms],
  ]);
  expect(namesOf('employees')).toEqual([
    ...['employee_number', 'forenames', 'surname', 'email', 'contact_phone', 'sex', 'role', 'employee_roles', 'sites', 'clothing_sets'],
    ...['can_view_restricted_products', 'is_supervised_orderer', 'started_on', 'leaves_on', 'leaver'],
  ]);
  expect(namesOf('stock')).toEqual(['sku', 'count', 'change', 'bin', 'reason']);
  expect(namesOf('accounts')).toEqual(expect.arrayContaining(['reference', 'name', 'sku_prefix', 'vat_number', ...addressLines]));
  expect(importStatuses).toEqual(['checking', 'checked', 'queued', 'running', 'done', 'failed', 'reverting', 'reverted', 'reverted_in_part']);
});
