import { expect, test } from 'vitest';
import { canDo, mayEdit } from '../../shared/ordering/can.ts';
import type { OrderFacts } from '../../shared/ordering/order-status.ts';
import type { Actor, OwnedOrder } from '../../shared/policy.ts';

const at = '2026-11-20T09:00:00.000Z';
const [requester, creator] = [1, 2];
const ownership: OwnedOrder = { account_id: 1, requester_id: requester, creator_id: creator, delivery_site_id: 4 };

const person = (role: Actor['role'], more: Partial<Actor> = {}): Actor => ({
  id: 9,
  name: 'Somebody',
  role,
  account_id: 1,
  site_ids: [4],
  is_supervised_orderer: false,
  can_view_restricted_products: false,
  impersonator_id: null,
  ...more,
});
const office = person('super', { account_id: null, site_ids: [] });
const warehouse = person('warehouse', { account_id: null, site_ids: [] });
const client = person('client_admin');
const stranger = person('client_admin', { account_id: 2 });
const own = (role: Actor['role'], more: Partial<Actor> = {}): Actor => person(role, { id: requester, ...more });
const supervised = { is_supervised_orderer: true };

type Facts = OrderFacts & { qty_picked: number; qty_returnable: number; is_frozen: boolean };
const draft: Facts = {
  submitted_at: null,
  requested_at: null,
  cancelled_at: null,
  is_frozen: false,
  lines_with_sizes: 1,
  lines_with_no_sizes: 0,
  qty_wanted: 4,
  qty_allocated: 0,
  qty_shipped: 0,
  qty_picked: 0,
  qty_returnable: 0,
  pick_state: null,
};
const request: Facts = { ...draft, requested_at: at };
const submitted: Facts = { ...draft, submitted_at: at };
const approved: Facts = { ...submitted, requested_at: at };
const unsized: Facts = { ...submitted, lines_with_no_sizes: 1 };
const allocated: Facts = { ...submitted, qty_allocated: 3 };
const released: Facts = { ...allocated, pick_state: 'released' };

const allowedActions = (who: Actor, facts: Facts): string[] =>
  Object.entries(canDo(who, { ...ownership, ...facts }, facts))
    .filter(([, can]) => can)
    .map(([action]) => action);

const editing = ['edit_lines', 'order_more', 'edit_details', 'add_employees', 'choose_size'];

test.each<[string, Facts, string[]]>([
  ['submits and deletes a draft', draft, [...editing, 'submit', 'delete', 'edit_office']],
  ['approves, declines or deletes a request', request, [...editing, 'submit', 'approve', 'decline', 'delete', 'edit_office']],
  [
    'allocates and cancels a submitted order',
    submitted,
    ['edit_lines', 'order_more', 'cancel', 'delete', 'reorder', 'edit_office', 'hold', 'allocate'],
  ],
  [
    'chooses a missing size while the warehouse does not have the order',
    unsized,
    ['edit_lines', 'order_more', 'choose_size', 'cancel', 'delete', 'reorder', 'edit_office', 'hold', 'allocate'],
  ],
  [
    'releases or unallocates an allocated order',
    allocated,
    [...['edit_lines', 'order_more', 'cancel', 'delete', 'reorder', 'edit_office', 'hold', 'allocate', 'release'], 'unallocate'],
  ],
  [
    'can only edit or reorder an order on hold, or lift the hold',
    { ...allocated, is_frozen: true },
    ['edit_lines', 'order_more', 'reorder', 'edit_office', 'hold'],
  ],
  [
    'sends a released order back, and cannot choose a size',
    { ...released, lines_with_no_sizes: 1 },
    ['cancel', 'delete', 'reorder', 'edit_office', 'hold', 'unallocate', 'send_back'],
  ],
  [
    'cannot delete or unallocate an order of which items are picked',
    { ...released, pick_state: 'picking', qty_picked: 2 },
    ['cancel', 'reorder', 'edit_office', 'hold', 'send_back'],
  ],
  ['reopens a picked order', { ...released, pick_state: 'picked', qty_picked: 3 }, ['reorder', 'edit_office', 'hold', 'reopen']],
  [
    'can only edit, reorder or hold an order that waits for its courier',
    { ...released, pick_state: 'awaiting_courier', qty_picked: 3 },
    ['reorder', 'edit_office', 'hold'],
  ],
  [
    'cancels the rest of a part-shipped order, but cannot delete it',
    { ...submitted, qty_shipped: 1 },
    ['edit_lines', 'order_more', 'cancel', 'reorder', 'edit_office', 'hold', 'allocate'],
  ],
  ['cannot add to a shipped order', { ...submitted, qty_shipped: 4, qty_returnable: 4 }, ['edit_lines', 'create_return', 'reorder', 'edit_office']],
  ['can only delete or reorder a cancelled order', { ...unsized, cancelled_at: at }, ['delete', 'reorder']],
])('the office %s', (_what, facts, actions) => {
  expect(allowedActions(office, facts)).toEqual(actions);
});

test.each<[string, Actor, Facts, string[]]>([
  ['A client admin submits a draft for their people', client, draft, [...editing, 'submit', 'delete']],
  ['A client admin approves a request, and cannot delete it', client, request, [...editing, 'submit', 'approve', 'decline']],
  ['A client admin cancels a submitted order', client, submitted, ['cancel', 'reorder']],
  ['A client admin cannot approve a request twice', client, approved, ['cancel', 'reorder']],
  ['A client admin chooses a missing size after submission', client, unsized, ['choose_size', 'cancel', 'reorder']],
  ['A client admin can no longer cancel an order on hold', client, { ...submitted, is_frozen: true }, ['reorder']],
  ['A client admin returns and reorders a shipped order', client, { ...submitted, qty_shipped: 4, qty_returnable: 4 }, ['create_return', 'reorder']],
  ['A client admin can only reorder a cancelled order', client, { ...unsized, cancelled_at: at }, ['reorder']],
  ['A client admin of another company may do nothing with a draft', stranger, draft, []],
  ['A client admin of another company may do nothing with a request', stranger, request, []],
  ['A supervised client admin cannot approve a request', person('client_admin', supervised), request, []],
  ['A site admin cancels an order for their site', person('site_admin'), submitted, ['cancel', 'reorder']],
  ['A manager cannot cancel an order for their site', person('manager'), submitted, ['reorder']],
  ['A manager submits their own draft', own('manager'), draft, [...editing, 'submit', 'delete']],
  ['A manager withdraws their own request, and cannot approve it', own('manager'), request, ['withdraw']],
  ['A manager corrects their approved request, and cannot withdraw it', own('manager'), approved, ['correct_lines', 'reorder']],
  ['A manager cannot correct their order on hold', own('manager'), { ...submitted, is_frozen: true }, ['reorder']],
  ['A manager cannot correct their order at the warehouse', own('manager'), released, ['reorder']],
  ['A supervised manager asks for approval of their draft', own('manager', supervised), draft, [...editing, 'request', 'delete']],
  [
    'An employee asks for approval of their draft, and cannot order for others',
    own('employee'),
    draft,
    ['edit_lines', 'order_more', 'edit_details', 'choose_size', 'request', 'delete'],
  ],
  ['An employee withdraws their request', own('employee'), request, ['withdraw']],
  ['An employee corrects and reorders their own order', own('employee'), submitted, ['correct_lines', 'reorder']],
  ['An employee who is only a wearer may do nothing with a draft', person('employee'), draft, []],
  ['An employee who is only a wearer chooses their missing size', person('employee'), unsized, ['choose_size', 'reorder']],
  [
    'An employee who may order for themself submits their draft',
    own('employee_with_order'),
    draft,
    ['edit_lines', 'order_more', 'edit_details', 'choose_size', 'submit', 'delete'],
  ],
  ['The warehouse cannot change a draft', warehouse, draft, []],
  ['The warehouse cannot choose a size', warehouse, unsized, []],
])('%s', (_what, who, facts, actions) => {
  expect(allowedActions(who, facts)).toEqual(actions);
});

test('a draft can be edited by the person who made it, and a request only by its approvers', () => {
  const edits = (who: Actor, facts: Facts): boolean => mayEdit(who, { ...ownership, ...facts });
  expect([edits(own('manager'), draft), edits(own('manager'), request), edits(client, request), edits(stranger, draft)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
