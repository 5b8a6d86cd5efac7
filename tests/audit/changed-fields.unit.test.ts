import { expect, test } from 'vitest';
import { changedFields, changeInShort } from '../../shared/audit/changed-fields.ts';
import { eventLabel } from '../../shared/audit/events.ts';

const names = { user: { 7: 'Jo Pike', 8: 'Ann Other' }, product: { 3: 'TS01-NVY-M T-shirt' }, order_line: { 5: 'T-shirt, Jo Pike' } };
const inShort = (before: unknown, after: unknown, type = 'order') => changeInShort(changedFields({ on: { type }, before, after, names }));

test('a change shows names in place of ids, also in lists and in the entries of lists', () => {
  expect(inShort({ picker_id: 7 }, { picker_id: 8 })).toBe('picker Jo Pike → Ann Other');
  expect(inShort(null, { employees: [7, 8] })).toBe('employees Jo Pike; Ann Other');
  expect(inShort(null, [{ line_id: 5, qty_allocated: 2 }])).toBe('1 line T-shirt, Jo Pike, qty allocated 2');
  expect(inShort(null, { lines: [{ product_id: 3, qty: 1 }] })).toBe('lines product TS01-NVY-M T-shirt, qty 1');
});

test('dates, times and roles are shown as the screens show them', () => {
  expect(inShort({ leaves_on: null }, { leaves_on: '2026-11-30' }, 'user')).toBe('leaves on 30/11/2026');
  expect(inShort({ discontinued_at: '2026-06-30T23:30:00.000Z' }, { discontinued_at: null })).toBe('discontinued at 01/07/2026 00:30 → none');
  expect(inShort({ role: 'employee' }, { role: 'site_admin' }, 'user')).toBe('role Employee → Site Manager');
  expect(inShort(null, { po_reference: '2026-11' })).toBe('po reference 2026-11');
});

test('the kind of an email is shown in words, and other text is shown unchanged', () => {
  expect(inShort(null, { email: 'approval_decision', to: 'jo_pike@northgate.test' }, 'order_mail')).toBe(
    'email approval decision, to jo_pike@northgate.test',
  );
  expect(inShort(null, { email: 'jo_pike@northgate.test' }, 'user')).toBe('email jo_pike@northgate.test');
});

test('a record without a known name is shown by its id', () => {
  expect(inShort({ picker_id: 99 }, { picker_id: null })).toBe('picker 99 → none');
  expect(inShort({ unit_price: 7 }, { unit_price: 8 })).toBe('unit price £0.07 → £0.08');
  expect(inShort(null, { line_id: 5 }, 'return')).toBe('line 5');
});

test('an audit row shows only the values that differ, and numbers the entries of a list', () => {
  expect(inShort({ qty_allocated: 1, notes: 'a' }, { qty_allocated: 3, notes: 'a' })).toBe('qty allocated 1 → 3');
  expect(inShort({ sub_total: 900 }, { sub_total: 6895, pick_id: 84 })).toBe('sub total £9.00 → £68.95, pick 84');
  const fields = (before: unknown, after: unknown) => changedFields({ on: { type: 'order' }, before, after, names: {} });
  expect(fields(null, [{ sku: 'A', qty: 2 }])).toEqual([{ name: '1', before: '', after: 'sku A, qty 2', isBeforeOnly: false }]);
  expect(fields(null, null)).toEqual([]);
});

test('in a field of ids or amounts, a value that is neither is shown unchanged', () => {
  expect(inShort(null, { products: [{ sku: 'A', qty: 2 }], by: 'a carrier', employees: ['Ann', 8] })).toBe(
    'products sku A, qty 2, by a carrier, employees Ann; Ann Other',
  );
  expect(inShort({ unit_price: 7 }, { unit_price: null })).toBe('unit price £0.07 → none');
  expect(inShort({ role: 'boss' }, { role: 'employee', notes: 'employee' })).toBe('role boss → Employee, notes employee');
  expect(inShort(null, { colours: ['Navy', 'Red'], address: { postcode: null } })).toBe('colours Navy; Red, address postcode none');
});

test('the label of a field leaves out the words “is” and “id”; the same letters within a word stay', () => {
  expect(inShort(null, { is_orderable: true, basis_idle: 1, site_ids: [4] })).toBe('orderable yes, basis idle 1, site 4');
});

test('the one-line text of a change shows at most 120 characters of each field', () => {
  expect(inShort(null, { notes: 'x'.repeat(200), qty: 1 })).toBe(`notes ${'x'.repeat(114)}, qty 1`);
});

test('an audit row that has only old values shows them in the past tense, such as “state was picking”', () => {
  expect(inShort({ state: 'picking' }, { pick_id: 84 })).toBe('state was picking, pick 84');
  expect(inShort({ device_name: 'Firefox on Linux' }, null, 'session')).toBe('device name was Firefox on Linux');
  expect(inShort({ tote: 'T1' }, { tote: null })).toBe('tote T1 → none');
  expect(inShort([{ sku: 'A' }, { sku: 'B' }], [{ sku: 'A' }])).toBe('2 sku B → none');
  expect(inShort([{ sku: 'A' }], null)).toBe('1 sku A → none');
});

test('an audit row leaves out the id of its subject, and names fields as the screens do', () => {
  const address = { id: 13, address_line_1: '1 Mill Lane', address_line_4: 'Leeds', postcode: 'LS1 4AP' };
  expect(inShort(address, null, 'user')).toBe('address was 1 Mill Lane, town was Leeds, postcode was LS1 4AP');
  expect(inShort({ is_frozen: false }, { is_frozen: true, frozen_reason: 'New logo' })).toBe('on hold no → yes, reason for the hold New logo');
});

test('an audit event is shown with a label that people understand', () => {
  expect(eventLabel('totp.started')).toBe('Set-up of a second factor started');
  expect(eventLabel('session.ended')).toBe('Device signed out');
  expect(eventLabel('pick.handed_over')).toBe('Pick handed over');
  expect(eventLabel('supplier_return.line_added')).toBe('Supplier return line added');
});
