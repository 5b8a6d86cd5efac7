import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { run } from '../../server/db/db.ts';
import { auditRows, pickLines, picks, shelfTasks, syncOutcomes, users } from '../../server/db/tables/index.ts';
import { lineBaseKey } from '../../shared/sync/wire.ts';
import { floor, outcomesOf, type Tablet } from './tablet.ts';

/** A released order of 3 polos and 2 caps, and a tablet that has pulled it. */
const withTablet = async (about: Parameters<Awaited<ReturnType<typeof floor>>['polosAndCaps']>[0] = {}) => {
  const here = await floor();
  const order = await here.polosAndCaps(about);
  const myTablet = here.tablet(here.picker);
  await myTablet.sync();
  const { pick_id } = order.order;
  const lineNow = async (product_id: number) => {
    const lines = await here.database.reader.select().from(pickLines).where(eq(pickLines.pick_id, pick_id));
    return lines.find((line) => line.product_id === product_id);
  };
  const tasks = async (t: Tablet) =>
    (await here.database.reader.select().from(shelfTasks)).filter(({ device, done_at }) => device === t.device && !done_at);
  /** Another person's tablet, which has pulled the same order. */
  const other = async () => {
    const otherTablet = here.tablet(await here.as('warehouse'));
    await otherTablet.sync();
    return otherTablet;
  };
  return { ...here, ...order, mine: myTablet, pick_id, lineNow, tasks, other };
};

test('the same line recorded again by the same person and tablet changes nothing', async () => {
  const { mine: myTablet, pick_id, polo, lineNow } = await withTablet();
  await myTablet.sync(myTablet.start(pick_id), myTablet.record(pick_id, polo.id, 3));
  const before = await lineNow(polo.id);
  expect(outcomesOf(await myTablet.sync(myTablet.record(pick_id, polo.id, 3)))).toEqual(['noop']);
  expect(await lineNow(polo.id)).toEqual(before);
});

test('if two tablets record one line, the first counts; the answer to the second shows both, and the items of the second go back', async () => {
  const { mine: myTablet, other, pick_id, polo, cap, lineNow, tasks, picker, order } = await withTablet();
  const otherTablet = await other();
  await myTablet.sync(myTablet.start(pick_id), myTablet.record(pick_id, polo.id, 3), myTablet.record(pick_id, cap.id, 2));
  const second = await otherTablet.sync(otherTablet.record(pick_id, polo.id, 3), otherTablet.record(pick_id, cap.id, 1));
  expect(outcomesOf(second)).toEqual(['conflict DOUBLE_PICKED', 'conflict LINE_CHANGED']);
  expect(second.results[1]?.server).toMatchObject({
    order_number: String(order.id).padStart(5, '0'),
    sku: cap.sku,
    qty_picked: 2,
    picked_by: { id: picker.id },
    mine: { qty_picked: 1, picked_by: { id: otherTablet.who.id } },
  });
  expect(second.outcomes.map(({ code }) => code)).toEqual(['DOUBLE_PICKED', 'LINE_CHANGED']);
  expect(await lineNow(cap.id)).toMatchObject({ qty_picked: 2, picked_by: picker.id });
  expect(await tasks(otherTablet)).toMatchObject([
    { product_id: polo.id, qty: 3 },
    { product_id: cap.id, qty: 1 },
  ]);
  expect([...otherTablet.rows.shelf_task.values()].filter(({ device }) => device === otherTablet.device)).toHaveLength(2);
});

test('if two records of one line from one tablet are refused, the shelf task of the second replaces that of the first', async () => {
  const { mine: myTablet, other, pick_id, polo, tasks } = await withTablet();
  const otherTablet = await other();
  await myTablet.sync(myTablet.start(pick_id), myTablet.record(pick_id, polo.id, 3));
  const stale = { base: { [lineBaseKey(otherTablet.line(pick_id, polo.id).id)]: otherTablet.line(pick_id, polo.id).fact_version } };
  await otherTablet.sync(otherTablet.record(pick_id, polo.id, 1, stale));
  await otherTablet.sync(otherTablet.record(pick_id, polo.id, 2, stale));
  expect(await tasks(otherTablet)).toMatchObject([{ qty: 2 }]);
});

test('if two tablets start one order, the first keeps it; the second gets the picker’s name and cannot complete the order', async () => {
  const { mine: myTablet, other, pick_id, polo, picker } = await withTablet();
  const otherTablet = await other();
  await myTablet.sync(myTablet.start(pick_id));
  const start = otherTablet.start(pick_id);
  const answer = await otherTablet.sync(start, otherTablet.record(pick_id, polo.id, 3), otherTablet.complete(pick_id, { [polo.id]: 3 }));
  expect(outcomesOf(answer)).toEqual(['conflict CLAIMED', 'applied', 'rejected NOT_PICKER']);
  expect(answer.results[0]?.server).toMatchObject({ picker: { id: picker.id }, state: 'picking' });
  expect(answer.outcomes).toMatchObject([{ code: 'CLAIMED' }, { code: 'NOT_PICKER', root_m: start.m }]);
  expect(outcomesOf(await myTablet.sync(myTablet.start(pick_id)))).toEqual(['noop']);
});

test('if the office has taken back a pick, its picked items go back to the shelf', async () => {
  const { mine: myTablet, pick_id, polo, office, order, tasks } = await withTablet();
  await myTablet.sync(myTablet.start(pick_id));
  const response = await office.put(order.path, { unallocate: true });
  expect(response.status).toBe(200);
  const answer = await myTablet.sync(myTablet.record(pick_id, polo.id, 3), myTablet.start(pick_id));
  expect(outcomesOf(answer)).toEqual(['rejected PICK_CLOSED', 'rejected PICK_CLOSED']);
  expect(await tasks(myTablet)).toMatchObject([{ product_id: polo.id, qty: 3, order_id: order.id }]);
  expect(myTablet.rows.pick.has(order.uuid)).toBe(false);
  expect([...myTablet.rows.pick_line.values()].filter((line) => line.pick_id === pick_id)).toEqual([]);
});

test('actions on a cancelled order are refused as cancelled', async () => {
  const { mine: myTablet, pick_id, polo, database, tasks } = await withTablet();
  const record = myTablet.record(pick_id, polo.id, 2);
  await database.unitOfWork((db) =>
    db.update(picks).set({ state: 'closed', close_reason: 'cancelled', ended_at: '2026-11-20T09:00:00.000Z' }).where(eq(picks.id, pick_id)),
  );
  expect(outcomesOf(await myTablet.sync(record))).toEqual(['rejected ORDER_CANCELLED']);
  expect(await tasks(myTablet)).toMatchObject([{ qty: 2 }]);
});

test('for an order on hold, records of picked items are accepted; starting or completing the pick is refused', async () => {
  const { mine: myTablet, pick_id, polo, cap, office, order } = await withTablet();
  await myTablet.sync(myTablet.start(pick_id));
  expect((await office.put(order.path, { is_frozen: true, frozen_reason: 'Credit stop' })).status).toBe(200);
  const answer = await myTablet.sync(
    myTablet.record(pick_id, polo.id, 3),
    myTablet.record(pick_id, cap.id, 2),
    myTablet.complete(pick_id, { [polo.id]: 3, [cap.id]: 2 }),
    myTablet.start(pick_id),
  );
  expect(outcomesOf(answer)).toEqual(['applied', 'applied', 'rejected ORDER_FROZEN', 'rejected ORDER_FROZEN']);
  expect(myTablet.rows.pick.get(order.uuid)).toMatchObject({ is_frozen: true, frozen_reason: 'Credit stop' });
});

test('after a handover the first picker’s records of unchanged lines are accepted; completing or pausing the pick is refused', async () => {
  const { mine: myTablet, other, pick_id, polo, cap } = await withTablet();
  const otherTablet = await other();
  await myTablet.sync(myTablet.start(pick_id));
  await myTablet.sync(myTablet.next({ n: 'pick.handover', a: { pick_id } }));
  await otherTablet.sync(otherTablet.start(pick_id));
  const answer = await myTablet.sync(
    myTablet.record(pick_id, polo.id, 3),
    myTablet.record(pick_id, cap.id, 2),
    myTablet.complete(pick_id, { [polo.id]: 3, [cap.id]: 2 }),
    myTablet.next({ n: 'pick.pause', a: { pick_id } }),
  );
  expect(outcomesOf(answer)).toEqual(['applied', 'applied', 'rejected NOT_PICKER', 'rejected NOT_PICKER']);
});

test('a record of a line whose product has changed since is not counted for the new product', async () => {
  const { mine: myTablet, pick_id, polo, stocked, database, lineNow, tasks } = await withTablet();
  const start = myTablet.start(pick_id);
  const record = myTablet.record(pick_id, polo.id, 3);
  const shirt = await stocked(0);
  await database.unitOfWork((db) =>
    db
      .update(pickLines)
      .set({ product_id: shirt.id })
      .where(eq(pickLines.id, myTablet.line(pick_id, polo.id).id)),
  );
  expect(outcomesOf(await myTablet.sync(start, record))).toEqual(['applied', 'conflict PRODUCT_CHANGED']);
  expect(await lineNow(shirt.id)).toMatchObject({ qty_picked: 0 });
  expect(await tasks(myTablet)).toMatchObject([{ product_id: polo.id, qty: 3 }]);
  expect(myTablet.line(pick_id, shirt.id)).toMatchObject({ qty_allocated: 3 });
  expect(myTablet.rows.product.has(shirt.id)).toBe(true);
});

test('a record of more items than are now allocated gets the outcome conflict OVER_ALLOCATED', async () => {
  const { mine: myTablet, pick_id, polo, database } = await withTablet();
  await myTablet.sync(myTablet.start(pick_id));
  const record = myTablet.record(pick_id, polo.id, 3);
  await database.unitOfWork((db) =>
    db
      .update(pickLines)
      .set({ qty_allocated: 2 })
      .where(eq(pickLines.id, myTablet.line(pick_id, polo.id).id)),
  );
  const answer = await myTablet.sync(record);
  expect(outcomesOf(answer)).toEqual(['conflict OVER_ALLOCATED']);
  expect(answer.results[0]?.server).toMatchObject({ qty_allocated: 2, mine: { qty_picked: 3 } });
});

test('actions that are based on a refused action get the outcome conflict AFTER and refer to that action', async () => {
  const { mine: myTablet, other, pick_id, polo, cap } = await withTablet();
  const otherTablet = await other();
  await otherTablet.sync(otherTablet.record(pick_id, polo.id, 1));
  const start = myTablet.start(pick_id);
  const root = myTablet.record(pick_id, polo.id, 3);
  const key = lineBaseKey(myTablet.line(pick_id, polo.id).id);
  const follower = myTablet.record(pick_id, polo.id, 2, { base: { [key]: { after: root.m } } });
  const third = myTablet.record(pick_id, polo.id, 3, { base: { [key]: { after: follower.m } } });
  const complete = myTablet.complete(pick_id, { [polo.id]: 3, [cap.id]: 2 }, { base: { ...myTablet.bases(pick_id), [key]: { after: third.m } } });
  const answer = await myTablet.sync(start, root, follower, third, complete);
  expect(outcomesOf(answer)).toEqual(['applied', 'conflict LINE_CHANGED', 'conflict AFTER', 'conflict AFTER', 'conflict AFTER']);
  expect(answer.outcomes.map(({ root_m }) => root_m ?? null)).toEqual([null, root.m, root.m, root.m]);
});

test('if each record of a tablet is based on the record before it, all of them are applied in their sequence', async () => {
  const { mine: myTablet, pick_id, polo, lineNow } = await withTablet();
  const key = lineBaseKey(myTablet.line(pick_id, polo.id).id);
  const start = myTablet.start(pick_id);
  const first = myTablet.record(pick_id, polo.id, 1);
  const second = myTablet.record(pick_id, polo.id, 2, { base: { [key]: { after: first.m } } });
  const third = myTablet.record(pick_id, polo.id, 3, { base: { [key]: { after: second.m } } });
  expect(outcomesOf(await myTablet.sync(start, first, second, third))).toEqual(['applied', 'applied', 'applied', 'applied']);
  expect(await lineNow(polo.id)).toMatchObject({ qty_picked: 3, fact_version: 4 });
});

test('a pick is completed only if its lines are as the picker has seen them', async () => {
  const { mine: myTablet, pick_id, polo, cap, order, statusOf } = await withTablet();
  await myTablet.sync(myTablet.start(pick_id), myTablet.record(pick_id, polo.id, 3), myTablet.record(pick_id, cap.id, 2));
  const wrong = await myTablet.sync(myTablet.complete(pick_id, { [polo.id]: 2 }));
  expect(outcomesOf(wrong)).toEqual(['conflict DIGEST']);
  expect(wrong.results[0]?.server).toMatchObject({ digest: myTablet.digest(pick_id, {}), seen: myTablet.digest(pick_id, { [polo.id]: 2 }) });
  expect(outcomesOf(await myTablet.sync(myTablet.complete(pick_id, {})))).toEqual(['applied']);
  expect(await statusOf(order.id)).toBe('booked');
});

test('a short line is accepted without a reason, but the pick cannot be completed until the line has a reason', async () => {
  const { mine: myTablet, pick_id, polo, cap, order, statusOf } = await withTablet();
  const short = await myTablet.sync(
    myTablet.start(pick_id),
    myTablet.record(pick_id, polo.id, 3),
    myTablet.record(pick_id, cap.id, 1),
    myTablet.complete(pick_id, { [polo.id]: 3, [cap.id]: 1 }),
  );
  expect(outcomesOf(short)).toEqual(['applied', 'applied', 'applied', 'rejected REASON_REQUIRED']);
  const answer = await myTablet.sync(myTablet.record(pick_id, cap.id, 1, { code: 'NOT_IN_BIN' }));
  expect(outcomesOf(answer)).toEqual(['applied']);
  expect(outcomesOf(await myTablet.sync(myTablet.complete(pick_id, {})))).toEqual(['applied']);
  expect(await statusOf(order.id)).toBe('booked');
});

test('an action with bad arguments, an unknown id or an unknown reason is refused, and the rest of the request is applied', async () => {
  const { mine: myTablet, pick_id, polo } = await withTablet();
  const line = myTablet.line(pick_id, polo.id);
  const a = { pick_id, pick_line_id: line.id, product_id: polo.id, qty_picked: 1, code: null, other_reason: null };
  const answer = await myTablet.sync(
    myTablet.next({ n: 'pick.record_line', a: { ...a, qty_picked: -1 } }),
    myTablet.next({ n: 'pick.record_line', a: { ...a, pick_line_id: 99_999_999 } }),
    myTablet.next({ n: 'pick.start', a: { pick_id: 99_999_999 } }),
    myTablet.record(pick_id, polo.id, 1, { code: 'NO_SUCH_REASON' }),
    myTablet.next({ n: 'outcome.resolve', a: { m: randomUUID(), choice: 'dismiss' } }),
    myTablet.start(pick_id),
  );
  expect(outcomesOf(answer)).toEqual([...Array(5).fill('rejected INVALID'), 'applied']);
});

test('people can act on a tablet only after signing in on it, with warehouse rights; the audit log names actor and sender', async () => {
  const { mine: myTablet, picker, office, order, pick_id, polo, cap, as, database } = await withTablet();
  const stranger = await as('warehouse');
  expect(outcomesOf(await myTablet.sync(myTablet.start(pick_id, { actor_id: stranger.id })))).toEqual(['rejected ACTOR_UNKNOWN']);
  myTablet.who = office;
  await myTablet.sync();
  myTablet.who = picker;
  const asserted = myTablet.start(pick_id, { actor_id: office.id, asserted: true });
  expect(outcomesOf(await myTablet.sync(asserted))).toEqual(['applied']);
  const rows = (await database.reader.select().from(auditRows).where(eq(auditRows.on_id, order.id))).filter(({ what }) => what === 'pick.started');
  expect(rows).toMatchObject([{ who_id: office.id, impersonator_id: picker.id }]);
  const [outcome] = await database.reader.select().from(syncOutcomes).where(eq(syncOutcomes.m, asserted.m));
  expect(outcome).toMatchObject({ actor_id: office.id, bearer_id: picker.id, payload: { asserted: true } });
  // The super has started the pick, so the picker may record its lines but not complete it.
  const own = await myTablet.sync(
    myTablet.record(pick_id, polo.id, 3),
    myTablet.record(pick_id, cap.id, 2),
    myTablet.complete(pick_id, { [polo.id]: 3, [cap.id]: 2 }),
  );
  expect(outcomesOf(own)).toEqual(['applied', 'applied', 'rejected NOT_PICKER']);
});

test('actions of a disabled person are refused and stay visible, and the queue continues', async () => {
  const { mine: myTablet, pick_id, polo, as, database, office, order } = await withTablet();
  const first = myTablet.who;
  const leaver = await as('warehouse');
  myTablet.who = leaver;
  await myTablet.sync();
  myTablet.who = first;
  await database.unitOfWork((db) => db.update(users).set({ is_disabled: true }).where(eq(users.id, leaver.id)));
  const answer = await myTablet.sync(myTablet.record(pick_id, polo.id, 3, { actor_id: leaver.id }), myTablet.start(pick_id));
  expect(outcomesOf(answer)).toEqual(['rejected ACTOR_DISABLED', 'applied']);
  expect(answer.outcomes).toMatchObject([{ code: 'ACTOR_DISABLED', n: 'pick.record_line' }]);
  const { body } = await office.get('/api/admin/attention');
  expect(body.items.find(({ code }: { code: string }) => code === 'ACTOR_DISABLED')).toMatchObject({
    order: { uuid: order.uuid },
    person: { id: leaver.id },
  });
});

test('an action that fails three times with a server error is left to the office, and the queue continues', async () => {
  const { mine: myTablet, pick_id, database, office } = await withTablet();
  const poison = myTablet.start(pick_id);
  const after = myTablet.next({ n: 'pick.assign_tote', a: { pick_id, tote: 'T4' } });
  const rename = (from: string, to: string) => database.unitOfWork((db) => run(db, sql.raw(`alter table ${from} rename to ${to}`)));
  await rename('audit', 'audit_away');
  try {
    for (const _ of [1, 2]) expect(await myTablet.exchange([poison, after])).toMatchObject({ results: [], halt: { why: 'retry' } });
    const third = await myTablet.exchange([poison, after]);
    expect(outcomesOf(third)).toEqual(['rejected INTERNAL']);
  } finally {
    await rename('audit_away', 'audit');
  }
  expect(outcomesOf(await myTablet.sync(poison, after))).toEqual(['rejected INTERNAL', 'applied']);
  const { body } = await office.get('/api/admin/attention');
  expect(body.items.find(({ m }: { m: string }) => m === poison.m)).toMatchObject({
    kind: 'outcome',
    code: 'INTERNAL',
    order: { uuid: expect.any(String) },
  });
});
