import { expect, test } from 'vitest';
import { approvalFaults, checkDraft, type SupplierReturnLineFacts, supplierReturnNumber } from '../../shared/supplier-returns/supplier-return.ts';

const line = (id: number, product_id: number | null, qty_requested: number): SupplierReturnLineFacts => ({
  id,
  product_id,
  sku: product_id === null ? null : `SKU-${product_id}`,
  qty_requested,
});
const faultsOf = (lines: SupplierReturnLineFacts[], free: [number, number][] = [], mail: { email?: boolean; sales_email?: string | null } = {}) =>
  approvalFaults({ email: false, sales_email: null, ...mail, lines }, new Map(free));

test('a supplier return can be approved only once', () => {
  expect(checkDraft({ approved_at: null })).toEqual({ ok: true });
  expect(checkDraft({ approved_at: '2026-11-21T09:00:00.000Z' })).toEqual({
    ok: false,
    code: 'already_approved',
    message: 'This supplier return is approved already.',
  });
});

test('a supplier return’s number is its id, padded to five digits', () => {
  expect([supplierReturnNumber(7), supplierReturnNumber(123_456)]).toEqual(['00007', '123456']);
});

test('a supplier return is complete if each line has a product, a quantity and enough free stock', () => {
  expect(
    faultsOf(
      [line(1, 10, 3), line(2, 11, 1)],
      [
        [10, 3],
        [11, 5],
      ],
    ),
  ).toEqual({});
});

test('if a supplier return has no line, only that fault is reported', () => {
  expect(faultsOf([], [], { email: true })).toEqual({ lines: 'Add a line first.' });
});

test('a supplier return is emailed only to a supplier with an email address', () => {
  const email = { email: 'This supplier has no email address.' };
  expect(faultsOf([line(1, 10, 1)], [[10, 1]], { email: true })).toEqual(email);
  expect(faultsOf([line(1, 10, 1)], [[10, 1]], { email: true, sales_email: '' })).toEqual(email);
  expect(faultsOf([line(1, 10, 1)], [[10, 1]], { email: true, sales_email: 'sales@example.test' })).toEqual({});
});

test('each fault of a supplier return names the line and the missing field', () => {
  expect(faultsOf([line(1, null, 0), line(2, null, 1), line(3, 10, 0)], [[10, 5]])).toEqual({
    'lines.0.product_id': 'Choose a product.',
    'lines.0.qty_requested': 'Say how many.',
    'lines.1.product_id': 'Choose a product.',
    'lines.2.qty_requested': 'Say how many.',
  });
});

test('several lines of one SKU together can return no more than its free stock', () => {
  expect(faultsOf([line(1, 10, 3), line(2, 10, 2), line(3, 10, 1)], [[10, 4]])).toEqual({
    'lines.1.qty_requested': 'Only 1 is free. Allocated stock does not go back.',
    'lines.2.qty_requested': 'None are free.',
  });
});

test('at most the free stock of a SKU can be returned', () => {
  expect(faultsOf([line(1, 10, 2)])).toEqual({ 'lines.0.qty_requested': 'None are free.' });
  expect(faultsOf([line(1, 10, 4)], [[10, 3]])).toEqual({ 'lines.0.qty_requested': 'Only 3 are free. Allocated stock does not go back.' });
});
