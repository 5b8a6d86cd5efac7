import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkEditDispatch } from '../../shared/dispatch/edit-dispatch.ts';
import { checkPlan, type Destination, differingFields, groupsToDispatch, planDispatch } from '../../shared/dispatch/plan-dispatch.ts';
import { type BoxCheck, isChecked, scanBox } from '../../shared/dispatch/scan-box.ts';
import { checkSetTracking } from '../../shared/dispatch/set-tracking.ts';
import type { ScanTarget } from '../../shared/scan/resolve-scan.ts';
import type { DispatchRow, PickRow } from '../../shared/sync/rows.ts';

describe('orders that travel together', () => {
  const to = (address_line_1: string, account_id = 1, site_id = 4) => ({
    account_id,
    site_id,
    delivery_address: { address_line_1, postcode: 'LS1 4AP' },
  });
  const boxes = { service_key: '220', total_weight: 2, total_items: 1 };

  test('have one client, site and address; case and punctuation of the address do not matter', () => {
    const all = [to('1 Mill Lane'), to('2 Mill Lane'), to('1, MILL lane'), to('1 Mill Lane', 2), to('1 Mill Lane', 1, 5)];
    expect(groupsToDispatch(all, true)).toEqual([[0, 2], [1], [3], [4]]);
    expect(groupsToDispatch(all, false)).toEqual([[0], [1], [2], [3], [4]]);
  });

  test('have one service, weight and number of boxes; fields that differ are named by their path in the request', () => {
    const places = [to('1 Mill Lane'), to('2 Mill Lane'), to('1 Mill Lane'), to('1 Mill Lane')];
    const rows = [boxes, { ...boxes, total_items: 9 }, { ...boxes, total_weight: 3 }, { ...boxes, service_key: '48', total_items: 4 }];
    const plan = planDispatch(rows, places, true);
    expect(plan).toEqual([
      {
        orders: [0, 2, 3],
        differing: [
          { index: 2, fields: ['total_weight'] },
          { index: 3, fields: ['service_key', 'total_items'] },
        ],
      },
      { orders: [1], differing: [] },
    ]);
    expect(differingFields(plan)).toEqual(['orders.2.total_weight', 'orders.3.service_key', 'orders.3.total_items']);
    expect(checkPlan(plan)).toMatchObject({ ok: false, field: 'orders.2.total_weight' });
    expect(checkPlan(planDispatch(rows, places, false))).toEqual({ ok: true });
  });

  test('match in client, site and address, and each order is in exactly one dispatch', () => {
    const destination = fc.record({
      account_id: fc.integer({ min: 1, max: 2 }),
      site_id: fc.option(fc.integer({ min: 1, max: 2 }), { nil: null }),
      delivery_address: fc.record({
        address_line_1: fc.constantFrom('1 Mill Lane', '1 MILL LANE', '2 Mill Lane', '12, Mill Lane'),
        postcode: fc.constantFrom('LS1 4AP', 'ls14ap'),
      }),
    });
    fc.assert(
      fc.property(fc.array(destination, { maxLength: 30 }), (all: Destination[]) => {
        const groups = groupsToDispatch(all, true);
        expect(groups.flat().sort((a, b) => a - b)).toEqual(all.map((_, index) => index));
        const keyOf = ({ account_id, site_id, delivery_address }: Destination): string =>
          JSON.stringify([account_id, site_id, delivery_address.address_line_1.toLowerCase().replace(/\W/g, '')]);
        for (const group of groups) expect(new Set(group.map((index) => keyOf(all[index] as Destination))).size).toBe(1);
        expect(new Set(groups.map((group) => keyOf(all[group[0] ?? 0] as Destination))).size).toBe(groups.length);
      }),
    );
  });
});

test('a dispatch can be edited until it is being booked or has left; a tracking number is accepted until the dispatch has left', () => {
  const states = ['requested', 'failed', 'booking', 'shipped', 'void'];
  expect(states.map((state) => checkEditDispatch({ state }).ok)).toEqual([true, true, false, false, false]);
  expect(states.map((state) => checkSetTracking({ state }).ok)).toEqual([true, true, true, false, false]);
});

describe('a scan on the screen of dispatches that wait for the courier', () => {
  const dispatch = (id: number, total_items: number, uuid: string) =>
    ({ id, dispatch_number: `D-${String(id).padStart(5, '0')}`, total_items, orders: [{ uuid, order_number: `0013${id}` }] }) as DispatchRow;
  const [one, two] = [dispatch(1, 3, 'a'), dispatch(2, 1, 'b')];
  const awaiting = [one, two];
  const box = (of: DispatchRow, n: number | null): ScanTarget => ({ text: of.dispatch_number, is: 'box', dispatch_id: of.id, box: n, dispatch: of });
  const order = (uuid: string | null): ScanTarget => ({
    text: '00131',
    is: 'order',
    order_number: '00131',
    pick: uuid === null ? null : ({ uuid } as PickRow),
  });
  const boxCheck = (dispatch_id: number, ...boxes: number[]): BoxCheck => ({ dispatch_id, boxes });
  const anyForm = () => null;
  const label: ScanTarget = { text: 'JD0002', is: 'unknown' };

  test('selects a dispatch by its box or its order, and counts each box once', () => {
    expect(scanBox(box(one, 2), awaiting, null, anyForm)).toEqual({ does: 'check', check: boxCheck(1, 2) });
    expect(scanBox(box(one, 2), awaiting, boxCheck(1, 2), anyForm)).toEqual({ does: 'check', check: boxCheck(1, 2) });
    expect(scanBox(box(one, 3), awaiting, boxCheck(1, 2), anyForm)).toEqual({ does: 'check', check: boxCheck(1, 2, 3) });
    expect(scanBox(box(one, null), awaiting, null, anyForm)).toEqual({ does: 'check', check: boxCheck(1) });
    expect(scanBox(order('b'), awaiting, null, anyForm)).toEqual({ does: 'check', check: boxCheck(2) });
    const consolidated = { ...one, orders: [...one.orders, ...two.orders] };
    expect(scanBox(order('b'), [consolidated], null, anyForm)).toEqual({ does: 'check', check: boxCheck(1) });
    expect([
      isChecked(one, boxCheck(1, 1, 2)),
      isChecked(one, boxCheck(1, 1, 2, 3)),
      isChecked(one, boxCheck(2, 1, 2, 3)),
      isChecked(one, null),
    ]).toEqual([false, true, false, false]);
  });

  test('warns when the box belongs to another dispatch while boxes of the selected dispatch are missing', () => {
    expect(scanBox(box(two, 1), awaiting, boxCheck(1, 1), anyForm)).toEqual({
      does: 'wrong_box',
      dispatch_number: 'D-00002',
      order_numbers: ['00132'],
      checked: 1,
      of: 3,
    });
    expect(scanBox(box(two, 1), awaiting, boxCheck(1, 1, 2, 3), anyForm)).toEqual({ does: 'check', check: boxCheck(2, 1) });
    expect(scanBox(box(two, 1), awaiting, boxCheck(1), anyForm)).toEqual({ does: 'check', check: boxCheck(2, 1) });
  });

  test('reports a box number that does not exist, and a dispatch that has already left', () => {
    expect(scanBox(box(one, 4), awaiting, null, anyForm)).toEqual({ does: 'no_such_box', dispatch_number: 'D-00001', of: 3 });
    expect(scanBox(box(dispatch(9, 1, 'c'), 1), awaiting, null, anyForm)).toEqual({ does: 'gone', text: 'D-00009' });
  });

  describe('of a code that is not one of Kitroom’s', () => {
    const all = boxCheck(1, 1, 2, 3);
    const ofThisForm = () => ({ pattern: 'JD\\d{4}', check: null });
    const foreign: ScanTarget = { text: '9999999999994', is: 'unknown' };

    test('ships the selected dispatch if all its boxes are checked and the code has the format of the carrier’s numbers', () => {
      expect(scanBox(label, awaiting, all, ofThisForm)).toEqual({ does: 'track', dispatch_id: 1, tracking_number: 'JD0002' });
      expect(scanBox(label, awaiting, boxCheck(1, 1), ofThisForm)).toEqual({ does: 'boxes_first', dispatch_number: 'D-00001', checked: 1, of: 3 });
      expect(scanBox(foreign, awaiting, all, ofThisForm)).toEqual({ does: 'no_number', dispatch_number: 'D-00001' });
      expect(scanBox(foreign, awaiting, boxCheck(1, 1), ofThisForm)).toEqual({ does: 'no_number', dispatch_number: 'D-00001' });
      expect(scanBox(order(null), awaiting, all, ofThisForm)).toEqual({ does: 'no_number', dispatch_number: 'D-00001' });
    });

    test('is accepted once all boxes are checked; if no format is set for the carrier’s numbers, the code has to be scanned twice', () => {
      expect(scanBox(foreign, awaiting, boxCheck(1, 1), anyForm)).toEqual({ does: 'boxes_first', dispatch_number: 'D-00001', checked: 1, of: 3 });
      const once = scanBox(label, awaiting, all, anyForm);
      expect(once).toEqual({ does: 'confirm', check: { ...all, number: 'JD0002' } });
      const check = once.does === 'confirm' ? once.check : null;
      expect(scanBox(foreign, awaiting, check, anyForm)).toEqual({ does: 'confirm', check: { ...all, number: '9999999999994' } });
      expect(scanBox(label, awaiting, check, anyForm)).toEqual({ does: 'track', dispatch_id: 1, tracking_number: 'JD0002' });
      // If a box is scanned in between, the code has to be scanned twice again.
      expect(scanBox(box(one, 2), awaiting, check, anyForm)).toEqual({ does: 'check', check: all });
    });

    test('is refused if no dispatch is selected, or if another dispatch has the number already', () => {
      expect(scanBox(label, awaiting, null, anyForm)).toEqual({ does: 'which' });
      expect(scanBox(label, [], boxCheck(1), anyForm)).toEqual({ does: 'which' });
      const taken: ScanTarget = { text: 'JD', is: 'tracking', dispatch: two };
      expect(scanBox(taken, awaiting, boxCheck(1), anyForm)).toEqual({ does: 'taken_number', dispatch_number: 'D-00002' });
      expect(scanBox(taken, awaiting, null, anyForm)).toEqual({ does: 'taken_number', dispatch_number: 'D-00002' });
      expect(scanBox({ ...taken, dispatch: one }, awaiting, boxCheck(1, 2), anyForm)).toEqual({ does: 'check', check: boxCheck(1, 2) });
    });
  });

  test('leaves the screen if the code belongs to another screen', () => {
    expect(scanBox({ text: 'A1', is: 'bin', bin: 'A1' }, awaiting, boxCheck(1), anyForm)).toEqual({ does: 'leave' });
    expect(scanBox(order('elsewhere'), awaiting, boxCheck(1), anyForm)).toEqual({ does: 'leave' });
  });
});
