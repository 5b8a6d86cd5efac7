import { expect, test } from 'vitest';
import type { z } from 'zod';
import { accountFields } from '../shared/accounts/account.ts';
import { productFields } from '../shared/catalogue/product.ts';
import { newProduct } from '../shared/catalogue/variations.ts';
import { errorCodeFields } from '../shared/error-codes/error-code.ts';
import { messages } from '../shared/messages.ts';
import { personFields } from '../shared/people/person-input.ts';
import { newSite } from '../shared/sites/site.ts';
import { supplierFields } from '../shared/suppliers/supplier.ts';
import { assignToteArgs } from '../shared/sync/mutations/assign-tote.ts';

const field = (schema: { shape: object }, name: string) => (schema.shape as Record<string, z.ZodType>)[name] as z.ZodType;

test.each<[string, z.ZodType]>([
  ['the SKU of a product', field(newProduct, 'sku')],
  ['the barcode of a product', field(productFields, 'barcode')],
  ['the supplier SKU of a product', field(productFields, 'supplier_sku')],
  ['the bin of a product', field(productFields, 'bin')],
  ['the reference of an account', field(accountFields, 'reference')],
  ['the code of a supplier', field(supplierFields, 'code')],
  ['the code of a reason', field(errorCodeFields, 'code')],
  ['the reference of a site', field(newSite, 'reference_1')],
  ['the employee number of a person', field(personFields, 'employee_number')],
  ['the phone number of a person', field(personFields, 'contact_phone')],
  ['the VAT number of an account', field(accountFields, 'vat_number')],
  ['a tote', field(assignToteArgs, 'tote')],
])('%s is refused as a spreadsheet’s error or in scientific notation; a spreadsheet’s apostrophe or ="…" is removed', (_, schema) => {
  const messageOf = (text: string): string | undefined => schema.safeParse(text).error?.issues[0]?.message;
  for (const text of ['#N/A', '#REF!', '#NAME?', '#VALUE!', '####']) expect([text, messageOf(text)]).toEqual([text, messages.error_value]);
  for (const text of ['5.0E+12', '5,01234E+12', '5E+12']) expect([text, messageOf(text)]).toEqual([text, messages.scientific_code]);
  for (const text of ["'0123", '="0123"', " ' 0123", '0123']) expect(schema.parse(text)).toBe('0123');
});

test('a name may begin with an apostrophe', () => {
  expect(field(personFields, 'surname').parse("'t Hooft")).toBe("'t Hooft");
  expect(field(newSite, 'name').parse("'t Hof")).toBe("'t Hof");
  expect(field(supplierFields, 'name').parse("'s-Hertogenbosch Textiel")).toBe("'s-Hertogenbosch Textiel");
});
