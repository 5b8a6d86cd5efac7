import { expect, test } from 'vitest';
import type { z } from 'zod';
import { accountFields } from '../shared/accounts/account.ts';
import { newCustomProduct } from '../shared/catalogue/custom-product.ts';
import { productFields } from '../shared/catalogue/product.ts';
import { newProduct } from '../shared/catalogue/variations.ts';
import { cleanKey } from '../shared/clean-key.ts';
import { newClothingSet } from '../shared/clothing-sets/clothing-set.ts';
import { employeeRoleFields } from '../shared/employee-roles/employee-role.ts';
import { errorCodeFields } from '../shared/error-codes/error-code.ts';
import { importFields } from '../shared/imports/import-fields.ts';
import { onOneLine } from '../shared/invisible.ts';
import { checkInput } from '../shared/people/check-input.ts';
import { personFields } from '../shared/people/person-input.ts';
import { recordPickInput } from '../shared/picking/record-pick.ts';
import { newSite } from '../shared/sites/site.ts';
import { supplierFields } from '../shared/suppliers/supplier.ts';
import { assignToteArgs } from '../shared/sync/mutations/assign-tote.ts';
import { recordPickArgs } from '../shared/sync/mutations/record-pick.ts';

test('a cleaned key has letters in NFC, no invisible characters, and one plain space between words', () => {
  const keys = ['CAFE\u0301-1', 'CA\u200BF\u00C9-1', 'CAF\u00AD\u00C9-1', '\u202ECAF\u00C9-1\uFEFF', ' CAF\u00C9-1\n', 'CAF\u034FE\u0301-1\uFE0F'];
  expect(keys.map(cleanKey)).toEqual(keys.map(() => 'CAF\u00C9-1'));
  expect(['Rear\u00A0 Yard', 'Rear\u2003Yard', ' Rear \t Yard '].map(cleanKey)).toEqual(['Rear Yard', 'Rear Yard', 'Rear Yard']);
});

test('a text of one line gets letters in NFC', () => {
  expect(onOneLine('Mu\u0308ller')).toBe('M\u00FCller');
});

const field = (schema: { shape: object }, name: string) => (schema.shape as Record<string, z.ZodType>)[name] as z.ZodType;

test.each<[string, z.ZodType]>([
  ['the barcode of a product', field(productFields, 'barcode')],
  ['the supplier SKU of a product', field(productFields, 'supplier_sku')],
  ['the bin of a product', field(productFields, 'bin')],
  ['the reference of an account', field(accountFields, 'reference')],
  ['the code of a supplier', field(supplierFields, 'code')],
  ['the name of a supplier', field(supplierFields, 'name')],
  ['the code of a reason', field(errorCodeFields, 'code')],
  ['the reason of a pick', field(recordPickInput, 'code')],
  ['the reason of a pick on a tablet', field(recordPickArgs, 'code')],
  ['the tote of a pick on a tablet', field(assignToteArgs, 'tote')],
  ['an employee number', field(personFields, 'employee_number')],
  ['an employee number that is looked up', field(checkInput, 'number')],
  ['the name of an employee role', field(employeeRoleFields, 'name')],
  ['the name of a site', field(newSite, 'name')],
  ['the reference of a site', field(newSite, 'reference_1')],
  ['the second reference of a site', field(newSite, 'reference_2')],
  ['the name of a clothing set', field(newClothingSet, 'name')],
])('%s is cleaned when the input is read', (_, schema) => {
  expect(String(schema.parse(' XE\u0301\u200B\u00AD1\n')).toUpperCase()).toBe('X\u00C91');
});

test('the SKU of a product is cleaned when the input is read', () => {
  expect(field(newProduct, 'sku').parse(' ca\u200Bse-1\u00AD')).toBe('CASE-1');
});

test('the code of a colour is cleaned when the input is read', () => {
  const { colours } = newCustomProduct.pick({ colours: true }).parse({ colours: [{ name: 'Navy', code: ' N\u200BVY' }] });
  expect(colours).toEqual([{ name: 'Navy', code: 'NVY' }]);
});

test('the columns of an import that identify a record are cleaned like keys', () => {
  const keysOf = (type: keyof typeof importFields) => Object.keys(importFields[type]).filter((name) => importFields[type][name]?.isKey);
  expect(keysOf('products')).toEqual(['sku', 'parent_sku', 'supplier', 'supplier_sku', 'category', 'bin', 'barcode']);
  expect(keysOf('employees')).toEqual(['employee_number', 'email', 'employee_roles', 'sites', 'clothing_sets']);
  expect(keysOf('stock')).toEqual(['sku', 'bin']);
  expect(keysOf('accounts')).toEqual(['reference', 'sku_prefix']);
});
