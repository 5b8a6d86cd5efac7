import { expect, test } from 'vitest';
import { kindOfField } from '../../shared/audit/id-fields.ts';

test('a field of an audit row names a kind of thing, by what the row is about', () => {
  expect(kindOfField('order', 'line_id')).toBe('order_line');
  expect(kindOfField('return', 'line_id')).toBe('return_line');
  expect(kindOfField('supplier_return', 'line_id')).toBe('supplier_return_line');
  expect(kindOfField('allocation_run', 'orders')).toBeNull();
  expect(kindOfField('allocation_run', 'account_id')).toBe('account');
  expect(kindOfField('order', 'notes')).toBeNull();
});
