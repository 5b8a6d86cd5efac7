import { describe, expect, test } from 'vitest';
import { messages } from '../../shared/messages.ts';
import { checkCancelOrder } from '../../shared/ordering/cancel-order.ts';
import { checkChooseSize } from '../../shared/ordering/change-line.ts';
import { checkBackToDraft } from '../../shared/ordering/decline-request.ts';
import { checkDeleteOrder } from '../../shared/ordering/delete-order.ts';
import {
  changesMoreThanNotes,
  changesPieces,
  checkEdit,
  checkNotCancelled,
  checkOfficeEdit,
  checkOrderMore,
  checkUnpromised,
} from '../../shared/ordering/editable.ts';
import { forgottenOf } from '../../shared/ordering/forgotten.ts';
import { checkReturned, checkSubmitOrder, isRequired } from '../../shared/ordering/submit-order.ts';
import type { Verdict } from '../../shared/verdict.ts';

const at = '2026-11-20T09:00:00.000Z';
const draft = { submitted_at: null, requested_at: null, cancelled_at: null, is_frozen: false };
const request = { ...draft, requested_at: at };
const submitted = { ...draft, submitted_at: at };
const cancelled = { ...submitted, cancelled_at: at };
const onHold = { ...submitted, is_frozen: true };
const client = { approve: false };
const approver = { approve: true };
const atDesk = { pick_state: null, qty_remaining: 1 };
const untouched = { pick_state: null, qty_picked: 0, qty_shipped: 0 };
const office = { submitted: true };

const refusals: [string, () => Verdict, string, string][] = [
  ['any action on a cancelled order', () => checkNotCancelled(cancelled), 'order_cancelled', 'This order was cancelled.'],
  ['an edit of a cancelled order', () => checkEdit(cancelled, approver), 'order_cancelled', 'This order was cancelled.'],
  ['an edit of a submitted order', () => checkEdit(submitted, approver), 'order_submitted', messages.order_submitted],
  ['an edit of a request by somebody who cannot approve it', () => checkEdit(request, client), 'already_requested', messages.already_requested],
  ['an office edit of a cancelled order', () => checkOfficeEdit(cancelled, null), 'order_cancelled', 'This order was cancelled.'],
  ['an office edit while the warehouse has the order', () => checkOfficeEdit(submitted, 'released'), 'pick_open', messages.pick_open],
  ['ordering more after everything has shipped', () => checkOrderMore({ qty_wanted: 2, qty_shipped: 2 }), 'order_shipped', messages.all_shipped],
  ['a change of an allocated line', () => checkUnpromised({ qty_allocated: 1, qty_shipped: 0 }), 'line_allocated', messages.line_allocated],
  ['a change of a shipped line', () => checkUnpromised({ qty_allocated: 0, qty_shipped: 1 }), 'line_allocated', messages.line_allocated],
  [
    'choosing another size after submission',
    () => checkChooseSize(submitted, { is_size_selected: true }, approver),
    'order_submitted',
    messages.order_submitted,
  ],
  [
    'choosing a size after the order was cancelled',
    () => checkChooseSize(cancelled, { is_size_selected: false }, approver),
    'order_cancelled',
    messages.order_cancelled,
  ],
  [
    'choosing a size in a request without the right to approve it',
    () => checkChooseSize(request, { is_size_selected: false }, client),
    'already_requested',
    messages.already_requested,
  ],
  ['withdrawing a submitted order', () => checkBackToDraft({ ...submitted, requested_at: at }), 'already_submitted', messages.already_submitted],
  ['withdrawing a draft', () => checkBackToDraft(draft), 'not_requested', messages.not_requested],
  ['submitting a cancelled order', () => checkSubmitOrder(cancelled), 'order_cancelled', 'This order was cancelled.'],
  ['submitting a submitted order', () => checkSubmitOrder(submitted), 'already_submitted', messages.already_submitted],
  [
    'submitting somebody else’s returned request without its version',
    () => checkReturned({ requested_at: null, returned_to_draft_at: at }, { isOwn: false, names_version: false }),
    'not_requested',
    messages.request_returned,
  ],
  ['cancelling a cancelled order', () => checkCancelOrder(cancelled, atDesk), 'order_cancelled', 'This order was cancelled.'],
  ['cancelling a draft', () => checkCancelOrder(draft, atDesk), 'order_not_submitted', messages.order_not_submitted],
  ['cancelling an order on hold', () => checkCancelOrder(onHold, atDesk), 'order_frozen', 'This order is on hold.'],
  ...(['picked', 'booked', 'awaiting_courier'] as const).map((pick_state): [string, () => Verdict, string, string] => [
    `cancelling an order in the pick state ${pick_state}`,
    () => checkCancelOrder(submitted, { ...atDesk, pick_state }),
    'order_picked',
    'This order is picked already.',
  ]),
  [
    'cancelling an order after everything has shipped',
    () => checkCancelOrder(submitted, { ...atDesk, qty_remaining: 0 }),
    'order_shipped',
    'This order has shipped already.',
  ],
  ['a client deleting a request', () => checkDeleteOrder(request, untouched, { submitted: false }), 'already_requested', messages.already_requested],
  [
    'a client deleting a submitted order',
    () => checkDeleteOrder(submitted, untouched, { submitted: false }),
    'order_submitted',
    messages.order_submitted,
  ],
  ['deleting an order on hold', () => checkDeleteOrder(onHold, untouched, office), 'order_frozen', 'This order is on hold.'],
  [
    'deleting a picked order',
    () => checkDeleteOrder(submitted, { ...untouched, pick_state: 'picked' }, office),
    'order_picked',
    'This order is picked already.',
  ],
  [
    'deleting an order after some items were picked',
    () => checkDeleteOrder(submitted, { ...untouched, qty_picked: 1 }, office),
    'order_picked',
    messages.pieces_picked,
  ],
  [
    'deleting an order after some items have shipped',
    () => checkDeleteOrder(submitted, { ...untouched, qty_shipped: 1 }, office),
    'order_shipped',
    'This order has shipped already.',
  ],
];

test.each(refusals)('refused: %s', (_case, check, code, message) => {
  expect(check()).toEqual({ ok: false, code, message });
});

test.each<[string, () => Verdict]>([
  ['an action on an order that is not cancelled', () => checkNotCancelled(submitted)],
  ['an edit of a draft', () => checkEdit(draft, client)],
  ['an edit of a request by its approver', () => checkEdit(request, approver)],
  ['an office edit of a submitted order', () => checkOfficeEdit(submitted, null)],
  ['ordering more while some items have not shipped', () => checkOrderMore({ qty_wanted: 2, qty_shipped: 1 })],
  ['ordering the first item of an empty order', () => checkOrderMore({ qty_wanted: 0, qty_shipped: 0 })],
  ['a change of a line with nothing allocated or shipped', () => checkUnpromised({ qty_allocated: 0, qty_shipped: 0 })],
  ['choosing a missing size after submission', () => checkChooseSize(submitted, { is_size_selected: false }, client)],
  ['choosing another size in a draft', () => checkChooseSize(draft, { is_size_selected: true }, client)],
  ['withdrawing a request', () => checkBackToDraft(request)],
  ['submitting a draft', () => checkSubmitOrder(draft)],
  [
    'submitting one’s own returned request',
    () => checkReturned({ requested_at: null, returned_to_draft_at: at }, { isOwn: true, names_version: false }),
  ],
  [
    'submitting a returned request in the version that was read',
    () => checkReturned({ requested_at: null, returned_to_draft_at: at }, { isOwn: false, names_version: true }),
  ],
  ['approving a request sent again', () => checkReturned({ requested_at: at, returned_to_draft_at: at }, { isOwn: false, names_version: false })],
  [
    'submitting a draft that was never returned',
    () => checkReturned({ requested_at: null, returned_to_draft_at: null }, { isOwn: false, names_version: false }),
  ],
  ['cancelling a submitted order', () => checkCancelOrder(submitted, atDesk)],
  ['cancelling an order while it is being picked', () => checkCancelOrder(submitted, { ...atDesk, pick_state: 'picking' })],
  ['a client deleting a draft', () => checkDeleteOrder(draft, untouched, { submitted: false })],
  ['the office deleting a request', () => checkDeleteOrder(request, untouched, office)],
  ['the office deleting a submitted order', () => checkDeleteOrder(submitted, untouched, office)],
])('allowed: %s', (_case, check) => {
  expect(check()).toEqual({ ok: true });
});

describe('a change of a line', () => {
  const line = {
    ...{ employee_id: 1, product_id: 2, qty_requested: 3, decoration: null, employee_role_id: 4, unit_price: 500 },
    ...{ is_manually_priced: false, variation_colour: 'Navy' },
  };

  test.each([{ employee_id: 9 }, { product_id: 9 }, { qty_requested: 9 }])('to %j changes the quantity, product or wearer', (change) => {
    expect(changesPieces(line, change)).toBe(true);
    expect(changesMoreThanNotes(line, change)).toBe(true);
  });

  test.each<[Parameters<typeof changesMoreThanNotes>[1], boolean]>([
    [{}, false],
    [{ employee_id: 1, product_id: 2, qty_requested: 3 }, false],
    [{ decoration: '' }, false],
    [{ decoration: null }, false],
    [{ decoration: 'Logo' }, true],
    [{ variation_colour: 'Navy' }, false],
    [{ variation_colour: 'Grey' }, true],
    [{ variation_colour: null }, true],
    [{ budget: 4 }, false],
    [{ budget: 5 }, true],
    [{ budget: null }, true],
    [{ unit_price: 600 }, true],
  ])('to %j is a change of more than the notes: %s', (change, expected) => {
    expect(changesPieces(line, change)).toBe(false);
    expect(changesMoreThanNotes(line, change)).toBe(expected);
  });

  test('keeps the decoration and the price if it does not name them', () => {
    expect(changesMoreThanNotes({ ...line, decoration: 'Logo' }, {})).toBe(false);
    expect(changesMoreThanNotes({ ...line, decoration: 'Logo' }, { decoration: 'Logo' })).toBe(false);
    expect(changesMoreThanNotes({ ...line, decoration: 'Logo' }, { decoration: '' })).toBe(true);
  });

  test('changes more than the notes if it is the first to set the price by hand, even if the amount stays the same', () => {
    expect(changesMoreThanNotes(line, { unit_price: 500 })).toBe(true);
    expect(changesMoreThanNotes({ ...line, is_manually_priced: true }, { unit_price: 500 })).toBe(false);
    expect(changesMoreThanNotes({ ...line, is_manually_priced: true }, { unit_price: 501 })).toBe(true);
  });
});

test('a site can reverse its account’s rule on whether an order needs a reference', () => {
  expect([isRequired(true, false), isRequired(true, true), isRequired(false, true), isRequired(false, false)]).toEqual([true, false, true, false]);
});

test('the wearers of an order who have no line are listed if another wearer has a line', () => {
  const employees = [
    { id: 1, name: 'Marek' },
    { id: 2, name: 'Aisha' },
  ];
  expect(forgottenOf({ employees, lines: [] })).toEqual([]);
  expect(forgottenOf({ employees, lines: [{ employee: { id: 1 } }] })).toEqual([employees[1]]);
  const several = [{ employee: { id: 1 } }, { employee: { id: 2 } }, { employee: { id: 1 } }];
  expect(forgottenOf({ employees, lines: several })).toEqual([]);
});
