import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { pickLineHolders, pickLines, syncClients, syncOutcomes } from '../../server/db/tables/index.ts';
import { lineBaseKey, type SyncAnswer, type WireMutation } from '../../shared/sync/wire.ts';
import { floor, outcomesOf } from './tablet.ts';

/** A started pick of 3 polos and 2 caps on a tablet, and a check that the tablet's queue is not stuck. */
const picking = async () => {
  const here = await floor();
  const { order, polo, cap } = await here.polosAndCaps();
  const myTablet = here.tablet(here.picker);
  const { pick_id } = order;
  await myTablet.sync();
  await myTablet.sync(myTablet.start(pick_id));
  const lineNow = async (product_id: number) => {
    const lines = await here.database.reader.select().from(pickLines).where(eq(pickLines.pick_id, pick_id));
    return lines.find((line) => line.product_id === product_id);
  };
  /** Checks that the tablet's next action is applied. */
  const goesOn = async () => expect(outcomesOf(await myTablet.sync(myTablet.record(pick_id, cap.id, 2)))).toEqual(['applied']);
  const consumed = async () =>
    (await here.database.reader.select({ lm: syncClients.lm }).from(syncClients).where(eq(syncClients.c, myTablet.c)))[0]?.lm ?? 0;
  const args = (more: Record<string, unknown> = {}) => ({
    pick_id,
    pick_line_id: myTablet.line(pick_id, polo.id).id,
    product_id: polo.id,
    qty_picked: 2,
    code: null,
    other_reason: null,
    ...more,
  });
  const base = () => ({ [lineBaseKey(myTablet.line(pick_id, polo.id).id)]: myTablet.line(pick_id, polo.id).fact_version });
  return { ...here, order, polo, cap, mine: myTablet, pick_id, lineNow, goesOn, consumed, args, base };
};

test('recording more than was ever allocated is a conflict, and nothing is counted', async () => {
  const { mine: myTablet, pick_id, polo, lineNow, goesOn } = await picking();
  expect(outcomesOf(await myTablet.sync(myTablet.record(pick_id, polo.id, 4)))).toEqual(['conflict OVER_ALLOCATED']);
  expect(await lineNow(polo.id)).toMatchObject({ qty_picked: 0 });
  await goesOn();
});

test('an unknown reason is INVALID, and the message asks for a reason from the list', async () => {
  const { mine: myTablet, pick_id, polo, goesOn } = await picking();
  const answer = await myTablet.sync(myTablet.record(pick_id, polo.id, 1, { code: 'EATEN_BY_MOTHS' }));
  expect(outcomesOf(answer)).toEqual(['rejected INVALID']);
  expect(answer.results[0]?.server).toMatchObject({ message: 'Select reason for picking anomaly', mine: { qty_picked: 1 } });
  await goesOn();
});

test('a reason that requires details and has none is INVALID, and the message asks for details', async () => {
  const { mine: myTablet, pick_id, polo, args, base, goesOn } = await picking();
  const answer = await myTablet.sync(myTablet.record(pick_id, polo.id, 1, { code: 'OTHER' }));
  expect(outcomesOf(answer)).toEqual(['rejected INVALID']);
  expect(answer.results[0]?.server).toMatchObject({ message: 'This reason needs a few words about what happened.' });
  const blank = myTablet.next({ n: 'pick.record_line', a: args({ code: 'OTHER', other_reason: '   ' }), base: base() });
  expect(outcomesOf(await myTablet.sync(blank))).toEqual(['rejected INVALID']);
  await goesOn();
});

test('a record that names another product than its line, whether existing or unknown, does not change the quantity of the line', async () => {
  const { mine: myTablet, args, base, polo, cap, lineNow, goesOn, database } = await picking();
  const other = myTablet.next({ n: 'pick.record_line', a: args({ product_id: cap.id }), base: base() });
  const unknown = myTablet.next({ n: 'pick.record_line', a: args({ product_id: 99_999_999 }), base: base() });
  expect(outcomesOf(await myTablet.sync(other, unknown))).toEqual(['conflict PRODUCT_CHANGED', 'rejected INVALID']);
  expect(await lineNow(polo.id)).toMatchObject({ qty_picked: 0 });
  const held = database.reader.select({ product_id: pickLineHolders.product_id }).from(pickLineHolders);
  expect(await held.where(eq(pickLineHolders.pick_line_id, args().pick_line_id))).toEqual([{ product_id: cap.id }]);
  await goesOn();
});

test('a record for a line of another pick is INVALID', async () => {
  const { mine: myTablet, polosAndCaps, args, goesOn } = await picking();
  const other = await polosAndCaps();
  await myTablet.sync();
  const foreign = myTablet.line(other.order.pick_id, other.polo.id);
  expect(outcomesOf(await myTablet.sync(myTablet.next({ n: 'pick.record_line', a: args({ pick_line_id: foreign.id }) })))).toEqual([
    'rejected INVALID',
  ]);
  await goesOn();
});

test('a record based on an older, unknown or missing version of its line is a conflict', async () => {
  const { mine: myTablet, pick_id, polo, lineNow, goesOn } = await picking();
  await myTablet.sync(myTablet.record(pick_id, polo.id, 1));
  const key = lineBaseKey(myTablet.line(pick_id, polo.id).id);
  const answer = await myTablet.sync(
    myTablet.record(pick_id, polo.id, 3, { base: { [key]: 1 } }),
    myTablet.record(pick_id, polo.id, 3, { base: { [key]: 4_000_000_000_000 } }),
    myTablet.record(pick_id, polo.id, 3, { base: {} }),
    myTablet.record(pick_id, polo.id, 3, { base: { [key]: { after: randomUUID() } } }),
  );
  expect(outcomesOf(answer)).toEqual(Array(4).fill('conflict LINE_CHANGED'));
  expect(await lineNow(polo.id)).toMatchObject({ qty_picked: 1 });
  await goesOn();
});

test('a batch stops before an unknown action or an unknown version of an action, which uses up no sequence number', async () => {
  const { mine: myTablet, pick_id, consumed, goesOn } = await picking();
  const before = await consumed();
  for (const strange of [{ n: 'pick.teleport' }, { nv: 2 }, { nv: 2 ** 40 }, { n: 'constructor' }]) {
    const mutation = { ...myTablet.next({ n: 'pick.pause', a: { pick_id } }), ...strange };
    myTablet.s -= 1;
    expect(await myTablet.exchange([mutation])).toMatchObject({ results: [], halt: { why: 'upgrade' } });
  }
  expect(await consumed()).toBe(before);
  await goesOn();
});

test('after a gap in the numbers of a batch, no action is applied, and the answer gives the expected number', async () => {
  const { mine: myTablet, pick_id, goesOn } = await picking();
  const early = { ...myTablet.next({ n: 'pick.pause', a: { pick_id } }), s: 40 };
  myTablet.s -= 1;
  expect(await myTablet.exchange([early])).toMatchObject({ results: [], halt: { why: 'gap', expect: 2 } });
  await goesOn();
});

test('a tablet that sends the client id or the device id of another tablet changes nothing and gets no rows', async () => {
  const { mine: myTablet, pick_id, tablet, as, goesOn, consumed } = await picking();
  const thief = tablet(await as('warehouse'));
  await thief.sync();
  const before = await consumed();
  const stolen = { ...thief.next({ n: 'pick.pause', a: { pick_id } }), c: myTablet.c, s: 2 };
  expect(await thief.exchange([stolen])).toMatchObject({ results: [], halt: { why: 'auth' }, cursor: null, patch: {}, lm: {} });
  const posing = await thief.send({ ...thief.envelope([stolen]), device: myTablet.device });
  expect(posing).toMatchObject({ status: 403, body: { code: 'device_secret' } });
  expect(posing.body.patch).toBeUndefined();
  expect(await consumed()).toBe(before);
  await goesOn();
});

test('a body of ten thousand mutations is refused whole, and none of them is applied', async () => {
  const { mine: myTablet, pick_id, consumed, goesOn } = await picking();
  const before = await consumed();
  const one = myTablet.next({ n: 'pick.pause', a: { pick_id } });
  myTablet.s -= 1;
  const many = Array.from({ length: 10_000 }, (_, i) => ({ ...one, s: one.s + i, m: randomUUID() }));
  expect((await myTablet.send(myTablet.envelope(many))).status).toBe(413);
  expect((await myTablet.send(myTablet.envelope(many.slice(0, 101)))).status).toBe(422);
  expect(await consumed()).toBe(before);
  await goesOn();
});

test('a body that is not a valid envelope is refused as a whole without a 500, and uses up no sequence number', async () => {
  const { mine: myTablet, pick_id, consumed, goesOn } = await picking();
  const before = await consumed();
  const good = myTablet.next({ n: 'pick.pause', a: { pick_id } });
  myTablet.s -= 1;
  const bad = (change: Record<string, unknown>) => myTablet.envelope([{ ...good, ...change } as WireMutation]);
  const whole = myTablet.envelope([good]);
  const bodies: unknown[] = [
    null,
    [],
    'push',
    7,
    {},
    { ...whole, pv: 'one' },
    { ...whole, device: 'mine' },
    { ...whole, pending: -1 },
    { ...whole, push: 'all' },
    { ...whole, push: [null] },
    { ...whole, push: [[good]] },
    { ...whole, pull: null },
    { ...whole, pull: { cursor: 'somewhere', lm: {} } },
    ...['', 'before', '1-', '-1-0', 'x'.repeat(32), `1000000000-${'0'.repeat(32)}`, `7-${'F'.repeat(32)}`].flatMap((epoch) => [
      { ...whole, pull: { cursor: { ...myTablet.cursor, epoch }, lm: {} } },
      { ...whole, pull: { cursor: null, lm: {}, epoch } },
    ]),
    { ...whole, pull: { cursor: null, lm: { [myTablet.c]: 'many' } } },
    { ...whole, pull: { cursor: null, lm: { 'a\0b': 1 } } },
    { ...whole, device_name: 'Tablet \ud800' },
    bad({ c: 'not-a-uuid' }),
    bad({ s: 0 }),
    bad({ s: 1.5 }),
    bad({ m: null }),
    bad({ n: 'x'.repeat(61) }),
    bad({ nv: '1' }),
    bad({ a: [] }),
    bad({ a: 'pick' }),
    bad({ base: { 'pick_line:1': 'old' } }),
    bad({ actor_id: -1 }),
    bad({ asserted: 'yes' }),
    bad({ at: 12 }),
  ];
  for (const body of bodies) expect([400, 422], JSON.stringify(body)?.slice(0, 200)).toContain((await myTablet.send(body)).status);
  expect(await consumed()).toBe(before);
  await goesOn();
});

test('an action with text that a database cannot store is refused, and the rest of its batch is applied', async () => {
  const { mine: myTablet, pick_id, polo, cap, args, base, office } = await picking();
  const poison = [
    myTablet.next({ n: 'pick.assign_tote', a: { pick_id, tote: 'T\0one' } }),
    myTablet.next({ n: 'pick.record_line', a: args({ code: 'OTHER', other_reason: 'half a \ud83d' }), base: base() }),
    myTablet.next({ n: 'pick.assign_tote', a: { pick_id, tote: 'T1', 'a\0key': 1 } }),
    myTablet.next({ n: 'pick.pause', a: { pick_id }, at: 'late\0' }),
    myTablet.next({ n: 'pick.pause', a: { pick_id }, base: { 'line\udc00': 3 } }),
  ];
  const answer = await myTablet.sync(...poison, myTablet.record(pick_id, polo.id, 3), myTablet.record(pick_id, cap.id, 2));
  expect(outcomesOf(answer)).toEqual([...poison.map(() => 'rejected INVALID'), 'applied', 'applied']);
  expect(answer.results[0]?.server).toEqual({ message: 'This contains a character that cannot be stored.' });
  expect(answer.outcomes.map(({ m }) => m)).toEqual(poison.map(({ m }) => m));
  // Repeated actions get the same results; the office sees all of them and can close them.
  expect((await myTablet.sync(...poison)).results).toEqual(answer.results.slice(0, poison.length));
  const { body } = await office.get('/api/admin/attention');
  for (const { m } of poison) {
    expect(body.items.some((item: { m: string }) => item.m === m)).toBe(true);
    expect(await office.post(`/api/admin/attention/${m}/resolve`, { choice: 'dismiss' })).toMatchObject({ status: 200 });
  }
  expect((await myTablet.sync()).outcomes).toEqual([]);
});

test('characters made of two surrogates, such as emoji, are stored unchanged', async () => {
  const { mine: myTablet, pick_id, order } = await picking();
  expect(outcomesOf(await myTablet.sync(myTablet.next({ n: 'pick.assign_tote', a: { pick_id, tote: 'T1 👕' } })))).toEqual(['applied']);
  expect(myTablet.rows.pick.get(order.uuid)).toMatchObject({ tote: 'T1 👕' });
});

test('of a batch, only the actions with oversized text or deeply nested arguments are refused; they are stored in a shortened form', async () => {
  const { mine: myTablet, pick_id, polo, args, base, database, goesOn } = await picking();
  const levels = 40_000;
  const huge = myTablet.next({ n: 'pick.record_line', a: args({ other_reason: 'x'.repeat(400_000) }), base: base() });
  const batch = [
    huge,
    myTablet.next({ n: 'pick.complete', a: { pick_id, digest: '1:1:1:\n'.repeat(40_000) } }),
    myTablet.next({ n: 'pick.assign_tote', a: { pick_id, tote: 'T1', more: 'DEEP' } }),
    myTablet.record(pick_id, polo.id, 2),
  ];
  const body = JSON.stringify(myTablet.envelope(batch)).replace('"DEEP"', `${'['.repeat(levels)}${']'.repeat(levels)}`);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
  const response = await myTablet.who.raw('/api/sync', { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  const answer = (await response.json()) as SyncAnswer;
  await myTablet.sync();
  expect(outcomesOf(answer)).toEqual(['rejected INVALID', 'rejected INVALID', 'rejected INVALID', 'applied']);
  const [outcome] = await database.reader.select({ payload: syncOutcomes.payload }).from(syncOutcomes).where(eq(syncOutcomes.m, huge.m));
  expect(JSON.stringify(outcome?.payload).length).toBeLessThan(3_000);
  await goesOn();
});

test('an action with a number too large for any column gets an outcome on SQLite and PostgreSQL', async () => {
  const { mine: myTablet, pick_id, polo, cap, goesOn } = await picking();
  const largest = Number.MAX_SAFE_INTEGER;
  const m = randomUUID();
  const answer = await myTablet.sync(
    myTablet.start(pick_id, { actor_id: largest }),
    myTablet.start(largest),
    myTablet.next({ n: 'stock.request_count', a: { product_id: polo.id, pick_line_id: null, qty: largest } }),
    myTablet.next({ n: 'stock.request_count', a: { product_id: polo.id, pick_line_id: largest, qty: 1 } }),
    myTablet.next({ n: 'stock.request_count', a: { product_id: largest, pick_line_id: null, qty: 1 } }),
    myTablet.record(pick_id, polo.id, 3, { m }),
    myTablet.record(pick_id, cap.id, 2, { m, nv: largest }),
  );
  expect(outcomesOf(answer)).toEqual([...Array(5).fill('rejected INVALID'), 'applied', 'rejected M_REUSED']);
  await goesOn();
});

test('an action of any kind is INVALID if it names only unknown ids', async () => {
  const { mine: myTablet, goesOn } = await picking();
  const nothing = { pick_id: 99_999_999 };
  const digest = '';
  const names = ['pick.start', 'pick.pause', 'pick.resume', 'pick.handover', 'pick.send_back'];
  const uuid = randomUUID();
  const mutations = [
    ...names.map((n) => myTablet.next({ n, a: nothing })),
    myTablet.next({ n: 'pick.complete', a: { ...nothing, digest } }),
    myTablet.next({ n: 'pick.assign_tote', a: { ...nothing, tote: 'T1' } }),
    myTablet.next({ n: 'prep.tick_line', a: { ...nothing, pick_line_id: 99_999_999, ticked: true } }),
    myTablet.next({ n: 'prep.complete', a: { ...nothing, digest } }),
    myTablet.next({
      n: 'dispatch.request',
      a: { orders: [{ uuid, service_key: '220', total_weight: 5, total_items: 1 }], consolidated: false, digest },
    }),
    myTablet.next({ n: 'dispatch.edit', a: { dispatch_id: 99_999_999, total_items: 2 } }),
    myTablet.next({ n: 'dispatch.set_tracking', a: { dispatch_id: 99_999_999, tracking_number: 'X', consignment_number: null } }),
    myTablet.next({ n: 'print.request', a: { what: 'bag_label', pick_id: 99_999_999, employee_id: 99_999_999, count: 1 } }),
    myTablet.next({ n: 'outcome.resolve', a: { m: randomUUID(), choice: 'mine' } }),
  ];
  expect(outcomesOf(await myTablet.sync(...mutations))).toEqual(mutations.map(() => 'rejected INVALID'));
  await goesOn();
});
