import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { pickLines, syncClients, syncOutcomes } from '../../server/db/tables/index.ts';
import { lineBaseKey, type WireMutation } from '../../shared/sync/wire.ts';
import { floor, outcomesOf, type Tablet } from './tablet.ts';

const withTablet = async () => {
  const here = await floor();
  const order = await here.polosAndCaps();
  const myTablet = here.tablet(here.picker);
  await myTablet.sync();
  const { pick_id } = order.order;
  const lmOf = async (c: string) =>
    (await here.database.reader.select({ lm: syncClients.lm }).from(syncClients).where(eq(syncClients.c, c)))[0]?.lm ?? null;
  const lineNow = async (product_id: number) => {
    const lines = await here.database.reader.select().from(pickLines).where(eq(pickLines.pick_id, pick_id));
    return lines.find((line) => line.product_id === product_id);
  };
  return { ...here, ...order, mine: myTablet, pick_id, lmOf, lineNow };
};

test('only people of the floor who are signed in can sync', async () => {
  const { mine: myTablet, anyone, as } = await withTablet();
  const body = myTablet.envelope([]);
  expect((await anyone.post('/api/sync', body)).status).toBe(401);
  expect((await (await as('client_admin')).post('/api/sync', body)).status).toBe(403);
  expect((await (await as('embroiderer')).post('/api/sync', body)).status).toBe(403);
});

test('a request with a wrong device secret gets no rows and changes nothing', async () => {
  const { mine: myTablet, pick_id, lmOf } = await withTablet();
  const start = myTablet.start(pick_id);
  const refusal = await myTablet.send({ ...myTablet.envelope([start]), secret: randomBytes(32).toString('hex') });
  expect(refusal).toMatchObject({ status: 403, body: { code: 'device_secret' } });
  expect(refusal.body.patch).toBeUndefined();
  expect(await lmOf(myTablet.c)).toBeNull();
  for (const secret of [undefined, null, 7, '', 'short', myTablet.secret.toUpperCase(), `${myTablet.secret}0`])
    expect(await myTablet.send({ ...myTablet.envelope([start]), secret })).toMatchObject({ status: 403, body: { code: 'device_secret' } });
  expect(await lmOf(myTablet.c)).toBeNull();
  expect(outcomesOf(await myTablet.sync(start))).toEqual(['applied']);
});

test('a malformed envelope is refused as a whole and uses up no sequence number', async () => {
  const { mine: myTablet, pick_id, lmOf } = await withTablet();
  const start = myTablet.start(pick_id);
  const { m: _, ...nameless } = myTablet.start(pick_id);
  expect((await myTablet.send(myTablet.envelope([start, nameless as WireMutation]))).status).toBe(422);
  expect((await myTablet.send({ ...myTablet.envelope([start]), pull: {} })).status).toBe(422);
  expect((await myTablet.send({ device: myTablet.device })).status).toBe(422);
  const many = Array.from({ length: 101 }, (_unused, i) => ({ ...start, s: i + 1, m: randomUUID() }));
  expect((await myTablet.send(myTablet.envelope(many))).status).toBe(422);
  expect(await lmOf(myTablet.c)).toBeNull();
});

test('a request of another protocol version gets the upgrade answer, even if the rest of the request is not valid', async () => {
  const { mine: myTablet } = await withTablet();
  expect(await myTablet.send({ pv: 2, anything: true })).toMatchObject({
    status: 200,
    body: { halt: { why: 'upgrade' }, results: [], cursor: null },
  });
});

test('a batch stops at an unknown action or version: the actions before it are kept, and later ones wait', async () => {
  const { mine: myTablet, pick_id, polo, lmOf, lineNow } = await withTablet();
  const start = myTablet.start(pick_id);
  const strange = myTablet.next({ n: 'pick.teleport', a: {} });
  const record = myTablet.record(pick_id, polo.id, 3);
  expect(await myTablet.exchange([start, strange, record])).toMatchObject({
    results: [{ m: start.m, outcome: 'applied' }],
    halt: { why: 'upgrade' },
  });
  expect(await lmOf(myTablet.c)).toBe(1);
  expect((await myTablet.exchange([{ ...strange, n: 'pick.start', nv: 9 }])).halt).toMatchObject({ why: 'upgrade' });
  expect(await lineNow(polo.id)).toMatchObject({ qty_picked: 0 });
});

test('a batch that is repeated after a lost response gets the same response and is applied once', async () => {
  const { mine: myTablet, pick_id, polo, cap, lineNow, statusOf, order } = await withTablet();
  const batch = [
    myTablet.start(pick_id),
    myTablet.record(pick_id, polo.id, 3),
    myTablet.record(pick_id, cap.id, 2),
    myTablet.complete(pick_id, { [polo.id]: 3, [cap.id]: 2 }),
  ];
  const first = await myTablet.send(myTablet.envelope(batch));
  const before = await lineNow(polo.id);
  const second = await myTablet.send(myTablet.envelope(batch));
  expect(second.body.results).toEqual(first.body.results);
  expect(second.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['applied', 'applied', 'applied', 'applied']);
  expect(await lineNow(polo.id)).toEqual(before);
  expect(await statusOf(order.id)).toBe('booked');
});

test('repeating a refused action gets the same refusal, even after the refusal was resolved', async () => {
  const { mine: myTablet, pick_id, polo, as, tablet } = await withTablet();
  const otherTablet = tablet(await as('warehouse'));
  await otherTablet.sync();
  await otherTablet.sync(otherTablet.record(pick_id, polo.id, 1));
  const record = myTablet.record(pick_id, polo.id, 3);
  const first = await myTablet.sync(record);
  expect(outcomesOf(first)).toEqual(['conflict LINE_CHANGED']);
  expect((await myTablet.sync(record)).results).toEqual(first.results);
  expect(outcomesOf(await myTablet.sync(myTablet.next({ n: 'outcome.resolve', a: { m: record.m, choice: 'theirs' } })))).toEqual(['applied']);
  expect((await myTablet.sync(record)).results).toEqual(first.results);
});

test('a batch stops at a gap in the sequence: the answer gives the expected number, and no action after the gap is applied', async () => {
  const { mine: myTablet, pick_id, polo, lineNow } = await withTablet();
  const start = myTablet.start(pick_id);
  myTablet.next({ n: 'pick.pause', a: { pick_id } });
  const record = myTablet.record(pick_id, polo.id, 3);
  expect(await myTablet.exchange([start, record])).toMatchObject({ results: [{ m: start.m }], halt: { why: 'gap', expect: 2 } });
  expect(await lineNow(polo.id)).toMatchObject({ qty_picked: 0 });
});

test('an action whose sequence number is already used stops the batch as a fork; under a new client id the action is applied', async () => {
  const { mine: myTablet, pick_id, polo, lineNow, lmOf } = await withTablet();
  await myTablet.sync(myTablet.start(pick_id));
  const forked = { ...myTablet.record(pick_id, polo.id, 3), s: 1 };
  expect(await myTablet.exchange([forked])).toMatchObject({ results: [], halt: { why: 'fork', expect: 2 } });
  const c = randomUUID();
  expect(outcomesOf(await myTablet.exchange([{ ...forked, c }]))).toEqual(['applied']);
  expect(await lineNow(polo.id)).toMatchObject({ qty_picked: 3 });
  expect(await lmOf(c)).toBe(1);
});

test('an action repeated under a new client id gets its first outcome, and counts as the last mutation of the new client', async () => {
  const { mine: myTablet, pick_id, polo, lineNow, lmOf } = await withTablet();
  const record = myTablet.record(pick_id, polo.id, 3);
  await myTablet.sync(record);
  const before = await lineNow(polo.id);
  const c = randomUUID();
  const again = {
    ...record,
    c,
    s: 1,
    base: { [lineBaseKey(myTablet.line(pick_id, polo.id).id)]: { facts: { product_id: polo.id, qty_allocated: 3, qty_picked: 0, code: null } } },
  };
  expect(outcomesOf(await myTablet.exchange([again]))).toEqual(['applied']);
  expect(await lineNow(polo.id)).toEqual(before);
  expect(await lmOf(c)).toBe(1);
});

test('an action with the id of another action is refused, and stays open for a person to decide', async () => {
  const { mine: myTablet, pick_id, polo, cap, lineNow } = await withTablet();
  const record = myTablet.record(pick_id, polo.id, 3);
  await myTablet.sync(record);
  const other = myTablet.record(pick_id, cap.id, 2, { m: record.m });
  const answer = await myTablet.sync(other);
  expect(outcomesOf(answer)).toEqual(['rejected M_REUSED']);
  expect(answer.outcomes).toMatchObject([{ code: 'M_REUSED' }]);
  expect(await lineNow(cap.id)).toMatchObject({ qty_picked: 0 });
  expect(outcomesOf(await myTablet.sync(other))).toEqual(['rejected M_REUSED']);
  expect((await myTablet.sync()).outcomes).toHaveLength(1);
});

test('a client id belongs to the tablet that used it first', async () => {
  const { mine: myTablet, pick_id, polo, tablet, picker, lineNow } = await withTablet();
  await myTablet.sync(myTablet.start(pick_id));
  const thief: Tablet = tablet(picker);
  await thief.sync();
  thief.c = myTablet.c;
  thief.s = 1;
  expect(await thief.exchange([thief.record(pick_id, polo.id, 3)])).toMatchObject({ results: [], halt: { why: 'auth' }, cursor: null, patch: {} });
  expect(await lineNow(polo.id)).toMatchObject({ qty_picked: 0 });
});

test('a tablet cannot read the action of another tablet by sending the id of that action', async () => {
  const { mine: myTablet, pick_id, polo, as, tablet } = await withTablet();
  const otherTablet = tablet(await as('warehouse'));
  await otherTablet.sync();
  await otherTablet.sync(otherTablet.record(pick_id, polo.id, 1));
  const record = myTablet.record(pick_id, polo.id, 3);
  expect(outcomesOf(await myTablet.sync(record))).toEqual(['conflict LINE_CHANGED']);
  const copied = await otherTablet.sync({ ...record, c: otherTablet.c, s: ++otherTablet.s });
  expect(copied.results).toMatchObject([{ outcome: 'rejected', code: 'M_REUSED', server: null }]);
});

test('the number of the last mutation is returned for every client that the pull or the push names', async () => {
  const { mine: myTablet, pick_id } = await withTablet();
  const unknown = randomUUID();
  const { body } = await myTablet.send({ ...myTablet.envelope([myTablet.start(pick_id)]), pull: { cursor: myTablet.cursor, lm: { [unknown]: 0 } } });
  expect(body.lm).toEqual({ [unknown]: 0, [myTablet.c]: 1 });
});

test('an open outcome is returned to the tablet that sent the action until somebody resolves the outcome', async () => {
  const { mine: myTablet, pick_id, picker, tablet } = await withTablet();
  const wrong = myTablet.next({ n: 'pick.start', a: { pick_id: 99_999_999 } });
  expect((await myTablet.sync(wrong)).outcomes).toMatchObject([
    { m: wrong.m, n: 'pick.start', outcome: 'rejected', code: 'INVALID', at: expect.any(String) },
  ]);
  expect((await tablet(picker).sync()).outcomes).toEqual([]);
  const resolve = myTablet.next({ n: 'outcome.resolve', a: { m: wrong.m, choice: 'dismiss' } });
  expect((await myTablet.sync(resolve)).outcomes).toEqual([]);
  expect(outcomesOf(await myTablet.sync(myTablet.next({ n: 'outcome.resolve', a: { m: wrong.m, choice: 'dismiss' } })))).toEqual(['noop']);
  expect(pick_id).toBeGreaterThan(0);
});

test('a batch that arrives in several requests at the same time is applied once', async () => {
  const { mine: myTablet, pick_id, polo, lineNow, database } = await withTablet();
  const batch = [myTablet.start(pick_id), myTablet.record(pick_id, polo.id, 3)];
  const answers = await Promise.all([1, 2, 3, 4].map(() => myTablet.send(myTablet.envelope(batch))));
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body.results.every(({ outcome }: { outcome: string }) => outcome === 'applied')).toBe(true);
  }
  expect(await lineNow(polo.id)).toMatchObject({ qty_picked: 3, fact_version: 2 });
  expect(await database.reader.select().from(syncOutcomes).where(eq(syncOutcomes.c, myTablet.c))).toHaveLength(2);
});

test('an action that arrives under several client ids at the same time is applied once', async () => {
  const { mine: myTablet, pick_id, polo, lineNow } = await withTablet();
  const record = myTablet.record(pick_id, polo.id, 3);
  const answers = await Promise.all([1, 2, 3].map(() => myTablet.send(myTablet.envelope([{ ...record, c: randomUUID(), s: 1 }]))));
  for (const { body } of answers) expect(body).toMatchObject({ results: [{ outcome: 'applied' }], halt: null });
  expect(await lineNow(polo.id)).toMatchObject({ qty_picked: 3, fact_version: 2 });
});
