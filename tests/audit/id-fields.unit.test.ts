import { expect, test } from 'vitest';
import { kindOfField } from '../../shared/audit/id-fields.ts';

test('the subject of an audit row decides to which kind of record an id in the row belongs', () => {
  expect(kindOfField('order', 'line_id')).toBe('order_line');
  expect(kindOfField('return', 'line_id')).toBe('return_line');
  expect(kindOfField('supplier_return', 'line_id')).toBe('supplier_return_line');
  expect(kindOfField('allocation_run', 'orders')).toBeNull();
  expect(kindOfField('allocation_run', 'account_id')).toBe('account');
  expect(kindOfField('order', 'notes')).toBeNull();
});
