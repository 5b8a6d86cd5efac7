import { expect, test } from 'vitest';
import type { Order } from '../../../pwa/office/client.ts';
import { headChanges, headOf, touches } from '../../../pwa/office/differences.ts';
import { waited } from '../../../pwa/office/office-words.ts';

const order = (change: Partial<Order> = {}): Order =>
  ({
    requester: { id: 7, name: 'Gemma Holt', email: null, contact_phone: null },
    delivery_site: { id: 3, name: 'Leeds Depot', reference_1: 'NG-LDS' },
    delivery_address: { address_line_1: 'Unit 4', postcode: 'LS10 1RT' },
    contact_name: null,
    contact_email: null,
    contact_phone: null,
    client_po_reference: 'PO 1',
    cost_code: null,
    customer_notes: null,
    is_sample: false,
    skip_dispatch: false,
    skip_invoicing: false,
    ...change,
  }) as Order;

test('somebody else changing another field does not touch mine', () => {
  const before = headOf(order());
  expect(touches({ client_po_reference: 'PO 2' }, before, headOf(order({ cost_code: 'LDS-OPS' })))).toBe(false);
  expect(touches({ client_po_reference: 'PO 2' }, before, headOf(order({ client_po_reference: 'PO 9' })))).toBe(true);
});

test('what somebody else changed is told field by field', () => {
  expect(headChanges(order(), order({ client_po_reference: 'PO 9', is_sample: true }))).toEqual([
    'PO reference is now “PO 9”.',
    'Sample is now “on”.',
  ]);
  expect(headChanges(order(), order({ client_po_reference: null }))).toEqual(['PO reference is empty now.']);
});

test('a wait is told in minutes, hours, then days', () => {
  const now = Date.parse('2026-11-20T12:00:00.000Z');
  expect(waited('2026-11-20T11:15:00.000Z', now)).toBe('45 min');
  expect(waited('2026-11-20T08:48:00.000Z', now)).toBe('3 h 12 min');
  expect(waited('2026-11-17T12:00:00.000Z', now)).toBe('3 days');
});
