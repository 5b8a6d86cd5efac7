import { describe, expect, test } from 'vitest';
import { dispatchStop } from '../../../pwa/dispatch/dispatch-stop.ts';
import { isOnItsWay } from '../../../pwa/dispatch/on-its-way.ts';
import { carrying } from '../../../pwa/dispatch/use-label-choice.ts';
import type { InShipment } from '../../../pwa/dispatch/use-shipment.ts';
import { whatNext } from '../../../pwa/dispatch/what-next.ts';
import type { ReadyView } from '../../../pwa/offline/views.ts';
import { requestDispatchArgs } from '../../../shared/sync/mutations/request-dispatch.ts';
import { uuidOf } from '../offline/world.ts';

const orders = (count: number): ReadyView[] =>
  Array.from({ length: count }, (_, n) => ({ uuid: uuidOf(n + 1), order_number: `0000${n + 1}` }) as unknown as ReadyView);

describe('a dispatch is stopped', () => {
  test('if it has more orders than the office accepts at once', () => {
    const requested = (count: number) => ({
      orders: orders(count).map(({ uuid }) => ({ uuid, service_key: '220', total_weight: 1, total_items: 1 })),
      consolidated: false,
      digest: '',
    });
    expect(dispatchStop({ chosen: orders(200), of: new Map() })).toBeNull();
    expect(requestDispatchArgs.safeParse(requested(200)).success).toBe(true);
    expect(dispatchStop({ chosen: orders(201), of: new Map() })).toBe('Dispatch at most 200 orders at once.');
    expect(requestDispatchArgs.safeParse(requested(201)).success).toBe(false);
  });

  test('if consolidated orders differ in service, weight or boxes', () => {
    const chosen = orders(2);
    const [lead, other] = chosen as [ReadyView, ReadyView];
    const of = new Map<string, InShipment>([[other.uuid, { lead, together: 2, differing: ['total_items'] }]]);
    expect(dispatchStop({ chosen, of })).toBe('00002 needs the same service, weight and boxes as 00001.');
  });
});

test('a dispatch counts as on its way if it has a tracking number, or is a collection marked as shipped in a change that waits to be sent', () => {
  const dispatch = { service_key: '999', mark_as_shipped: true, tracking_number: null, is_waiting: true };
  expect(isOnItsWay(dispatch)).toBe(true);
  expect(isOnItsWay({ ...dispatch, is_waiting: false })).toBe(false);
  expect(isOnItsWay({ ...dispatch, mark_as_shipped: false })).toBe(false);
  expect(isOnItsWay({ ...dispatch, service_key: '220' })).toBe(false);
  expect(isOnItsWay({ ...dispatch, service_key: '220', mark_as_shipped: false, tracking_number: 'JD1', is_waiting: false })).toBe(true);
});

test('the text names the next step: collections marked as shipped leave, and every other dispatch waits for its courier', () => {
  expect(whatNext(1, 0, false)).toBe('It waits for its courier.');
  expect(whatNext(3, 0, true)).toBe('They wait for their courier.');
  expect(whatNext(2, 2, false)).toBe('They leave at once.');
  expect(whatNext(1, 1, true)).toBe('It leaves when the network is back.');
  expect(whatNext(3, 1, false)).toBe('1 leaves at once, the others wait for their courier.');
  expect(whatNext(3, 2, true)).toBe('2 leave when the network is back, the other waits for its courier.');
});

test('among waiting dispatches, the ones that contain a given order are found', () => {
  const waiting = [
    { id: 1, orders: [{ uuid: 'a' }, { uuid: 'b' }] },
    { id: 2, orders: [{ uuid: 'c' }] },
  ] as never[];
  expect(carrying(waiting, new Set(['b', 'x']))).toMatchObject([{ id: 1 }]);
  expect(carrying(waiting, new Set())).toEqual([]);
});
