import { expect, test } from 'vitest';
import { columnNames, importFields, missingColumns, suggestFields } from '../../shared/imports/import-fields.ts';
import { importStatuses } from '../../shared/imports/import-states.ts';

const fieldsOf = (...given: Parameters<typeof suggestFields>): (string | null)[] => suggestFields(...given).map(({ field }) => field);

test('a column is suggested for the field whose name, label or alias equals its heading, apart from case, accents and signs', () => {
  expect(fieldsOf('products', ['supplier_sku', 'SUPPLIER SKU ', 'Farbe', 'Colóur', 'EAN-13', 'VAT %'])).toEqual([
    'supplier_sku',
    null,
    null,
    'colour',
    'barcode',
    'vat_rate',
  ]);
});

test('a field’s name takes precedence over an alias; an alias of two fields means the first field that is still free', () => {
  // `code` is an alias of the field sku, but the file has a column called SKU.
  expect(fieldsOf('products', ['Code', 'SKU'])).toEqual([null, 'sku']);
  expect(fieldsOf('products', ['Supplier code', 'Vendor'])).toEqual(['supplier', null]);
  expect(fieldsOf('products', ['Supplier', 'Supplier code'])).toEqual(['supplier', 'supplier_sku']);
});

test('no field is suggested twice, and a column without a name gets no field', () => {
  expect(fieldsOf('products', ['SKU', 'sku', '', '---'])).toEqual(['sku', null, null, null]);
});

test('a remembered mapping takes precedence over names, also for columns that it leaves unmapped; its unknown fields are ignored', () => {
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

test('a mapping remembers complete headings, and the position of a column among the columns with the same heading', () => {
  const remembered = { 'Price (£)': 'price', 'Price (€)': null, Size: 'size_1', 'Size [2]': 'size_2' };
  const headings = ['Price (€)', 'Size', 'Price (£)', 'SIZE'];
  expect(fieldsOf('products', headings, remembered)).toEqual([null, 'size_1', 'price', 'size_2']);
  expect(missingColumns(headings, remembered)).toEqual([]);
  expect(missingColumns(['Price', 'Size', 'Price (€)'], remembered)).toEqual(['Price (£)', 'Size [2]']);
  expect(missingColumns([], { 'Size [2]': 'size_2', Cost: 'cost' })).toEqual(['Cost', 'Size [2]']);
  expect(columnNames(['a', 'A', '', 'a', ''])).toEqual(['a', 'A [2]', '', 'a [3]', ' [2]']);
});

test('a heading is suggested only for a field of the chosen type of import', () => {
  expect(fieldsOf('stock', ['SKU', 'Forenames'])).toEqual(['sku', null]);
  expect(fieldsOf('employees', ['SKU', 'Forenames'])).toEqual([null, 'forenames']);
});

test('the fields of each type of import and the states of an import are those of the specification', () => {
  const addressLines = ['address_line_1', 'address_line_2', 'address_line_3', 'address_line_4', 'address_line_5', 'postcode'];
  const texts = ['description', 'short_description_1', 'short_description_2'];
  const terms = ['supplier_price', 'pack_size', 'min_order_qty', 'lead_time_days', 'reorder_point', 'weight_g'];
  const namesOf = (type: keyof typeof importFields): string[] => Object.keys(importFields[type]);
  expect(namesOf('products')).toEqual([
    ...['sku', 'parent_sku', 'name', 'brand', 'supplier', 'supplier_sku', 'category', 'cost', 'price', 'vat_rate', 'colour', 'colour_hex'],
    ...['size_1', 'size_2', 'material', 'decoration', 'bin', 'barcode', ...texts],
    ...['is_public', 'is_published', 'is_public_catalogue', 'is_non_returnable', 'is_restricted', 'discontinued_at', ...terms],
  ]);
  expect(namesOf('employees')).toEqual([
    ...['employee_number', 'forenames', 'surname', 'email', 'contact_phone', 'sex', 'role', 'employee_roles', 'sites', 'clothing_sets'],
    ...['can_view_restricted_products', 'is_supervised_orderer', 'started_on', 'leaves_on', 'deduction_consent_on', 'allowance_percent', 'leaver'],
  ]);
  expect(namesOf('stock')).toEqual(['sku', 'count', 'change', 'bin', 'reason']);
  expect(namesOf('accounts')).toEqual(expect.arrayContaining(['reference', 'name', 'sku_prefix', 'vat_number', ...addressLines]));
  expect(importStatuses).toEqual(['checking', 'checked', 'queued', 'running', 'done', 'failed', 'reverting', 'reverted', 'reverted_in_part']);
});
