import { describe, expect, test } from 'vitest';
import { obstacle, shipmentOf } from '../../../pwa/dispatch/use-shipment.ts';
import { dispatchScreen, type ReadyView } from '../../../pwa/offline/views.ts';
import { applyMutations, type WaitingMutation } from '../../../shared/sync/apply-mutations.ts';
import { type Floor, noRows } from '../../../shared/sync/floor.ts';
import { checkMutation } from '../../../shared/sync/mutations.ts';
import type { DispatchRow, PickRow } from '../../../shared/sync/rows.ts';
import { uuidOf } from '../offline/world.ts';

const actor = { id: 17, name: 'Dan', role: 'warehouse' as const };
const at = '2026-11-21T09:00:00.000Z';
const address = (address_line_1: string) => ({ address_line_1, postcode: 'LS10 1RT' });
const usual = { service_key: '220', total_weight: 5, total_items: 1 };

const pick = (n: number, values: Partial<PickRow> = {}): PickRow =>
  ({
    id: n,
    order_id: n,
    uuid: uuidOf(n),
    order_number: `0000${n}`,
    account_id: 1,
    account_name: 'Northgate Facilities',
    site_id: 4,
    site_name: 'Leeds Depot',
    state: 'booked',
    picker: null,
    is_frozen: false,
    submitted_at: `2026-11-0${n}T09:00:00.000Z`,
    released_at: at,
    delivery_address: address('1 Quay St'),
    ...values,
  }) as PickRow;
const dispatch = (id: number, state: DispatchRow['state']): DispatchRow =>
  ({
    id,
    state,
    dispatch_number: `D-0000${id}`,
    tracking_number: null,
    consignment_number: null,
    orders: [],
    service_key: '220',
  }) as unknown as DispatchRow;

const floor = (picks: PickRow[], dispatches: DispatchRow[] = []): Floor => {
  const rows = noRows();
  for (const row of picks) (rows.pick as Map<string, PickRow>).set(row.uuid, row);
  for (const row of dispatches) (rows.dispatch as Map<number, DispatchRow>).set(row.id, row);
  return { rows, waiting: new Map() };
};
const ready = (...picks: PickRow[]): ReadyView[] => dispatchScreen(floor(picks)).ready;
const requested = (orders: readonly { uuid: string }[], consolidated: boolean, hows: object[] = []) => ({
  orders: orders.map(({ uuid }, index) => ({ uuid, ...usual, ...hows[index] })),
  consolidated,
  digest: '',
});

describe('the dispatches of the chosen orders', () => {
  const chosenOrders = ready(pick(1), pick(2, { delivery_address: address('1, QUAY st') }), pick(3, { site_id: 5 }));
  const [one, two, three] = chosenOrders.map(({ uuid }) => uuid) as [string, string, string];

  test('each order is a separate dispatch; consolidation puts orders for the same address into one dispatch', () => {
    expect(shipmentOf(chosenOrders, new Map(), usual, false).dispatches.map(({ orders }) => orders.length)).toEqual([1, 1, 1]);
    const { dispatches, boxes, of } = shipmentOf(chosenOrders, new Map(), usual, true);
    expect(dispatches.map(({ orders }) => orders.map(({ uuid }) => uuid))).toEqual([[one, two], [three]]);
    expect(boxes).toBe(2);
    expect(of.get(two)).toMatchObject({ together: 2, differing: [], lead: { uuid: one } });
    expect(of.get(three)).toMatchObject({ together: 1, lead: { uuid: three } });
  });

  test('a consolidated order has the values of the first order of its dispatch, unless values were entered for it', () => {
    const choices = new Map([[one, { ...usual, total_items: 3 }]]);
    expect(shipmentOf(chosenOrders, choices, usual, true)).toMatchObject({ boxes: 4 });
    expect(shipmentOf(chosenOrders, choices, usual, true).of.get(two)?.differing).toEqual([]);
    choices.set(two, { ...usual, service_key: '48', total_items: 2 });
    expect(shipmentOf(chosenOrders, choices, usual, true).of.get(two)?.differing).toEqual(['service_key', 'total_items']);
    expect(shipmentOf(chosenOrders, choices, usual, false).of.get(two)?.differing).toEqual([]);
  });

  test('an order on hold and an order without an address cannot be chosen', () => {
    const all = ready(pick(1), pick(2, { is_frozen: true }), pick(3, { delivery_address: null }));
    expect(all.map(obstacle)).toEqual([null, 'On hold', 'No delivery address']);
  });
});

describe('the tablet refuses what the office would refuse', () => {
  test('it refuses consolidated orders with different values, and an order that is on hold, has no address or is no longer there', () => {
    const { rows } = floor([pick(1), pick(2), pick(3, { is_frozen: true }), pick(4, { delivery_address: null })]);
    const [one, two, held, nowhere] = [1, 2, 3, 4].map((n) => ({ uuid: uuidOf(n) })) as { uuid: string }[];
    if (!one || !two || !held || !nowhere) throw new Error('Four orders');
    const say = (orders: { uuid: string }[], consolidated: boolean, hows: object[] = []) =>
      checkMutation(rows, 'dispatch.request', requested(orders, consolidated, hows), actor);
    expect(say([one, two], true)).toEqual({ ok: true });
    expect(say([one, two], false, [{}, { total_items: 2 }])).toEqual({ ok: true });
    expect(say([one, two], true, [{}, { total_items: 2 }])).toMatchObject({ ok: false, field: 'orders.1.total_items' });
    expect(say([one, held], false)).toMatchObject({ ok: false, code: 'order_frozen' });
    expect(say([nowhere], false)).toMatchObject({ ok: false, code: 'no_delivery_address' });
    expect(say([{ uuid: uuidOf(9) }], false)).toMatchObject({ ok: false });
  });

  test('while a courier is being booked, the tablet refuses changes of the dispatch and accepts a tracking number', () => {
    const { rows } = floor([], [dispatch(1, 'requested'), dispatch(2, 'booking'), dispatch(3, 'failed')]);
    const edit = (dispatch_id: number) => checkMutation(rows, 'dispatch.edit', { dispatch_id, total_items: 2 }, actor).ok;
    const track = (dispatch_id: number) =>
      checkMutation(rows, 'dispatch.set_tracking', { dispatch_id, tracking_number: 'T', consignment_number: null }, actor).ok;
    expect([1, 2, 3, 9].map(edit)).toEqual([true, false, true, false]);
    expect([1, 2, 3, 9].map(track)).toEqual([true, true, true, false]);
  });
});

test('a dispatch that was requested on this tablet is shown as requested until the office has received the request', () => {
  const before = floor([pick(1), pick(2)]);
  const mutation: WaitingMutation = {
    m: uuidOf(8),
    n: 'dispatch.request',
    a: requested([{ uuid: uuidOf(1) }], false),
    actor,
    at,
  } as unknown as WaitingMutation;
  const screen = dispatchScreen(applyMutations(before, [mutation]));
  expect(screen.ready.map(({ order_number }) => order_number)).toEqual(['00002']);
  expect(screen.requested).toMatchObject([{ order_number: '00001', delivery_to: 'Leeds Depot, LS10 1RT' }]);
  // Once the office has the request, the screen lists the dispatch with those that wait for their courier, and no longer as requested.
  expect(dispatchScreen(floor([pick(1, { state: 'awaiting_courier' })])).requested).toEqual([]);
});

test('an edit marks its dispatch as waiting to be sent; a print request marks neither the order nor the dispatch', () => {
  const here = floor([pick(1), pick(2)], [dispatch(7, 'requested')]);
  const printedFloor = applyMutations(here, [
    { m: 'a', n: 'print.request', a: { what: 'dispatch_labels', dispatch_ids: [7] }, actor, at },
    { m: 'b', n: 'print.request', a: { what: 'picking_list', pick_id: 1 }, actor, at },
  ] as WaitingMutation[]);
  expect(dispatchScreen(printedFloor).awaiting).toMatchObject([{ id: 7, is_waiting: false }]);
  expect(dispatchScreen(printedFloor).ready).toMatchObject([{ id: 1, is_waiting: false }, { id: 2 }]);
  const edited = applyMutations(printedFloor, [
    { m: 'c', n: 'dispatch.edit', a: { dispatch_id: 7, total_items: 2 }, actor, at },
  ] as WaitingMutation[]);
  expect(dispatchScreen(edited).awaiting).toMatchObject([{ id: 7, is_waiting: true }]);
});
