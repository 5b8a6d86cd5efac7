import { expect, test } from 'vitest';
import { carrierNumber, contactEmail, totalWeight } from '../../shared/dispatch/box-input.ts';
import { dispatchNumber, dispatchOfNumber } from '../../shared/dispatch/dispatch-number.ts';
import { checkEditDispatch } from '../../shared/dispatch/edit-dispatch.ts';
import { checkPlan, groupsToDispatch, planDispatch } from '../../shared/dispatch/plan-dispatch.ts';
import { checkRequestDispatch } from '../../shared/dispatch/request-dispatch.ts';
import { isChecked, scanBox } from '../../shared/dispatch/scan-box.ts';
import { checkSetTracking } from '../../shared/dispatch/set-tracking.ts';
import { weightOf } from '../../shared/dispatch/weight.ts';
import type { PickState } from '../../shared/picking/pick-states.ts';
import type { ScanTarget } from '../../shared/scan/resolve-scan.ts';
import type { DispatchRow } from '../../shared/sync/rows.ts';

const refusal = (code: string, message: string, field?: string) => ({ ok: false, code, message, ...(field && { field }) });
const lateRefusal = refusal('already_dispatched', 'This order is dispatched already.');
const earlyRefusal = refusal('not_picked', 'This order is not ready for dispatch yet.');

test.each<[PickState, object]>([
  ['released', earlyRefusal],
  ['picking', earlyRefusal],
  ['picked', earlyRefusal],
  ['booked', { ok: true }],
  ['awaiting_courier', lateRefusal],
  ['shipped', refusal('order_shipped', 'This order is dispatched already.')],
  ['closed', refusal('pick_closed', 'The office has taken back this pick.')],
])('the pick state %s decides whether an order can be dispatched, and which reason a refusal gives', (state, verdict) => {
  expect(checkRequestDispatch({ state, is_frozen: false })).toEqual(verdict);
});

test('an order on hold is not dispatched', () => {
  expect(checkRequestDispatch({ state: 'booked', is_frozen: true })).toEqual(
    refusal('order_frozen', 'The office has put this order on hold. Stop here and leave it as it is.'),
  );
});

test.each<[string, object, object]>([
  ['requested', { ok: true }, { ok: true }],
  ['failed', { ok: true }, { ok: true }],
  ['booking', refusal('booking_in_flight', 'The courier is being booked at this moment.'), { ok: true }],
  ['shipped', lateRefusal, lateRefusal],
  ['void', lateRefusal, lateRefusal],
])('the dispatch state %s decides whether a dispatch can be edited and whether it accepts a tracking number', (state, edit, track) => {
  expect([checkEditDispatch({ state }), checkSetTracking({ state })]).toEqual([edit, track]);
});

test('the refusal of consolidated orders names the field that differs', () => {
  const place = { account_id: 1, site_id: null, delivery_address: { address_line_1: '1 Mill Lane', postcode: 'LS1 4AP' } };
  const boxes = { service_key: '220', total_weight: 2, total_items: 1 };
  expect(checkPlan(planDispatch([boxes, { ...boxes, total_items: 2 }], [place, place], true))).toEqual(
    refusal('consolidated_differs', 'Orders in one dispatch must have the same service, weight and number of boxes.', 'orders.1.total_items'),
  );
  expect(groupsToDispatch([], true)).toEqual([]);
});

test('the number of a dispatch consists of D- and its id, padded to five digits', () => {
  expect([dispatchNumber(42), dispatchNumber(1_234_567)]).toEqual(['D-00042', 'D-1234567']);
});

test.each<[string, number | null]>([
  ['D-00042', 42],
  [' d00042 ', 42],
  ['d42', 42],
  ['D-42', 42],
  ['D-100', 100],
  ['D-123456789012345', 123_456_789_012_345],
  ['D-1234567890123456', null],
  ['00042', null],
  ['D-0', null],
  ['D-', null],
  ['D--42', null],
  ['xD-42', null],
  ['D-42x', null],
])('the text "%s" is read as the number of dispatch %s (null: of no dispatch)', (text, id) => {
  expect(dispatchOfNumber(text)).toBe(id);
});

test.each<[string, number | null]>([
  ['2', 2],
  ['2,5', 2.5],
  ['0.001', 0.001],
  ['0.0006', 0.001],
  ['1.2344', 1.234],
  ['0.3', 0.3],
  ['10000', 10_000],
  ['10000.001', null],
  ['0.0004', null],
  ['0', null],
  ['-1', null],
  ['', null],
  ['two', null],
])('the weight "%s" is read as %s kilograms (null: not a valid weight)', (text, kilograms) => {
  expect(weightOf(text)).toBe(kilograms);
});

test('a carrier’s number with an invisible character is refused', () => {
  expect(carrierNumber.parse(' JD0002 ')).toBe('JD0002');
  expect(carrierNumber.safeParse('JD\u200b0002').error?.issues).toMatchObject([{ message: 'This contains an invisible character.' }]);
});

test('a weight is at least a gram and has at most three decimals', () => {
  const fault = (kilograms: number) => totalWeight.safeParse(kilograms).error?.issues[0]?.message;
  expect([fault(0.001), fault(0), fault(1.2345)]).toEqual([undefined, 'A parcel weighs at least a gram.', 'Kilograms, with at most three decimals.']);
});

test('a contact email is an email address, or empty', () => {
  expect(['', ' ruth@example.test ', null, undefined].map((text) => contactEmail.parse(text))).toEqual(['', 'ruth@example.test', null, undefined]);
  expect(contactEmail.safeParse('ruth').success).toBe(false);
});

const dispatch = (id: number, total_items: number): DispatchRow =>
  ({ id, dispatch_number: dispatchNumber(id), total_items, orders: [{ uuid: `order ${id}`, order_number: `0013${id}` }] }) as DispatchRow;
const [one, two] = [dispatch(1, 3), dispatch(2, 1)];
const awaiting = [one, two];
const anyForm = () => null;
const box = (of: DispatchRow, n: number | null): ScanTarget => ({ text: of.dispatch_number, is: 'box', dispatch_id: of.id, box: n, dispatch: of });

test('the last box of a dispatch can be scanned; a scan of a higher box number reports that the box does not exist', () => {
  expect(scanBox(box(one, 3), awaiting, null, anyForm)).toEqual({ does: 'check', check: { dispatch_id: 1, boxes: [3] } });
  expect(scanBox(box(one, 4), awaiting, null, anyForm)).toEqual({ does: 'no_such_box', dispatch_number: 'D-00001', of: 3 });
});

test('a scan of an order of another dispatch gives a warning while boxes of the current dispatch are missing', () => {
  const order = { text: '00132', is: 'order', order_number: '00132', pick: { uuid: 'order 2' } } as ScanTarget;
  expect(scanBox(order, awaiting, { dispatch_id: 1, boxes: [1, 2] }, anyForm)).toMatchObject({ does: 'wrong_box', checked: 2, of: 3 });
  expect(scanBox(order, awaiting, null, anyForm)).toEqual({ does: 'check', check: { dispatch_id: 2, boxes: [] } });
});

test('a scan of another box of the current dispatch does not warn', () => {
  expect(scanBox(box(one, 2), awaiting, { dispatch_id: 1, boxes: [1] }, anyForm)).toEqual({
    does: 'check',
    check: { dispatch_id: 1, boxes: [1, 2] },
  });
});

test('the unfinished check of a dispatch that has left does not block the check of another dispatch', () => {
  expect(scanBox(box(two, 1), awaiting, { dispatch_id: 9, boxes: [1] }, anyForm)).toEqual({ does: 'check', check: { dispatch_id: 2, boxes: [1] } });
});

test('a scanned carrier’s number is cut to eighty characters', () => {
  const number = 'J'.repeat(80);
  const result = scanBox({ text: 'J'.repeat(90), is: 'unknown' }, awaiting, { dispatch_id: 2, boxes: [1], number }, anyForm);
  expect(result).toEqual({ does: 'track', dispatch_id: 2, tracking_number: number });
});

test.each(['product', 'bin', 'bag', 'tote'])('a scan of a %s leaves the dispatch screen', (is) => {
  expect(scanBox({ text: 'X', is } as unknown as ScanTarget, awaiting, { dispatch_id: 1, boxes: [] }, anyForm)).toEqual({ does: 'leave' });
});

test('a dispatch counts as checked once all its boxes have been scanned', () => {
  expect([[1], [1, 2, 3]].map((boxes) => isChecked(one, { dispatch_id: 1, boxes }))).toEqual([false, true]);
});
