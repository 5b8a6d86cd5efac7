import { expect, test } from 'vitest';
import { readSettings } from '../../server/core/settings.ts';
import { floor } from '../fulfilment/floor.ts';
import { Tablet } from '../sync/tablet.ts';
import { createBookedOrder, dispatchPath, requestRow } from './booked.ts';

/** Requests two dispatches of the first carrier group, whose tracking numbers have 14 digits with a check digit. */
async function twoDispatches() {
  const here = await floor();
  Object.assign(here.services, {
    settings: readSettings({ ...process.env, TRACKING_PATTERN: '\\d{14}', TRACKING_CHECK: 'mod10', LOG_LEVEL: 'silent' }),
  });
  const orders = [await createBookedOrder(here), await createBookedOrder(here)];
  const { body } = await here.picker.post(`${dispatchPath}/dispatch`, { orders: orders.map(({ uuid }) => requestRow(uuid)) });
  const [first, second] = body.items as { id: number }[];
  if (!first || !second) throw new Error('Two dispatches were requested.');
  return { here, first, second };
}

test('a number that is not in the carrier’s format is refused, whether it comes from a floor screen or from a tablet', async () => {
  const { here, first, second } = await twoDispatches();
  for (const tracking_number of ['9999999999994', '09999999999995', 'JD0002']) {
    const answer = await here.picker.put(`${dispatchPath}/dispatches/${first.id}`, { tracking_number });
    expect(answer).toMatchObject({ status: 422, body: { errors: { tracking_number: ['The numbers of this carrier look different.'] } } });
  }
  const tablet = new Tablet(here.picker);
  await tablet.sync();
  const numbers = { dispatch_id: second.id, tracking_number: '9999999999994', consignment_number: null };
  expect((await tablet.sync(tablet.next({ n: 'dispatch.set_tracking', a: numbers }))).results).toMatchObject([
    { outcome: 'rejected', code: 'INVALID', server: { errors: { tracking_number: ['The numbers of this carrier look different.'] } } },
  ]);
  for (const { id } of [first, second])
    expect((await here.picker.get(`${dispatchPath}/dispatches/${id}`)).body).toMatchObject({ dispatched_at: null, has_consignment: false });
});

test('a number in the carrier’s format ships a dispatch, and the format is sent to tablets', async () => {
  const { here, first, second } = await twoDispatches();
  expect((await here.picker.put(`${dispatchPath}/dispatches/${first.id}`, { tracking_number: '09999999999994' })).status).toBe(200);
  const tablet = new Tablet(here.picker);
  await tablet.sync();
  expect(tablet.rows.shipping_service.get('220')?.tracking).toEqual({ pattern: '\\d{14}', check: 'mod10' });
  expect(['ND24', '999'].map((service) => tablet.rows.shipping_service.get(service)?.tracking)).toEqual([undefined, undefined]);
  const numbers = { dispatch_id: second.id, tracking_number: '09999999999994', consignment_number: null };
  expect((await tablet.sync(tablet.next({ n: 'dispatch.set_tracking', a: numbers }))).results).toMatchObject([{ outcome: 'applied' }]);
});

test('tablets know whose labels are printed; a change of what is on a label counts as not printed, a mark as shipped does not', async () => {
  const { here, first, second } = await twoDispatches();
  const [one, other] = [new Tablet(here.picker), new Tablet(here.picker)];
  await Promise.all([one.sync(), other.sync()]);
  const printedAt = (tablet: Tablet) => [first, second].map(({ id }) => tablet.rows.dispatch.get(id)?.labels_printed_at ?? null);
  expect(printedAt(other)).toEqual([null, null]);
  const print = one.next({ n: 'print.request', a: { what: 'dispatch_labels', dispatch_ids: [first.id, second.id] } });
  expect((await one.sync(print)).results).toMatchObject([{ outcome: 'applied' }]);
  await other.sync();
  expect(printedAt(other)).toEqual([expect.any(String), expect.any(String)]);
  expect((await here.picker.put(`${dispatchPath}/dispatches/${first.id}`, { total_items: 2 })).status).toBe(200);
  expect((await here.picker.put(`${dispatchPath}/dispatches/${second.id}`, { mark_as_shipped: false })).status).toBe(200);
  await other.sync();
  expect(printedAt(other)).toEqual([null, expect.any(String)]);
});
