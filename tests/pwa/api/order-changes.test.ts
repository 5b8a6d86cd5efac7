import { expect, test } from 'vitest';
import { headChanges, headOf, orderChanges, touches } from '../../../pwa/api/order-changes.ts';
import type { Order } from '../../../pwa/office/client.ts';

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
    employees: [],
    lines: [],
    ...change,
  }) as Order;

test('another person’s change conflicts with mine only if it changes the same field', () => {
  const before = headOf(order());
  expect(touches({ client_po_reference: 'PO 2' }, before, headOf(order({ cost_code: 'LDS-OPS' })))).toBe(false);
  expect(touches({ client_po_reference: 'PO 2' }, before, headOf(order({ client_po_reference: 'PO 9' })))).toBe(true);
});

test('another person’s changes to the details of an order are listed field by field', () => {
  expect(headChanges(order(), order({ client_po_reference: 'PO 9', is_sample: true }))).toEqual([
    'PO reference is now “PO 9”.',
    'Sample is now “on”.',
  ]);
  expect(headChanges(order(), order({ client_po_reference: null }))).toEqual(['PO reference is empty now.']);
});

type Line = Order['lines'][number];
const line = (id: number, change: Partial<Line> = {}): Line =>
  ({
    id,
    employee: { id: 1, name: 'Dele Ogunleye' },
    product_id: 5,
    product_name: 'Polo Shirt',
    product: { attributes: { variation_colour: 'Navy', variation_size_1: 'M', variation_size_2: null, variation_all_size: null } },
    is_size_selected: true,
    qty_requested: 2,
    ...change,
  }) as Line;

test('another person’s changes to the lines of an order are listed wearer by wearer and line by line', () => {
  const [dele, sam] = [
    { id: 1, name: 'Dele Ogunleye' },
    { id: 2, name: 'Sam Pike' },
  ] as unknown as Order['employees'];
  const before = order({ employees: [dele] as Order['employees'], lines: [line(1), line(2), line(3)] });
  const now = order({
    employees: [dele, sam] as Order['employees'],
    lines: [line(1, { qty_requested: 5 }), line(3), line(4, { employee: { id: 2, name: 'Sam Pike' }, is_size_selected: false, qty_requested: 1 })],
    cost_code: 'LDS-OPS',
  });
  expect(orderChanges(before, now)).toEqual([
    'Sam Pike is on the order now.',
    'Polo Shirt, Navy, M for Dele Ogunleye: Quantity is now “5”.',
    'New: 1 × Polo Shirt, Navy, no size for Sam Pike.',
    'Taken off: 2 × Polo Shirt, Navy, M for Dele Ogunleye.',
    'Cost code is now “LDS-OPS”.',
  ]);
  expect(orderChanges(now, before)[0]).toBe('Sam Pike is not on the order any more.');
  expect(orderChanges(before, before)).toEqual([]);
});
