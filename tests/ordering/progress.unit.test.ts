import { expect, test } from 'vitest';
import { listActionBody } from '../../shared/ordering/list-actions.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { type OrderFacts, progressSummary, type StatusName } from '../../shared/ordering/order-status.ts';
import { mustChooseSizes, submissionFaults } from '../../shared/ordering/submit-order.ts';
import { roles } from '../../shared/roles.ts';

const at = '2026-11-20T09:00:00.000Z';
const draft: OrderFacts = {
  submitted_at: null,
  requested_at: null,
  cancelled_at: null,
  lines_with_sizes: 2,
  lines_with_no_sizes: 1,
  qty_wanted: 4,
  qty_allocated: 0,
  qty_shipped: 0,
  pick_state: null,
};
const submitted = { ...draft, submitted_at: at };
const full = { ...submitted, qty_allocated: 4 };
const inFull = ['submitted', 'allocated', 'fully_allocated'];
const allBadges = [...inFull, 'picked', 'booked', 'dispatched', 'fully_shipped'];

test.each<[string, OrderFacts, StatusName, string[]]>([
  ['a draft', draft, 'draft', []],
  ['a request', { ...draft, requested_at: at }, 'requested', []],
  ['a submitted order', submitted, 'submitted', ['submitted']],
  ['an order without items', { ...submitted, qty_wanted: 0 }, 'submitted', ['submitted']],
  ['a partly allocated order', { ...submitted, qty_allocated: 3 }, 'submitted', ['submitted', 'allocated']],
  ['a fully allocated order', full, 'submitted', inFull],
  ['a released order', { ...full, pick_state: 'released' }, 'allocated', inFull],
  ['an order that is being picked', { ...full, pick_state: 'picking' }, 'picking', [...inFull, 'picking']],
  ['a paused order', { ...full, pick_state: 'paused' }, 'picking_paused', [...inFull, 'picking_paused']],
  ['a picked order', { ...full, pick_state: 'picked' }, 'picked', [...inFull, 'picked']],
  ['a prepped order', { ...full, pick_state: 'booked' }, 'booked', [...inFull, 'picked', 'booked']],
  [
    'an order that waits for its courier',
    { ...full, pick_state: 'awaiting_courier' },
    'waiting_for_courier',
    [...inFull, 'picked', 'booked', 'dispatched'],
  ],
  ['a part-shipped order', { ...submitted, qty_shipped: 1 }, 'part_shipped', ['submitted', 'allocated', 'dispatched']],
  [
    'a part-shipped order whose rest is allocated',
    { ...submitted, qty_shipped: 1, qty_allocated: 3 },
    'part_shipped',
    ['submitted', 'allocated', 'fully_allocated', 'dispatched'],
  ],
  ['a shipped order', { ...submitted, qty_shipped: 4, pick_state: 'shipped' }, 'shipped', allBadges],
  ['an order of which more has shipped than is still wanted', { ...submitted, qty_shipped: 5 }, 'shipped', allBadges],
  ['an order whose pick was closed', { ...submitted, pick_state: 'closed' }, 'submitted', ['submitted']],
  ['a cancelled order', { ...submitted, cancelled_at: at }, 'cancelled', ['cancelled', 'submitted']],
])('%s has its status and its badges', (_what, facts, status_name, badges) => {
  const { status, lines_with_sizes, lines_with_no_sizes, ...flags } = progressSummary(facts);
  expect(status).toEqual({ status_name });
  expect([lines_with_sizes, lines_with_no_sizes]).toEqual([2, 1]);
  const active = Object.entries(flags).flatMap(([badge, is]) => (is ? [badge.replace('is_', '')] : []));
  expect(active).toEqual(badges);
});

const complete = {
  lines: 1,
  lines_with_no_sizes: 0,
  delivery_site_id: 1,
  delivery_address: { address_line_1: '1 Mill Lane', postcode: 'LS1 4AP' },
  client_po_reference: 'PO-1',
  cost_code: 'CC-1',
  requires: { po: true, cc: true },
};
const input = { terms: true, confirm_missing_sizes: false };

test.each<[string, Parameters<typeof submissionFaults>, Record<string, string>]>([
  ['A complete order has no faults', [complete, input, 'client_admin'], {}],
  ['An order needs a line', [{ ...complete, lines: 0 }, input, 'manager'], { lines: 'Add something to this order first.' }],
  ['An order needs a site', [{ ...complete, delivery_site_id: null }, input, 'manager'], { delivery_site_id: 'Choose a site.' }],
  ['An order needs an address', [{ ...complete, delivery_address: null }, input, 'manager'], { delivery_address: 'Confirm the delivery address.' }],
  [
    'An order needs a PO and a cost code if both are required',
    [{ ...complete, client_po_reference: null, cost_code: '' }, input, 'manager'],
    { client_po_reference: 'A PO reference is needed.', cost_code: 'A cost code is needed.' },
  ],
  [
    'An order needs no PO and no cost code if neither is required',
    [{ ...complete, client_po_reference: null, cost_code: null, requires: { po: false, cc: false } }, input, 'manager'],
    {},
  ],
  ['The terms have to be accepted', [complete, { ...input, terms: false }, 'manager'], { terms: 'Accept the terms to submit the order.' }],
  [
    'A person who orders for themself has to choose every size',
    [{ ...complete, lines_with_no_sizes: 1 }, { ...input, confirm_missing_sizes: true }, 'employee'],
    { lines: 'There are still order lines with missing sizes. Please choose all sizes before ordering.' },
  ],
  [
    'A person who orders for others has to confirm missing sizes',
    [{ ...complete, lines_with_no_sizes: 1 }, input, 'manager'],
    { confirm_missing_sizes: 'Some sizes are missing. Confirm to order without them. We then ask the wearers by email.' },
  ],
  ['Missing sizes may be confirmed', [{ ...complete, lines_with_no_sizes: 1 }, { ...input, confirm_missing_sizes: true }, 'manager'], {}],
])('%s', (_rule, args, faults) => {
  expect(submissionFaults(...args)).toEqual(faults);
});

test('only employees have to choose every size', () => {
  expect(roles.filter(mustChooseSizes)).toEqual(['employee', 'employee_with_order']);
});

test('an order number is the order’s id, padded to five digits', () => {
  expect([orderNumber(42), orderNumber(123_456)]).toEqual(['00042', '123456']);
});

test('an action on several orders is refused if it lists no order, lists an order twice, or is a hold without a reason', () => {
  const uuid = '00000000-0000-4000-8000-000000000001';
  const other = '00000000-0000-4000-8000-000000000002';
  const faults = (body: object) => listActionBody.safeParse(body).error?.issues.map(({ path, message }) => [path.join('.'), message]);
  expect(faults({ action: 'release', orders: [uuid, other] })).toBeUndefined();
  expect(faults({ action: 'hold', orders: [uuid], frozen_reason: 'Credit stop' })).toBeUndefined();
  expect(faults({ action: 'release', orders: [] })).toEqual([['orders', 'Choose at least one order.']]);
  expect(faults({ action: 'release', orders: [uuid, uuid] })).toEqual([['orders', 'This order is in the list twice.']]);
  expect(faults({ action: 'hold', orders: [uuid] })).toEqual([['frozen_reason', 'Say why this order is put on hold.']]);
  expect(faults({ action: 'hold', orders: [uuid], frozen_reason: '' })).toEqual([['frozen_reason', 'Say why this order is put on hold.']]);
});
