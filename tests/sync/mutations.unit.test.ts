import { describe, expect, test } from 'vitest';
import { messages } from '../../shared/messages.ts';
import type { FloorActor } from '../../shared/picking/pick-facts.ts';
import { applyMutations, type WaitingMutation } from '../../shared/sync/apply-mutations.ts';
import { noRows, type SyncRows } from '../../shared/sync/floor.ts';
import { describeMutation, type Names, titleOfMutation } from '../../shared/sync/mutation-text.ts';
import { type ArgsOf, checkMutation, isMutationName, type MutationName, mutationNames, mutations } from '../../shared/sync/mutations.ts';
import { bagId, type DispatchRow, type ErrorCodeRow, keyOf, type PickLineRow, type PickRow, type SyncRow } from '../../shared/sync/rows.ts';
import { shelfTaskName } from '../../shared/sync/task-name.ts';
import type { Verdict } from '../../shared/verdict.ts';

const [earlier, at] = ['2026-11-21T08:00:00.000Z', '2026-11-21T09:00:00.000Z'];
const [uuid, otherUuid] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const dan = { id: 17, name: 'Dan' };
const aisha = { id: 18, name: 'Aisha' };
const by = (person: { id: number }): FloorActor => ({ id: person.id, role: 'warehouse' });

const pick: PickRow = {
  id: 1,
  order_id: 1,
  uuid,
  order_number: '00001',
  account_id: 1,
  account_name: 'Northgate Facilities',
  account_logo_url: null,
  site_id: 4,
  site_name: null,
  site_reference: null,
  state: 'picking',
  picker: dan,
  is_frozen: false,
  frozen_reason: null,
  is_sample: false,
  skip_dispatch: false,
  customer_notes: null,
  tote: null,
  wearer_count: 1,
  submitted_at: earlier,
  released_at: earlier,
  started_at: earlier,
  claimed_at: earlier,
  paused_at: null,
  picked_at: null,
  booked_at: null,
  delivery_address: { address_line_1: '1 Mill Lane', postcode: 'LS1 4AP' },
  contact_name: null,
  contact_phone: null,
};
const line: PickLineRow = {
  id: 11,
  pick_id: 1,
  order_line_id: 11,
  employee_id: 5,
  product_id: 7,
  product_name: 'Polo',
  decoration: null,
  notes: null,
  qty_requested: 3,
  qty_allocated: 3,
  qty_picked: 0,
  code: null,
  other_reason: null,
  picked_by: null,
  picked_at: null,
  fact_version: 1,
  prep_ticked_at: null,
};
const dispatch: DispatchRow = {
  id: 21,
  dispatch_number: 'D-00021',
  state: 'requested',
  account_id: 1,
  account_name: 'Northgate Facilities',
  site_name: null,
  orders: [],
  is_consolidated: false,
  service_key: '220',
  carrier: 'DPD',
  total_weight: 2,
  total_items: 1,
  mark_as_shipped: false,
  delivery_address: { address_line_1: '1 Mill Lane', postcode: 'LS1 4AP' },
  contact_name: 'Ruth',
  contact_email: null,
  contact_phone: null,
  tracking_number: null,
  consignment_number: null,
  booking_error: null,
  created_at: earlier,
  version: 1,
};
const damage: ErrorCodeRow = { id: 1, code: 'DAMAGED', description: 'Damaged', requires_input: false };

interface Here {
  picks?: Partial<PickRow>[];
  lines?: Partial<PickLineRow>[];
  dispatches?: Partial<DispatchRow>[];
}

/** The rows of a tablet: copies of `pick`, `line` and `dispatch` in which the given fields are replaced. */
function rowsOf({ picks = [{}], lines = [{}], dispatches = [{}] }: Here = {}): SyncRows {
  const keyed = <T>(rows: readonly T[], key: (row: T) => string | number) => new Map(rows.map((row) => [key(row), row]));
  return {
    ...noRows(),
    pick: keyed(
      picks.map((more) => ({ ...pick, ...more })),
      (row) => row.uuid,
    ),
    pick_line: keyed(
      lines.map((more) => ({ ...line, ...more })),
      (row) => row.id,
    ),
    dispatch: keyed(
      dispatches.map((more) => ({ ...dispatch, ...more })),
      (row) => row.id,
    ),
    error_code: keyed([damage], (row) => row.id),
  };
}

const ofPick = { pick_id: 1 };
const completion = { pick_id: 1, digest: '' };
const record = { pick_id: 1, pick_line_id: 11, product_id: 7, qty_picked: 3, code: null, other_reason: null };
const tick = { pick_id: 1, pick_line_id: 11, ticked: true };
const boxes = { service_key: '220', total_weight: 2, total_items: 1 };
const dispatchArgs = { orders: [{ uuid, ...boxes }], consolidated: false, digest: '' };
const tracking = { dispatch_id: 21, tracking_number: 'JD0002', consignment_number: 'C9' };
const m = '00000000-0000-4000-9000-000000000099';

type Named = { [N in MutationName]: { n: N; a: ArgsOf<N> } }[MutationName];
const verdictOf = (here: Here, { n, a }: Named, actor: FloorActor = by(dan)): Verdict => checkMutation(rowsOf(here), n, a as never, actor);
const refusal = (code: string, message: string, field?: string) => ({ ok: false, code, message, ...(field && { field }) });
const ok = { ok: true };

describe('on a tablet', () => {
  test.each<Named>([
    { n: 'pick.start', a: ofPick },
    { n: 'pick.record_line', a: record },
    { n: 'pick.pause', a: ofPick },
    { n: 'pick.resume', a: ofPick },
    { n: 'pick.handover', a: ofPick },
    { n: 'pick.complete', a: completion },
    { n: 'pick.send_back', a: ofPick },
    { n: 'pick.assign_tote', a: { pick_id: 1, tote: 'T7' } },
    { n: 'prep.tick_line', a: tick },
    { n: 'prep.complete', a: completion },
    { n: 'dispatch.request', a: dispatchArgs },
  ])('$n is refused when the office has taken back the pick', (mutation) => {
    expect(verdictOf({ picks: [] }, mutation)).toEqual(refusal('pick_closed', 'The office has taken back this pick.'));
  });

  test.each<[string, Here, Named, { id: number }, object]>([
    ['a released pick is started', { picks: [{ state: 'released', picker: null }] }, { n: 'pick.start', a: ofPick }, dan, ok],
    ['a pick of somebody else is not started', {}, { n: 'pick.start', a: ofPick }, aisha, refusal('already_claimed', 'Dan is picking this order.')],
    ['a line is recorded by its picker', {}, { n: 'pick.record_line', a: record }, dan, ok],
    ['a line is not recorded by somebody else', {}, { n: 'pick.record_line', a: record }, aisha, refusal('not_picker', 'Dan is picking this order.')],
    [
      'a line that is gone is not recorded',
      { lines: [] },
      { n: 'pick.record_line', a: record },
      dan,
      refusal('pick_closed', 'The office has taken back this pick.'),
    ],
    [
      'a line for another product is not recorded',
      { lines: [{ product_id: 8 }] },
      { n: 'pick.record_line', a: record },
      dan,
      refusal('product_changed', 'This line is for another product now.'),
    ],
    [
      'more than is allocated is not recorded',
      {},
      { n: 'pick.record_line', a: { ...record, qty_picked: 4 } },
      dan,
      refusal('over_pick', 'Only 3 are allocated to this line.', 'qty_picked'),
    ],
    ['a shortfall can have a reason on the list', {}, { n: 'pick.record_line', a: { ...record, qty_picked: 1, code: 'DAMAGED' } }, dan, ok],
    [
      'a shortfall cannot have a reason that is not on the list',
      {},
      { n: 'pick.record_line', a: { ...record, qty_picked: 1, code: 'LOST' } },
      dan,
      refusal('reason_unknown', 'Select reason for picking anomaly', 'code'),
    ],
    ['a pick is paused by its picker', {}, { n: 'pick.pause', a: ofPick }, dan, ok],
    ['a pick is not paused by somebody else', {}, { n: 'pick.pause', a: ofPick }, aisha, refusal('not_picker', 'Dan is picking this order.')],
    ['a paused pick is resumed', { picks: [{ state: 'paused' }] }, { n: 'pick.resume', a: ofPick }, dan, ok],
    [
      'a paused pick on hold is not resumed',
      { picks: [{ state: 'paused', is_frozen: true }] },
      { n: 'pick.resume', a: ofPick },
      dan,
      refusal('order_frozen', messages.order_held),
    ],
    ['a pick is handed over by its picker', {}, { n: 'pick.handover', a: ofPick }, dan, ok],
    ['a pick is not handed over by somebody else', {}, { n: 'pick.handover', a: ofPick }, aisha, refusal('not_picker', 'Dan is picking this order.')],
    ['a fully picked pick is completed', { lines: [{ qty_picked: 3 }] }, { n: 'pick.complete', a: completion }, dan, ok],
    [
      'a pick with a short line without a reason is not completed',
      { lines: [{ qty_picked: 2 }] },
      { n: 'pick.complete', a: completion },
      dan,
      refusal('reason_required', 'Select reason for picking anomaly', 'code'),
    ],
    [
      'a pick is completed although another pick has a short line',
      { lines: [{ qty_picked: 3 }, { id: 12, pick_id: 2 }] },
      { n: 'pick.complete', a: completion },
      dan,
      ok,
    ],
    ['a pick is sent back by its picker', {}, { n: 'pick.send_back', a: ofPick }, dan, ok],
    ['a pick is not sent back by somebody else', {}, { n: 'pick.send_back', a: ofPick }, aisha, refusal('not_picker', 'Dan is picking this order.')],
    ['anybody assigns a tote to a pick', {}, { n: 'pick.assign_tote', a: { pick_id: 1, tote: 'T7' } }, aisha, ok],
    ['anybody ticks a line of a picked order', { picks: [{ state: 'picked' }] }, { n: 'prep.tick_line', a: tick }, aisha, ok],
    [
      'no line is ticked before the order is picked',
      {},
      { n: 'prep.tick_line', a: tick },
      dan,
      refusal('not_picked', 'This order is not picked yet.'),
    ],
    ['anybody completes the prep of a picked order', { picks: [{ state: 'picked' }] }, { n: 'prep.complete', a: completion }, aisha, ok],
    [
      'a prep is completed only once',
      { picks: [{ state: 'booked' }] },
      { n: 'prep.complete', a: completion },
      dan,
      refusal('order_ready', 'This order is ready for dispatch already.'),
    ],
    ['a waiting dispatch is changed', {}, { n: 'dispatch.edit', a: { dispatch_id: 21, total_items: 2 } }, dan, ok],
    [
      'a dispatch is not changed while its courier is booked',
      { dispatches: [{ state: 'booking' }] },
      { n: 'dispatch.edit', a: { dispatch_id: 21, total_items: 2 } },
      dan,
      refusal('booking_in_flight', messages.booking_in_flight),
    ],
    [
      'a dispatch that is gone is not changed',
      { dispatches: [] },
      { n: 'dispatch.edit', a: { dispatch_id: 21, total_items: 2 } },
      dan,
      refusal('already_dispatched', 'This order is dispatched already.'),
    ],
    [
      'a tracking number can be entered even while the courier is booked',
      { dispatches: [{ state: 'booking' }] },
      { n: 'dispatch.set_tracking', a: tracking },
      dan,
      ok,
    ],
    [
      'a tracking number cannot be entered for a dispatch that is gone',
      { dispatches: [] },
      { n: 'dispatch.set_tracking', a: tracking },
      dan,
      refusal('already_dispatched', 'This order is dispatched already.'),
    ],
    ['an order that is ready is dispatched', { picks: [{ state: 'booked' }] }, { n: 'dispatch.request', a: dispatchArgs }, aisha, ok],
    [
      'an order that is not ready is not dispatched',
      { picks: [{ state: 'picked' }] },
      { n: 'dispatch.request', a: dispatchArgs },
      dan,
      refusal('not_picked', 'This order is not ready for dispatch yet.'),
    ],
    [
      'an order without an address is not dispatched',
      { picks: [{ state: 'booked', delivery_address: null }] },
      { n: 'dispatch.request', a: dispatchArgs },
      dan,
      refusal('no_delivery_address', 'This order has no delivery address.'),
    ],
    [
      'orders to one address with different boxes cannot be consolidated',
      { picks: [{ state: 'booked' }, { id: 2, uuid: otherUuid, state: 'booked' }] },
      {
        n: 'dispatch.request',
        a: { ...dispatchArgs, consolidated: true, orders: [...dispatchArgs.orders, { uuid: otherUuid, ...boxes, total_weight: 3 }] },
      },
      dan,
      refusal('consolidated_differs', messages.consolidated_differs, 'orders.1.total_weight'),
    ],
    [
      'orders to one address with different boxes can be dispatched separately',
      { picks: [{ state: 'booked' }, { id: 2, uuid: otherUuid, state: 'booked' }] },
      { n: 'dispatch.request', a: { ...dispatchArgs, orders: [...dispatchArgs.orders, { uuid: otherUuid, ...boxes, total_weight: 3 }] } },
      dan,
      ok,
    ],
    [
      'a shelf may be counted at any time',
      { picks: [] },
      { n: 'stock.count', a: { product_id: 7, qty: 2, counted_at: '2026-11-20T09:00:00.000Z' } },
      dan,
      ok,
    ],
    [
      'goods may be received at any time',
      { picks: [] },
      { n: 'receipt.set_line', a: { receipt: uuid, po_line_id: 3, product_id: 7, qty: 2 } },
      dan,
      ok,
    ],
    [
      'a delivery note is written at any time',
      { picks: [] },
      { n: 'receipt.set_header', a: { receipt: uuid, delivery_note_number: 'DN-1' } },
      dan,
      ok,
    ],
    [
      'goods may be set aside at any time',
      { picks: [] },
      { n: 'receipt.set_aside', a: { receipt: uuid, code: 'X-1', product_id: null, qty: 1, reason: 'Damaged', notes: null } },
      dan,
      ok,
    ],
    ['goods may be put away at any time', { picks: [] }, { n: 'bin.put_away', a: { product_id: 7, bin: 'A-1', qty: 1 } }, dan, ok],
    ['a count may be requested at any time', { picks: [] }, { n: 'stock.request_count', a: { product_id: 7, pick_line_id: null, qty: 2 } }, dan, ok],
    ['a print may be requested at any time', { picks: [] }, { n: 'print.request', a: { what: 'picking_list', pick_id: 1 } }, dan, ok],
    ['an open item is decided at any time', { picks: [] }, { n: 'outcome.resolve', a: { m, choice: 'mine' } }, dan, ok],
  ])('%s', (_rule, here, mutation, person, verdict) => {
    expect(verdictOf(here, mutation, by(person))).toEqual(verdict);
  });
});

const effectOf = (here: Here, mutation: Named) =>
  applyMutations({ rows: rowsOf(here), waiting: new Map() }, [{ m, ...mutation, actor: dan, at } as WaitingMutation]);

describe('while a mutation waits', () => {
  test.each<[string, Partial<PickRow>, Named, Partial<PickRow> | undefined]>([
    ['a paused pick shows since when it is paused', {}, { n: 'pick.pause', a: ofPick }, { state: 'paused', paused_at: at }],
    [
      'a pick that is paused again shows the time of its first pause',
      { state: 'paused', paused_at: earlier },
      { n: 'pick.pause', a: ofPick },
      { paused_at: earlier },
    ],
    ['a resumed pick runs', { state: 'paused', paused_at: earlier }, { n: 'pick.resume', a: ofPick }, { state: 'picking', paused_at: null }],
    [
      'a pick that is handed over has no picker, and shows who had it',
      { paused_at: earlier },
      { n: 'pick.handover', a: ofPick },
      { state: 'released', picker: null, claimed_at: null, paused_at: null, handed_over: { name: 'Dan', at } },
    ],
    ['a pick with an assigned tote shows the tote', {}, { n: 'pick.assign_tote', a: { pick_id: 1, tote: 'T7' } }, { tote: 'T7' }],
    ['a pick whose tote is removed shows no tote', { tote: 'T7' }, { n: 'pick.assign_tote', a: { pick_id: 1, tote: null } }, { tote: null }],
    ['a prepped order is ready', { state: 'picked' }, { n: 'prep.complete', a: completion }, { state: 'booked', booked_at: at }],
    [
      'a prepped order that nobody has to dispatch leaves the floor',
      { state: 'picked', skip_dispatch: true },
      { n: 'prep.complete', a: completion },
      undefined,
    ],
    ['a pick that is sent back leaves the floor', {}, { n: 'pick.send_back', a: ofPick }, undefined],
    ['a dispatched order waits for its courier', { state: 'booked' }, { n: 'dispatch.request', a: dispatchArgs }, { state: 'awaiting_courier' }],
  ])('%s', (_rule, before, mutation, change) => {
    const { rows, waiting } = effectOf({ picks: [before], lines: [{}, { id: 12 }, { id: 13, pick_id: 2 }] }, mutation);
    expect(rows.pick.get(uuid)).toEqual(change && { ...pick, ...before, ...change });
    expect([...rows.pick_line.keys()]).toEqual(change ? [11, 12, 13] : [13]);
    expect([...waiting]).toEqual([
      ['pick:1', [m]],
      [`order:${uuid}`, [m]],
    ]);
  });

  test('a line shows the recorded quantity, the picker and the time; the line, its pick and its order wait for the office', () => {
    const { rows, waiting } = effectOf({}, { n: 'pick.record_line', a: { ...record, qty_picked: 2, code: 'DAMAGED' } });
    const recorded = { ...line, qty_picked: 2, code: 'DAMAGED', other_reason: null, picked_by: 17, picked_at: at };
    expect(rows.pick_line.get(11)).toEqual({ ...recorded, holders: [{ device: '', user_id: 17, qty: 2 }] });
    expect(rows.pick.get(uuid)).toEqual(pick);
    expect([...waiting.keys()]).toEqual(['pick_line:11', 'pick:1', `order:${uuid}`]);
  });

  test('a ticked line shows the time of its tick, and an unticked line shows none', () => {
    const ticked = effectOf({}, { n: 'prep.tick_line', a: tick });
    expect(ticked.rows.pick_line.get(11)).toEqual({ ...line, prep_ticked_at: at });
    expect([...ticked.waiting.keys()]).toEqual(['pick_line:11', 'pick:1', `order:${uuid}`]);
    const effect = effectOf({ lines: [{ prep_ticked_at: earlier }] }, { n: 'prep.tick_line', a: { ...tick, ticked: false } });
    expect(effect.rows.pick_line.get(11)).toEqual(line);
    expect(effectOf({ lines: [] }, { n: 'prep.tick_line', a: tick }).rows.pick_line.size).toBe(0);
  });

  test('an edit of a dispatch changes only the fields that are sent', () => {
    const { rows, waiting } = effectOf(
      {},
      { n: 'dispatch.edit', a: { dispatch_id: 21, total_items: 4, service_key: undefined, contact_name: null } },
    );
    expect(rows.dispatch.get(21)).toEqual({ ...dispatch, total_items: 4, contact_name: null, labels_printed_at: null });
    expect([...waiting]).toEqual([['dispatch:21', [m]]]);
  });

  test('a dispatch shows the tracking and consignment numbers that were entered', () => {
    const { rows, waiting } = effectOf({}, { n: 'dispatch.set_tracking', a: tracking });
    expect(rows.dispatch.get(21)).toEqual({ ...dispatch, tracking_number: 'JD0002', consignment_number: 'C9' });
    expect([...waiting]).toEqual([['dispatch:21', [m]]]);
  });

  test('an edit of a dispatch that is no longer on the tablet changes no row', () => {
    for (const mutation of [
      { n: 'dispatch.edit', a: { dispatch_id: 21, total_items: 4 } },
      { n: 'dispatch.set_tracking', a: tracking },
    ] satisfies Named[]) {
      const { rows, waiting } = effectOf({ dispatches: [] }, mutation);
      expect([rows.dispatch.size, [...waiting.keys()]]).toEqual([0, ['dispatch:21']]);
    }
  });

  test('a dispatch request waits under the key of its order, even if the order is no longer on the tablet', () => {
    expect([...effectOf({ picks: [] }, { n: 'dispatch.request', a: dispatchArgs }).waiting.keys()]).toEqual([`order:${uuid}`]);
  });

  test('a printed bag label shows when it was printed, and other prints change nothing', () => {
    const bag = effectOf({}, { n: 'print.request', a: { what: 'bag_label', pick_id: 1, employee_id: 5, count: 2 } });
    expect([...bag.rows.bag]).toEqual([['1:5', { id: '1:5', pick_id: 1, employee_id: 5, label_printed_at: at }]]);
    expect([...bag.waiting.keys()]).toEqual(['bag:1:5']);
    for (const a of [
      { what: 'picking_list', pick_id: 1 },
      { what: 'dispatch_labels', dispatch_ids: [99] },
    ] satisfies ArgsOf<'print.request'>[]) {
      const { rows, waiting } = effectOf({}, { n: 'print.request', a });
      expect([rows.bag.size, waiting.size]).toEqual([0, 0]);
    }
  });

  test('printed box labels show when they were printed, until something on them changes', () => {
    const printed = effectOf({}, { n: 'print.request', a: { what: 'dispatch_labels', dispatch_ids: [21] } });
    expect(printed.rows.dispatch.get(21)).toEqual({ ...dispatch, labels_printed_at: at });
    const labelled = { dispatches: [{ labels_printed_at: earlier }] };
    const collected = effectOf(labelled, { n: 'dispatch.edit', a: { dispatch_id: 21, mark_as_shipped: true } });
    expect(collected.rows.dispatch.get(21)?.labels_printed_at).toBe(earlier);
    const changed = effectOf(labelled, { n: 'dispatch.edit', a: { dispatch_id: 21, total_items: 4 } });
    expect(changed.rows.dispatch.get(21)?.labels_printed_at).toBeNull();
  });

  test('a count request waits under the key of its product and, if it was made from a line, under the key of the line', () => {
    const count = (pick_line_id: number | null) => [
      ...effectOf({}, { n: 'stock.request_count', a: { product_id: 7, pick_line_id, qty: null } }).waiting.keys(),
    ];
    expect([count(11), count(null)]).toEqual([['product:7', 'pick_line:11'], ['product:7']]);
  });

  test('a decision waits under the key of its open item', () => {
    expect([...effectOf({}, { n: 'outcome.resolve', a: { m: uuid, choice: 'theirs' } }).waiting]).toEqual([[`outcome:${uuid}`, [m]]]);
  });
});

test('records of lines and completions of picks are sent with line versions; other mutations are sent without versions', () => {
  const rows = rowsOf({ lines: [{ id: 12 }, {}, { id: 13, pick_id: 2 }] });
  expect(mutations['pick.record_line'].baseLines?.(rows, record).map(({ id }) => id)).toEqual([11]);
  expect(mutations['pick.record_line'].baseLines?.(rows, { ...record, pick_line_id: 99 })).toEqual([]);
  expect(mutations['pick.complete'].baseLines?.(rows, completion).map(({ id }) => id)).toEqual([11, 12]);
  expect(mutationNames.filter((n) => mutations[n].baseLines)).toEqual(['pick.record_line', 'pick.complete']);
});

const allNames: Names = {
  orderOfPick: () => '00001',
  orderByUuid: (of) => (of === uuid ? '00001' : '00002'),
  line: () => ({ product_id: 7, garment: 'Polo, Navy, L', decoration: 'Logo', qty_allocated: 3, qty_picked: 2 }),
  product: () => 'Polo, Navy, L',
  wearer: () => 'Marek Nowak',
  dispatch: () => 'D-00021',
  reason: () => 'Damaged in the bin',
  shelfTask: () => ({ qty: 2, garment: 'Cap', order_number: '00009' }),
};
const noNames: Names = {
  orderOfPick: () => null,
  orderByUuid: () => null,
  line: () => null,
  product: () => null,
  wearer: () => null,
  dispatch: () => null,
  reason: () => null,
  shelfTask: () => null,
};
const twoOrders = { ...dispatchArgs, orders: [...dispatchArgs.orders, { uuid: otherUuid, ...boxes }] };

const asText = (names: Names, { n, a }: Named): string => {
  const { text, order_number, is_of_order } = describeMutation(names, n, a as never);
  return [text, ...(is_of_order ? ['of'] : []), ...(order_number ? [order_number] : [])].join(' | ');
};

const texts: [Named, string, string][] = [
  [{ n: 'pick.start', a: ofPick }, 'Started the pick | of | 00001', 'Started the pick | of'],
  [{ n: 'pick.pause', a: ofPick }, 'Paused the pick | of | 00001', 'Paused the pick | of'],
  [{ n: 'pick.resume', a: ofPick }, 'Resumed the pick | of | 00001', 'Resumed the pick | of'],
  [{ n: 'pick.handover', a: ofPick }, 'Handed over the pick | of | 00001', 'Handed over the pick | of'],
  [{ n: 'pick.complete', a: completion }, 'Completed the pick | of | 00001', 'Completed the pick | of'],
  [{ n: 'pick.send_back', a: ofPick }, 'Sent back the pick | of | 00001', 'Sent back the pick | of'],
  [{ n: 'prep.complete', a: completion }, 'Finished the prep | of | 00001', 'Finished the prep | of'],
  [{ n: 'pick.record_line', a: record }, 'Picked 3 of 3 Polo, Navy, L | 00001', 'Picked 3 × a product'],
  [
    { n: 'pick.record_line', a: { ...record, qty_picked: 1, code: 'DAMAGED' } },
    'Picked 1 of 3 Polo, Navy, L, damaged in the bin | 00001',
    'Picked 1 × a product, damaged',
  ],
  [{ n: 'pick.assign_tote', a: { pick_id: 1, tote: 'T7' } }, 'Put the pick in tote T7 | 00001', 'Put the pick in tote T7'],
  [{ n: 'pick.assign_tote', a: { pick_id: 1, tote: null } }, 'Took the pick out of its tote | 00001', 'Took the pick out of its tote'],
  [{ n: 'prep.tick_line', a: tick }, 'Ticked Logo on 2 × Polo, Navy, L | 00001', 'Ticked the decoration on a line'],
  [
    { n: 'prep.tick_line', a: { ...tick, ticked: false } },
    'Took back the tick of Logo on 2 × Polo, Navy, L | 00001',
    'Took back the tick of the decoration on a line',
  ],
  [{ n: 'dispatch.edit', a: { dispatch_id: 21 } }, 'Changed dispatch D-00021', 'Changed dispatch 21'],
  [{ n: 'dispatch.set_tracking', a: tracking }, 'Tracking number JD0002 for dispatch D-00021', 'Tracking number JD0002 for dispatch 21'],
  [{ n: 'dispatch.request', a: dispatchArgs }, 'Requested the dispatch | of | 00001', 'Requested a dispatch'],
  [{ n: 'dispatch.request', a: twoOrders }, 'Requested the dispatch of 2 orders: 00001, 00002', 'Requested the dispatch of 2 orders'],
  [
    { n: 'stock.request_count', a: { product_id: 7, pick_line_id: null, qty: null } },
    'Asked for a count of Polo, Navy, L',
    'Asked for a count of a product',
  ],
  [
    { n: 'stock.count', a: { product_id: 7, qty: 4, counted_at: '2026-11-20T09:00:00.000Z' } },
    'Counted 4 of Polo, Navy, L',
    'Counted 4 of a product',
  ],
  [
    {
      n: 'stock.count',
      a: {
        ...{ product_id: 7, qty: 4, counted_at: '2026-11-20T09:00:00.000Z', pick_bin: null },
        bins: [
          { bin: null, qty: 1 },
          { bin: 'O-02', qty: 3 },
        ],
      },
    },
    'Counted 4 of Polo, Navy, L: 1 in no bin, 3 in O-02',
    'Counted 4 of a product: 1 in no bin, 3 in O-02',
  ],
  [{ n: 'receipt.set_line', a: { receipt: uuid, po_line_id: 3, product_id: 7, qty: 4 } }, 'Received 4 of Polo, Navy, L', 'Received 4 of a product'],
  [
    { n: 'collection.receive_line', a: { collection_id: 3, order_line_id: 9, product_id: 7, qty_restocked: 2, qty_written_off: 1 } },
    'Received 3 of Polo, Navy, L from a leaver, 1 of them written off',
    'Received 3 of a product from a leaver, 1 of them written off',
  ],
  [{ n: 'receipt.set_header', a: { receipt: uuid, delivery_note_number: 'DN-1' } }, 'Delivery note DN-1', 'Delivery note DN-1'],
  [
    { n: 'receipt.set_aside', a: { receipt: uuid, code: 'X-1', product_id: 7, qty: 1, reason: 'Damaged', notes: null } },
    'Set aside 1 of Polo, Navy, L',
    'Set aside 1 of X-1',
  ],
  [{ n: 'bin.put_away', a: { product_id: 7, bin: 'B-9', qty: 2 } }, 'Put 2 of Polo, Navy, L in B-9', 'Put 2 of a product in B-9'],
  [{ n: 'stock.request_count', a: { product_id: 7, pick_line_id: null, qty: 0 } }, 'Counted 0 Polo, Navy, L', 'Counted 0 of a product'],
  [
    { n: 'print.request', a: { what: 'bag_label', pick_id: 1, employee_id: 5, count: 1 } },
    'Print the bag label for Marek Nowak | 00001',
    'Print the bag label for a wearer',
  ],
  [{ n: 'print.request', a: { what: 'picking_list', pick_id: 1 } }, 'Print the picking list | of | 00001', 'Print the picking list | of'],
  [{ n: 'print.request', a: { what: 'dispatch_labels', dispatch_ids: [21] } }, 'Print the labels of a dispatch', 'Print the labels of a dispatch'],
  [
    { n: 'print.request', a: { what: 'dispatch_labels', dispatch_ids: [21, 22] } },
    'Print the labels of 2 dispatches',
    'Print the labels of 2 dispatches',
  ],
  [{ n: 'outcome.resolve', a: { m, choice: 'theirs' } }, 'Chose to keep theirs', 'Chose to keep theirs'],
  [{ n: 'outcome.resolve', a: { m, choice: 'mine' } }, 'Chose to use ours', 'Chose to use ours'],
  [{ n: 'outcome.resolve', a: { m, choice: 'recount' } }, 'Chose to count again', 'Chose to count again'],
  [{ n: 'outcome.resolve', a: { m, choice: 'dismiss' } }, 'Acknowledged a refused change', 'Acknowledged a refused change'],
  [{ n: 'outcome.resolve', a: { m: shelfTaskName(3), choice: 'dismiss' } }, 'Put 2 × Cap back on the shelf | 00009', 'Put items back on the shelf'],
];
test.each(texts.map(([mutation, ...both]) => [...both, mutation] as const))(
  'the text of a mutation is "%s", or "%s" if no names are known',
  (withNames, without, mutation) => {
    expect([asText(allNames, mutation), asText(noNames, mutation)]).toEqual([withNames, without]);
  },
);

test('no two known mutations have the same title; an unknown one is shown as a change that this version does not know', () => {
  expect(new Set(mutationNames.map(titleOfMutation)).size).toBe(mutationNames.length);
  expect(titleOfMutation('pick.start')).toBe('Started a pick');
  expect(titleOfMutation('a.later_name')).toBe('A change that this version does not know');
  expect(['pick.start', 'toString', 'a.later_name'].map(isMutationName)).toEqual([true, false, false]);
});

test('rows of each kind are stored under the field that identifies them', () => {
  const row = { id: 3, uuid, pick_id: 4, service_key: '220' };
  const keyed = (['pick', 'pick_line', 'wearer', 'product', 'style', 'prep_order'] as const).map((kind) => keyOf(kind, row as never));
  expect(keyed).toEqual([uuid, 3, 3, 3, 3, 4]);
  const others = (['bag', 'dispatch', 'error_code', 'shipping_service', 'staff', 'shelf_task'] as const).map((kind) => keyOf(kind, row as never));
  expect(others).toEqual([3, 3, 3, '220', 3, 3]);
  const goods = { ...row, product_id: 7 };
  expect((['to_count', 'demand', 'receipt', 'purchase_order', 'purchase_order_line'] as const).map((kind) => keyOf(kind, goods as never))).toEqual([
    ...[7, 7, uuid, 3, 3],
  ]);
  expect(keyOf('bag', { id: bagId(4, 5) } as SyncRow<'bag'>)).toBe('4:5');
});
