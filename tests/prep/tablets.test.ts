import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditRows, picks } from '../../server/db/tables/index.ts';
import { floor, outcomesOf } from '../sync/tablet.ts';

/** An order for two wearers in prep, and two tablets that have its rows. */
async function inPrep(about: { skip_dispatch?: boolean } = {}) {
  const here = await floor();
  const { order, polo, cap } = await here.polosAndCaps({ wearers: 2, ...about });
  const { pick_id } = order;
  const one = here.tablet(here.picker);
  await one.sync();
  const quantities = { [polo.id]: 3, [cap.id]: 2 };
  await one.sync(one.start(pick_id), one.record(pick_id, polo.id, 3), one.record(pick_id, cap.id, 2), one.complete(pick_id, quantities));
  const other = here.tablet(await here.as('warehouse'));
  await other.sync();
  await one.sync();
  const line = one.line(pick_id, polo.id);
  const tick = (tablet: typeof one, ticked = true) => tablet.next({ n: 'prep.tick_line', a: { pick_id, pick_line_id: line.id, ticked } });
  const ready = (tablet: typeof one, digest = tablet.digest(pick_id, {})) => tablet.next({ n: 'prep.complete', a: { pick_id, digest } });
  const timesDone = async (what: string): Promise<number> =>
    (await here.database.reader.select({ what: auditRows.what }).from(auditRows).where(eq(auditRows.on_id, order.id))).filter(
      (row) => row.what === what,
    ).length;
  return { ...here, order, pick_id, line, one, other, tick, ready, timesDone };
}

test('a line that two tablets tick is ticked once', async () => {
  const { one, other, tick, timesDone } = await inPrep();
  const [firstAnswer, secondAnswer] = await Promise.all([one.sync(tick(one)), other.sync(tick(other))]);
  expect([...outcomesOf(firstAnswer), ...outcomesOf(secondAnswer)].sort()).toEqual(['applied', 'noop']);
  expect(await timesDone('prep.ticked')).toBe(1);
});

test.each([
  ['goes on to dispatch', {}, 'booked'],
  ['ships at once', { skip_dispatch: true }, 'shipped'],
])('an order whose prep two tablets complete at the same time %s once, without an open item', async (_name, about, status) => {
  const { one, other, ready, order, timesDone, statusOf } = await inPrep(about);
  const [firstAnswer, secondAnswer] = await Promise.all([one.sync(ready(one)), other.sync(ready(other))]);
  expect([...outcomesOf(firstAnswer), ...outcomesOf(secondAnswer)].sort()).toEqual(['applied', 'noop']);
  expect([...firstAnswer.outcomes, ...secondAnswer.outcomes]).toEqual([]);
  expect(await statusOf(order.id)).toBe(status);
  expect(await timesDone('prep.completed')).toBe(1);
});

test('if a tablet and the office complete a prep at the same time, it is completed once', async () => {
  const { one, office, ready, order, timesDone } = await inPrep();
  const [synced, { status }] = await Promise.all([
    one.sync(ready(one)),
    office.put(`/api/admin/prep/orders/${order.uuid}`, { prep_completed: true }),
  ]);
  expect([...outcomesOf(synced), status]).toEqual(status === 200 ? ['noop', 200] : ['applied', 409]);
  expect(await timesDone('prep.completed')).toBe(1);
});

test('a tablet that completes a prep with outdated lines gets an open item, even after another tablet has completed the prep', async () => {
  const { one, other, ready } = await inPrep();
  expect(outcomesOf(await one.sync(ready(one, 'other lines')))).toEqual(['conflict DIGEST']);
  await other.sync(ready(other));
  expect(outcomesOf(await one.sync(ready(one, 'other lines')))).toEqual(['conflict DIGEST']);
});

test('after the prep was completed, a late tick changes nothing, and a late removal of a tick causes an open item', async () => {
  const { one, other, tick, ready } = await inPrep();
  await other.sync(ready(other));
  expect(outcomesOf(await one.sync(tick(one)))).toEqual(['noop']);
  expect(outcomesOf(await one.sync(tick(one, false)))).toEqual(['rejected NOT_READY']);
});

test('while an order is on hold, ticks are stored, and completing its prep is refused', async () => {
  const { one, office, tick, ready, order, pick_id, line } = await inPrep();
  await office.put(order.path, { is_frozen: true, frozen_reason: 'Credit stop' });
  const answer = await one.sync(tick(one), ready(one));
  expect(outcomesOf(answer)).toEqual(['applied', 'rejected ORDER_FROZEN']);
  expect(one.line(pick_id, line.product_id).prep_ticked_at).toEqual(expect.any(String));
  expect(one.rows.pick.get(order.uuid)).toMatchObject({ state: 'picked', is_frozen: true, frozen_reason: 'Credit stop' });
});

test('a tick of a line that belongs to another pick is refused', async () => {
  const { one, line } = await inPrep();
  const { pick_id } = (await inPrep()).order;
  const a = { pick_id, pick_line_id: line.id, ticked: true };
  expect(outcomesOf(await one.sync(one.next({ n: 'prep.tick_line', a })))).toEqual(['rejected INVALID']);
});

test('bag labels are printed only for wearers of the pick', async () => {
  const { one, as, order, pick_id } = await inPrep();
  const label = (employee_id: number) => one.next({ n: 'print.request', a: { what: 'bag_label', pick_id, employee_id, count: 1 } });
  const stranger = await as('employee');
  expect(outcomesOf(await one.sync(label(order.requester.id), label(stranger.id)))).toEqual(['applied', 'rejected INVALID']);
  expect([...one.rows.bag.values()].filter((bag) => bag.pick_id === pick_id)).toMatchObject([
    { employee_id: order.requester.id, label_printed_at: expect.any(String) },
  ]);
});

test('the server stores a packed quantity once and shows it on the other tablets', async () => {
  const { one, other, pick_id, line, timesDone } = await inPrep();
  const pack = (tablet: typeof one, qty_packed: number) => tablet.next({ n: 'prep.pack_line', a: { pick_id, pick_line_id: line.id, qty_packed } });
  expect(outcomesOf(await one.sync(pack(one, 1), pack(one, 2), pack(one, 2)))).toEqual(['applied', 'applied', 'noop']);
  await other.sync();
  expect(other.line(pick_id, line.product_id).qty_packed).toBe(2);
  expect(outcomesOf(await other.sync(pack(other, 0)))).toEqual(['applied']);
  await one.sync();
  expect(one.line(pick_id, line.product_id).qty_packed).toBeUndefined();
  expect(await timesDone('prep.packed')).toBe(3);
});

test('packing more than was picked is refused; packing that arrives after the end of the prep or pick changes nothing', async () => {
  const { one, other, ready, pick_id, line } = await inPrep();
  const pack = (tablet: typeof one, qty_packed: number, pick_line_id = line.id) =>
    tablet.next({ n: 'prep.pack_line', a: { pick_id, pick_line_id, qty_packed } });
  expect(outcomesOf(await one.sync(pack(one, 4)))).toEqual(['rejected INVALID']);
  expect(outcomesOf(await one.sync(pack(one, 1, 99_999_999)))).toEqual(['rejected INVALID']);
  expect(outcomesOf(await other.sync(ready(other)))).toEqual(['applied']);
  expect(outcomesOf(await one.sync(pack(one, 3)))).toEqual(['noop']);
  const closed = await inPrep();
  await closed.database.unitOfWork((db) =>
    db.update(picks).set({ state: 'closed', close_reason: 'unallocated', ended_at: closed.now() }).where(eq(picks.id, closed.pick_id)),
  );
  const late = closed.one.next({ n: 'prep.pack_line', a: { pick_id: closed.pick_id, pick_line_id: closed.line.id, qty_packed: 2 } });
  const { results, outcomes } = await closed.one.sync(late);
  expect([results.map(({ outcome }) => outcome), outcomes]).toEqual([['noop'], []]);
});
