import { expect, test } from 'vitest';
import { newNote, note } from '../../shared/note.ts';
import { newSupplier, supplier, supplierChange, supplierFields, supplierWithComments } from '../../shared/suppliers/supplier.ts';

const identity = { name: 'Blue Whale Textiles', code: 'BWT' };
/** The message of each field that is refused. */
const faultsOf = (body: object, schema: typeof newSupplier | typeof supplierChange = newSupplier): Record<string, string> =>
  Object.fromEntries((schema.safeParse(body).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));

test('a new supplier has a name and a code, each on one line and of limited length', () => {
  expect(newSupplier.parse({ name: ' Blue\nWhale ', code: ' BWT' })).toEqual({ name: 'Blue Whale', code: 'BWT' });
  expect(faultsOf({ name: ' ', code: '' })).toEqual({ name: 'Enter a name.', code: 'Enter a code.' });
  expect(Object.keys(faultsOf({}))).toEqual(['name', 'code']);
  expect(faultsOf({ name: 'x'.repeat(120), code: 'x'.repeat(20) })).toEqual({});
  expect(faultsOf({ name: 'x'.repeat(121), code: 'x'.repeat(21) })).toEqual({ name: 'At most 120 characters', code: 'At most 20 characters' });
});

test.each(['contact_name', 'sales_phone', 'sales_email', 'address_line_1', 'address_line_2', 'address_line_3', 'address_line_4'])(
  'an empty %s is stored as null',
  (field) => {
    expect(newSupplier.parse({ ...identity, [field]: ' ' })).toEqual({ ...identity, [field]: null });
    expect(newSupplier.parse({ ...identity, [field]: null })).toEqual({ ...identity, [field]: null });
    expect(newSupplier.parse({ ...identity, [field]: ' ann@bwt.example ' })).toEqual({ ...identity, [field]: 'ann@bwt.example' });
    expect(faultsOf({ ...identity, [field]: `${'x'.repeat(243)}@bwt.example` })[field]).toMatch(/^At most \d+ characters$/);
  },
);

test('an email address of a supplier has to be complete', () => {
  expect(faultsOf({ ...identity, sales_email: 'ann@' })).toEqual({ sales_email: 'Enter a full email address, such as name@company.co.uk' });
});

test.each([
  ['min_order_value', 100_000_000],
  ['carriage', 100_000_000],
  ['lead_time_days', 365],
])('%s is a whole number from 0 to %d, or null', (field, most) => {
  for (const value of [0, most, null]) expect(faultsOf({ ...identity, [field]: value })).toEqual({});
  for (const value of [-1, 1.5, most + 1, '5']) expect(Object.keys(faultsOf({ ...identity, [field]: value }))).toEqual([field]);
});

test('a change of a supplier names only the fields that change, and may archive the supplier', () => {
  expect(supplierChange.parse({ version: 3 })).toEqual({ version: 3 });
  expect(supplierChange.parse({ archived: true, work_order: false, version: 3 })).toEqual({ archived: true, work_order: false, version: 3 });
  expect(Object.keys(faultsOf({ name: '', archived: 'yes', version: 1.5 }, supplierChange))).toEqual(['name', 'archived', 'version']);
});

test('the supplier list has the status and open purchase orders of each supplier; the page of a supplier also has notes', () => {
  const fields = Object.fromEntries(Object.keys(supplierFields.shape).map((field) => [field, null]));
  const row = {
    ...fields,
    ...identity,
    work_order: false,
    payment_end_of_month: false,
    id: 1,
    archived: false,
    status_description: 'Active',
    purchase_orders_count: 2,
    version: 1,
  };
  expect(supplier.parse(row)).toEqual(row);
  expect(supplier.parse({ ...row, status_description: 'Archived' }).status_description).toBe('Archived');
  expect(supplier.safeParse({ ...row, status_description: 'Gone' }).success).toBe(false);
  const comments = [{ comment: 'Late', id: 1, commentator: { id: 2, name: 'Ann' }, created_at: '2026-11-20T09:00:00.000Z', can: { delete: true } }];
  expect(supplierWithComments.parse({ ...row, comments })).toEqual({ ...row, comments });
  expect(supplierWithComments.safeParse(row).success).toBe(false);
  for (const part of ['id', 'commentator', 'created_at', 'can']) expect(note.safeParse({ ...comments[0], [part]: undefined }).success).toBe(false);
});

test('the API’s description explains each field whose name is not clear by itself', () => {
  expect(
    ['address_line_4', 'min_order_value', 'carriage', 'lead_time_days'].map((name) => supplierFields.shape[name as 'carriage'].description),
  ).toEqual(['The postcode', 'Pence', 'Pence, for an order below the minimum', 'Calendar days from order to delivery']);
  expect(supplierFields.shape.work_order.description).toBe('Its purchase orders are work orders');
  expect(supplier.shape.purchase_orders_count.description).toBe('Open purchase orders');
});

test('a note has several lines of at most 2,000 characters, and is never empty', () => {
  expect(newNote.parse({ comment: ' First\r\nsecond ' })).toEqual({ comment: 'First\nsecond' });
  expect(newNote.safeParse({ comment: '\n' }).error?.issues).toMatchObject([{ path: ['comment'], message: 'Write a note first.' }]);
  expect(newNote.safeParse({ comment: 'x'.repeat(2000) }).success).toBe(true);
  expect(newNote.safeParse({ comment: 'x'.repeat(2001) }).error?.issues).toMatchObject([{ message: 'At most 2000 characters' }]);
});
