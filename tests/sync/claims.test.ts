import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openSession } from '../../server/auth/login.ts';
import { auditRows, syncOutcomes, users } from '../../server/db/tables/index.ts';
import type { AuditEventName } from '../../shared/audit/events.ts';
import { shelfTaskName } from '../../shared/sync/task-name.ts';
import { lineBaseKey, type WireMutation } from '../../shared/sync/wire.ts';
import { floor, outcomesOf } from './tablet.ts';

const withTablet = async () => {
  const here = await floor();
  const order = await here.polosAndCaps();
  const myTablet = here.tablet(here.picker);
  await myTablet.sync();
  const { pick_id } = order.order;
  const stored = async ({ m }: { m: string }) => (await here.database.reader.select().from(syncOutcomes).where(eq(syncOutcomes.m, m)))[0];
  const audited = (what: AuditEventName) =>
    here.database.reader
      .select({ who_id: auditRows.who_id, impersonator_id: auditRows.impersonator_id })
      .from(auditRows)
      .where(and(eq(auditRows.on_id, order.order.id), eq(auditRows.what, what)));
  return { ...here, ...order, mine: myTablet, pick_id, stored, audited };
};

test('a super’s action by PIN has only the rights of the floor, even if it is sent later with the super’s token', async () => {
  const { mine: myTablet, office, picker, pick_id, polo, cap, stored } = await withTablet();
  const all = { [polo.id]: 3, [cap.id]: 2 };
  await myTablet.sync(myTablet.start(pick_id), myTablet.record(pick_id, polo.id, 3), myTablet.record(pick_id, cap.id, 2));
  myTablet.who = office;
  await myTablet.sync();
  const byPin = myTablet.complete(pick_id, all, { asserted: true });
  expect(outcomesOf(await myTablet.sync(byPin))).toEqual(['rejected NOT_PICKER']);
  expect(await stored(byPin)).toMatchObject({ actor_id: office.id, bearer_id: office.id, payload: { asserted: true } });
  expect(outcomesOf(await myTablet.sync(myTablet.complete(pick_id, all)))).toEqual(['applied']);
  expect(picker.id).not.toBe(office.id);
});

test('an action that one person sends in the name of another is stored as asserted, and the audit log names the sender', async () => {
  const { mine: myTablet, office, picker, pick_id, stored, audited } = await withTablet();
  myTablet.who = office;
  await myTablet.sync();
  myTablet.who = picker;
  const start = myTablet.start(pick_id, { actor_id: office.id, asserted: false });
  expect(outcomesOf(await myTablet.sync(start))).toEqual(['applied']);
  expect(await stored(start)).toMatchObject({ actor_id: office.id, bearer_id: picker.id, payload: { asserted: true } });
  expect(await audited('pick.started')).toEqual([{ who_id: office.id, impersonator_id: picker.id }]);
});

test('a super who impersonates somebody is named on every action of the tablet; the impersonated person is not registered on it', async () => {
  const { mine: myTablet, office, picker, pick_id, polo, as, tablet, caller, database, stored, audited, now } = await withTablet();
  const other = await as('warehouse');
  await database.unitOfWork((db) => db.update(users).set({ pin_hash: 'pbkdf2-sha256:1:00:00' }).where(eq(users.id, other.id)));
  const { token } = await database.unitOfWork(async (db) => {
    const { session_id, expires_at } = await openSession(db, { id: office.id, role: 'super' }, new Date(now()), {});
    return openSession(db, { id: other.id, role: 'warehouse' }, new Date(now()), { impersonator: { id: office.id, session_id, expires_at } });
  });
  myTablet.who = caller(token, other.id);
  const start = myTablet.start(pick_id, { actor_id: picker.id });
  expect(outcomesOf(await myTablet.sync(start))).toEqual(['applied']);
  expect(await stored(start)).toMatchObject({ actor_id: picker.id, bearer_id: office.id });
  expect(await audited('pick.started')).toEqual([{ who_id: picker.id, impersonator_id: office.id }]);
  expect(outcomesOf(await myTablet.sync(myTablet.record(pick_id, polo.id, 1)))).toEqual(['applied']);
  expect(await audited('pick.recorded')).toEqual([{ who_id: other.id, impersonator_id: office.id }]);

  expect(myTablet.rows.staff.get(other.id)).toMatchObject({ pin_hash: null });
  myTablet.who = office;
  expect(outcomesOf(await myTablet.sync(myTablet.next({ n: 'pick.pause', a: { pick_id }, actor_id: other.id })))).toEqual(['rejected ACTOR_UNKNOWN']);
  // Once the person signs in themself, they are registered on the tablet.
  myTablet.who = other;
  await myTablet.sync();
  expect(myTablet.rows.staff.get(other.id)).toMatchObject({ pin_hash: expect.any(String) });
  expect(tablet(office).device).not.toBe(myTablet.device);
});

test('an action cannot depend on another tablet’s action or refusal', async () => {
  const { mine: myTablet, office, as, tablet, pick_id, polo, cap, order } = await withTablet();
  const otherTablet = tablet(await as('warehouse'));
  await otherTablet.sync();
  const first = otherTablet.record(pick_id, polo.id, 1);
  const refusedRecord = otherTablet.record(pick_id, cap.id, 2, { actor_id: 99_999_999 });
  expect(outcomesOf(await otherTablet.sync(first, refusedRecord))).toEqual(['applied', 'rejected ACTOR_UNKNOWN']);
  const after = (m: string, product_id: number) => ({ [lineBaseKey(myTablet.line(pick_id, product_id).id)]: { after: m } });
  const ownRecord = myTablet.record(pick_id, polo.id, 3, { base: after(first.m, polo.id) });
  const ownOther = myTablet.record(pick_id, cap.id, 1, { base: after(refusedRecord.m, cap.id) });
  const answer = await myTablet.sync(ownRecord, ownOther);
  expect(outcomesOf(answer)).toEqual(['conflict LINE_CHANGED', 'conflict LINE_CHANGED']);
  const { items } = (await office.get(`/api/admin/attention?order=${order.uuid}&kind=outcome`)).body;
  // Two refusals that concern one order and one tablet are one decision.
  const roots = Object.fromEntries(items.map(({ m, root_m }: { m: string; root_m: string | null }) => [m, root_m]));
  expect(roots).toEqual({ [refusedRecord.m]: null, [ownRecord.m]: null, [ownOther.m]: ownRecord.m });
});

test('an action with the id of a shelf task is refused, and an action with the id of a count request does not hide the request', async () => {
  const { mine: myTablet, office, picker, stocked, pick_id } = await withTablet();
  expect((await myTablet.send(myTablet.envelope([myTablet.start(pick_id, { m: shelfTaskName(1) })]))).status).toBe(422);
  myTablet.s -= 1;

  const product = await stocked(100);
  const count = await picker.put(`/api/admin/products/${product.id}`, { field: 'qty_available', value: 10 });
  const { m } = count.body.count_request;
  expect(outcomesOf(await myTablet.sync(myTablet.next({ n: 'pick.start', a: { pick_id: 99_999_999 }, m })))).toEqual(['rejected INVALID']);
  const resolve = (choice: string) => office.post(`/api/admin/attention/${m}/resolve`, { choice });
  expect(await resolve('dismiss')).toMatchObject({ body: { outcome: 'applied' } });
  expect(await resolve('mine')).toMatchObject({ body: { outcome: 'applied' } });
  expect((await office.get(`/api/admin/stock?sku=${product.sku}`)).body).toMatchObject({ items: [{ qty_available: 10 }] });
});

test('the stored size of an action, the number of clients that a tablet asks about and the number of lost actions are limited', async () => {
  const { mine: myTablet, pick_id, polo, style, office, stored } = await withTablet();
  const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`key ${i}`, 'x'.repeat(12)]));
  const wide = myTablet.next({ n: 'pick.start', a: { pick_id, ...many } });
  const bases = Object.fromEntries(Array.from({ length: 25_000 }, (_, i) => [lineBaseKey(i), i]));
  const based = myTablet.record(pick_id, polo.id, 1, { base: bases });
  expect(outcomesOf(await myTablet.sync(wide))).toEqual(['rejected INVALID']);
  expect(outcomesOf(await myTablet.sync(based))).toEqual(['rejected INVALID']);
  for (const one of [wide, based]) expect(JSON.stringify((await stored(one))?.payload).length).toBeLessThan(1_000);

  const ask = async (lm: Record<string, number>) => (await myTablet.send({ ...myTablet.envelope([]), pull: { cursor: myTablet.cursor, lm } })).status;
  expect(await ask({ 'no client': 1 })).toBe(422);
  expect(await ask(Object.fromEntries(Array.from({ length: 5_001 }, () => [randomUUID(), 0])))).toBe(422);

  const lost = { device: randomUUID(), n: Number.MAX_SAFE_INTEGER, since: null };
  expect((await myTablet.send({ ...myTablet.envelope([]), lost })).status).toBe(200);
  const { items } = (await office.get('/api/admin/attention?kind=loss')).body;
  expect(items.find(({ device }: { device: string }) => device === myTablet.device)).toMatchObject({ qty: 1_000_000 });

  const { parent } = await style(['S']);
  const push: WireMutation[] = [
    myTablet.next({ n: 'stock.request_count', a: { product_id: parent.id, pick_line_id: null, qty: 1 } }),
    myTablet.next({ n: 'print.request', a: { what: 'picking_list', pick_id: 99_999_999 } }),
  ];
  expect(outcomesOf(await myTablet.sync(...push))).toEqual(['rejected INVALID', 'rejected INVALID']);
});
