import { expect, test } from 'vitest';
import { type Lifecycle, lifecycleBesides, lifecycleNotes } from '../../shared/catalogue/lifecycle.ts';

const now = '2026-11-30T10:00:00.000Z';
const quiet: Lifecycle = {
  id: 1,
  price_changes: [],
  discontinued_at: null,
  successor: null,
  qty_coming: 0,
  purchase_orders: 0,
  next_order: null,
  qty_short: 0,
  orders_waiting: 0,
};
const texts = (facts: Partial<Lifecycle>) => lifecycleNotes({ ...quiet, ...facts }, now).map(({ text }) => text);

test('a product of which nothing is known has no line', () => {
  expect(texts({})).toEqual([]);
  // A successor counts only once its product ends.
  expect(texts({ successor: { id: 2, sku: 'SS02' } })).toEqual([]);
});

test('waiting prices, the end with its successor, the next purchase order and the waiting orders are named in this order', () => {
  expect(
    texts({
      price_changes: [
        { field: 'cost', effective_on: '2027-01-02' },
        { field: 'price', effective_on: '2027-01-04' },
      ],
      discontinued_at: '2026-12-15T00:00:00.000Z',
      successor: { id: 2, sku: 'SS02' },
      qty_coming: 1200,
      purchase_orders: 2,
      next_order: { id: 7, our_reference: 'PO-00007', due_on: '2026-12-04' },
      qty_short: 5,
      orders_waiting: 3,
    }),
  ).toEqual([
    'Cost waiting from 02/01/27',
    'Price waiting from 04/01/27',
    'Discontinued from 15/12/26',
    'Successor SS02',
    '1,200 coming on PO-00007, due 04/12/26, first of 2 orders',
    '3 orders wait for 5 items',
  ]);
});

test('a product that ends without a successor says so, and waiting orders are a warning if less is coming than they lack', () => {
  expect(texts({ discontinued_at: '2026-11-01T00:00:00.000Z' })).toEqual(['Discontinued', 'No successor']);
  const next_order = { id: 7, our_reference: 'PO-00007', due_on: null };
  expect(lifecycleNotes({ ...quiet, qty_coming: 4, purchase_orders: 1, next_order, qty_short: 1, orders_waiting: 1 }, now)).toEqual([
    { text: '4 coming on PO-00007, without a date', to: '/admin/purchase-orders/7/edit' },
    { text: '1 order waits for 1 item', isWarning: false },
  ]);
  expect(lifecycleNotes({ ...quiet, qty_short: 1, orders_waiting: 1 }, now)).toMatchObject([{ isWarning: true }]);
});

test('a screen leaves out what it says itself: its own purchase order, or the orders that wait', () => {
  const next_order = { id: 61, our_reference: 'PO-00061', due_on: null };
  const of: Lifecycle = { ...quiet, qty_coming: 9, purchase_orders: 1, next_order, qty_short: 2, orders_waiting: 1 };
  const besides = (known: Parameters<typeof lifecycleBesides>[1]) =>
    lifecycleNotes(lifecycleBesides(of, known) ?? quiet, now).map(({ text }) => text);
  expect(besides({ purchase_order_id: 61 })).toEqual(['1 order waits for 2 items']);
  expect(besides({ purchase_order_id: 62 })).toEqual(texts(of));
  expect(besides({ orders_waiting: true })).toEqual(['9 coming on PO-00061, without a date']);
  expect(lifecycleBesides(undefined, { orders_waiting: true })).toBeUndefined();
});
