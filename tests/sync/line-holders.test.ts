import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { pickLineHolders, pickLines, users } from '../../server/db/tables/index.ts';
import { type RefusalWords, refusalWords } from '../../shared/sync/refusal-words.ts';
import { lineBaseKey, type SyncAnswer, type WireMutation } from '../../shared/sync/wire.ts';
import { floor, outcomesOf, type Tablet } from './tablet.ts';

/** A released order of 3 polos and 2 caps, and two tablets that have pulled it. */
async function twoTablets() {
  const here = await floor();
  const { order, polo, cap } = await here.polosAndCaps();
  const { pick_id } = order;
  const mine = here.tablet(here.picker);
  const theirs = here.tablet(await here.as('warehouse'));
  await mine.sync();
  await theirs.sync();
  const lineOf = (product: { id: number }) => mine.line(pick_id, product.id);
  const lineNow = async (product: { id: number }) =>
    (await here.database.reader.select().from(pickLines).where(eq(pickLines.pick_id, pick_id))).find((line) => line.product_id === product.id);
  const key = lineBaseKey(lineOf(polo).id);
  /** Records of one scan after another, each based on the one before. */
  const scans = (t: Tablet, qty: number, from = 0): WireMutation[] => {
    const records: WireMutation[] = [];
    for (let n = from + 1; n <= qty; n++) {
      const before = records.at(-1);
      records.push(t.record(pick_id, polo.id, n, before && { base: { [key]: { after: before.m } } }));
    }
    return records;
  };
  const inOffice = async (t: Tablet) => {
    const { body } = await here.office.get(`/api/admin/attention?order=${order.uuid}`);
    return (body.items as { kind: string; m: string; qty: number; sku: string; device: string; code: string; group: string | null }[]).filter(
      ({ device }) => device === t.device,
    );
  };
  const tasks = async (t: Tablet) => (await inOffice(t)).filter(({ kind }) => kind === 'shelf_task');
  const resolve = (m: string, choice: string, qty?: number) => here.office.post(`/api/admin/attention/${m}/resolve`, { choice, qty });
  const holders = async () =>
    (
      await here.database.reader
        .select()
        .from(pickLineHolders)
        .where(eq(pickLineHolders.pick_line_id, lineOf(polo).id))
    ).filter(({ qty_held }) => qty_held > 0);
  return { ...here, order, pick_id, polo, cap, mine, theirs, key, lineOf, lineNow, scans, inOffice, tasks, resolve, holders };
}

const wordsOf = ({ outcomes: [open] }: SyncAnswer): RefusalWords =>
  refusalWords({ n: open?.n ?? '', code: open?.code ?? null, server: open?.server ?? null, order_number: null }, 'you');

test('if three items are scanned offline and two on another tablet, two trolleys hold five; a choice of "theirs" sends the three back', async () => {
  const { mine, theirs, pick_id, polo, scans, resolve, tasks, lineNow } = await twoTablets();
  await theirs.sync(theirs.start(pick_id), ...scans(theirs, 2));
  const own = scans(mine, 3);
  const answer = await mine.sync(...own);
  expect(outcomesOf(answer)).toEqual(['conflict LINE_CHANGED', 'conflict AFTER', 'conflict AFTER']);
  expect(wordsOf(answer).text).toContain('Two trolleys hold 5 and the order needs 3.');
  expect(await tasks(mine)).toMatchObject([{ qty: 3, sku: polo.sku }]);
  expect((await resolve(own[0]?.m ?? '', 'theirs')).status).toBe(200);
  expect(await tasks(mine)).toMatchObject([{ qty: 3 }]);
  expect(await lineNow(polo)).toMatchObject({ qty_picked: 2 });
});

test('a choice of "mine" for the first of several records counts all the records, and the items on the other trolley go back', async () => {
  const { mine, theirs, pick_id, polo, scans, resolve, tasks, lineNow } = await twoTablets();
  await theirs.sync(theirs.start(pick_id), ...scans(theirs, 2));
  const own = scans(mine, 3);
  await mine.sync(...own);
  expect((await resolve(own[0]?.m ?? '', 'mine')).status).toBe(200);
  expect(await lineNow(polo)).toMatchObject({ qty_picked: 3, picked_device: mine.device });
  expect(await tasks(mine)).toEqual([]);
  expect(await tasks(theirs)).toMatchObject([{ qty: 2 }]);
});

test('a conflict resolved as "mine" does not count an item that was meanwhile put back from another trolley', async () => {
  const { mine, theirs, pick_id, polo, key, scans, resolve, tasks, lineNow, holders } = await twoTablets();
  await theirs.sync(theirs.start(pick_id), ...scans(theirs, 1));
  await mine.sync();
  const second = mine.record(pick_id, polo.id, 2, {
    seen: { [key]: { product_id: polo.id, qty_allocated: 3, qty_picked: 1, code: null, qty_own: 0 } },
  });
  await theirs.sync(theirs.record(pick_id, polo.id, 0));
  expect(outcomesOf(await mine.sync(second))).toEqual(['conflict LINE_CHANGED']);
  expect((await resolve(second.m, 'mine')).status).toBe(200);
  expect(await lineNow(polo)).toMatchObject({ qty_picked: 1, picked_device: mine.device });
  expect(await holders()).toMatchObject([{ device: mine.device, qty_held: 1, qty_counted: 1 }]);
  expect(await tasks(mine)).toEqual([]);
});

test('if the office counts 0 while an offline picker holds an item, a task sends the item back, even if the recorded quantity is kept', async () => {
  const { mine, pick_id, polo, resolve, tasks, office, lineNow } = await twoTablets();
  await mine.sync(mine.start(pick_id));
  const record = mine.record(pick_id, polo.id, 1);
  expect((await office.put(`/api/admin/products/${polo.id}`, { field: 'qty_available', value: 0 })).status).toBe(200);
  const answer = await mine.sync(record);
  expect(outcomesOf(answer)).toEqual(['conflict OVER_ALLOCATED']);
  expect(wordsOf(answer).text).toMatch(/The line has 0 recorded\. 1 goes back to /);
  expect(await tasks(mine)).toMatchObject([{ qty: 1 }]);
  await resolve(record.m, 'theirs');
  expect(await tasks(mine)).toMatchObject([{ qty: 1 }]);
  expect(await lineNow(polo)).toMatchObject({ qty_allocated: 0, qty_picked: 0 });
});

test('if more is picked than is allocated, the allocated number can be counted, and the rest goes back', async () => {
  const { mine, pick_id, polo, resolve, tasks, office, lineNow } = await twoTablets();
  await mine.sync(mine.start(pick_id));
  const record = mine.record(pick_id, polo.id, 3);
  await office.put(`/api/admin/products/${polo.id}`, { field: 'qty_available', value: 2 });
  expect(outcomesOf(await mine.sync(record))).toEqual(['conflict OVER_ALLOCATED']);
  expect((await resolve(record.m, 'mine')).status).toBe(200);
  expect(await lineNow(polo)).toMatchObject({ qty_allocated: 2, qty_picked: 2 });
  expect(await tasks(mine)).toMatchObject([{ qty: 1 }]);
});

test('if a conflict is resolved as "mine" and a later record is then refused, the refusal says how many items go back to the shelf', async () => {
  const { mine, pick_id, polo, scans, resolve, tasks, office } = await twoTablets();
  await mine.sync(mine.start(pick_id));
  const own = scans(mine, 3);
  await office.put(`/api/admin/products/${polo.id}`, { field: 'qty_available', value: 2 });
  expect(outcomesOf(await mine.sync(...own))).toEqual(['conflict LINE_CHANGED', 'conflict AFTER', 'conflict AFTER']);
  await resolve(own[0]?.m ?? '', 'mine');
  const answer = await mine.sync();
  expect(answer.outcomes).toMatchObject([{ code: 'OVER_ALLOCATED', m: own[2]?.m }]);
  expect(wordsOf(answer).text).toMatch(/The line has 2 recorded\. 1 goes back to /);
  expect(await tasks(mine)).toMatchObject([{ qty: 1 }]);
});

test.each(['ACTOR_DISABLED', 'NOT_ALLOWED'])('if a record is discarded after %s, its items go back to the shelf', async (code) => {
  const { mine, pick_id, polo, as, database, resolve, tasks } = await twoTablets();
  const picker = mine.who;
  mine.who = await as('warehouse');
  await mine.sync();
  const leaver = mine.who;
  mine.who = picker;
  await database.unitOfWork((db) =>
    db
      .update(users)
      .set(code === 'ACTOR_DISABLED' ? { is_disabled: true } : { role: 'embroiderer' })
      .where(eq(users.id, leaver.id)),
  );
  const record = mine.record(pick_id, polo.id, 2, { actor_id: leaver.id });
  await mine.sync(record);
  await resolve(record.m, 'dismiss');
  expect(await tasks(mine)).toMatchObject([{ qty: 2 }]);
});

test('items of a substituted product and items of its substitute go back as two shelf tasks', async () => {
  const { mine, pick_id, polo, order, stocked, database, lineOf, tasks, office } = await twoTablets();
  await mine.sync(mine.start(pick_id));
  const record = mine.record(pick_id, polo.id, 2);
  const shirt = await stocked(10);
  const { id } = lineOf(polo);
  await database.unitOfWork((db) => db.update(pickLines).set({ product_id: shirt.id }).where(eq(pickLines.id, id)));
  expect(outcomesOf(await mine.sync(record))).toEqual(['conflict PRODUCT_CHANGED']);
  expect(outcomesOf(await mine.sync(mine.record(pick_id, shirt.id, 3)))).toEqual(['applied']);
  expect((await office.put(order.path, { sendBack: true })).status).toBe(200);
  expect((await tasks(mine)).map(({ sku, qty }) => `${qty} ${sku}`).sort()).toEqual([`2 ${polo.sku}`, `3 ${shirt.sku}`].sort());
});

test('a line shows on whose trolley its items are; completing the pick moves all items to the trolley of the tablet that completes it', async () => {
  const { mine, theirs, pick_id, polo, cap, order, office, scans, lineOf, tasks } = await twoTablets();
  await mine.sync(mine.start(pick_id), ...scans(mine, 1));
  await mine.sync(mine.next({ n: 'pick.handover', a: { pick_id } }));
  await theirs.sync();
  await theirs.sync(theirs.start(pick_id), ...scans(theirs, 3, 1), theirs.record(pick_id, cap.id, 2));
  await mine.sync();
  const held = (device: string, user_id: number, qty: number) => ({ device, user_id, qty });
  const expected = [held(mine.device, mine.who.id, 1), held(theirs.device, theirs.who.id, 2)];
  for (const tablet of [mine, theirs]) {
    expect(tablet.line(pick_id, polo.id).holders).toEqual(expect.arrayContaining(expected));
    expect(tablet.line(pick_id, polo.id).holders).toHaveLength(2);
    expect(tablet.line(pick_id, cap.id).holders).toEqual([held(theirs.device, theirs.who.id, 2)]);
  }
  expect(outcomesOf(await theirs.sync(theirs.complete(pick_id, {})))).toEqual(['applied']);
  await mine.sync();
  expect(mine.line(pick_id, lineOf(polo).product_id).holders).toEqual([held(theirs.device, theirs.who.id, 3)]);
  expect((await office.post(`${order.path}/reopen`, { reason: 'Wrong size' })).status).toBe(200);
  expect(await tasks(mine)).toEqual([]);
  expect((await tasks(theirs)).map(({ qty }) => qty).sort()).toEqual([2, 3]);
});

test('if a later record on another tablet counts fewer items, the surplus goes back from the trolley that holds it', async () => {
  const { mine, theirs, pick_id, scans, polo, tasks, holders } = await twoTablets();
  await mine.sync(mine.start(pick_id), ...scans(mine, 3));
  await mine.sync(mine.next({ n: 'pick.handover', a: { pick_id } }));
  await theirs.sync();
  await theirs.sync(theirs.start(pick_id), theirs.record(pick_id, polo.id, 1));
  expect(await tasks(theirs)).toEqual([]);
  expect(await tasks(mine)).toMatchObject([{ qty: 2 }]);
  expect(await holders()).toMatchObject([{ device: mine.device, qty_held: 3, qty_counted: 1 }]);
});

test('items that the picker puts back before the pick’s refusal arrives need no shelf task', async () => {
  const { mine, theirs, pick_id, scans, polo, key, tasks } = await twoTablets();
  await theirs.sync(theirs.start(pick_id), ...scans(theirs, 2));
  const own = scans(mine, 2);
  const back = mine.record(pick_id, polo.id, 0, { base: { [key]: { after: own[1]?.m ?? '' } } });
  await mine.sync(...own, back);
  expect(await tasks(mine)).toEqual([]);
});

test('if part of a shelf task is ticked off, the rest of it stays open', async () => {
  const { mine, theirs, pick_id, scans, tasks, resolve, holders } = await twoTablets();
  await theirs.sync(theirs.start(pick_id), ...scans(theirs, 2));
  const own = scans(mine, 3);
  await mine.sync(...own);
  const [task] = await tasks(mine);
  expect(outcomesOf(await mine.sync(mine.next({ n: 'outcome.resolve', a: { m: task?.m, choice: 'dismiss', qty: 2 } })))).toEqual(['applied']);
  expect(await tasks(mine)).toMatchObject([{ m: task?.m, qty: 1 }]);
  expect((await resolve(task?.m ?? '', 'dismiss', 1)).status).toBe(200);
  expect(await tasks(mine)).toEqual([]);
  expect((await holders()).map(({ device }) => device)).toEqual([theirs.device]);
});

test('an order picked on two tablets is one decision in the office, which is closed when the last items are put back', async () => {
  const { mine, theirs, pick_id, polo, cap, scans, tasks, inOffice, resolve, lineNow } = await twoTablets();
  await theirs.sync(theirs.start(pick_id), ...scans(theirs, 2), theirs.record(pick_id, cap.id, 2));
  const start = mine.start(pick_id);
  const answer = await mine.sync(start, ...scans(mine, 3), mine.record(pick_id, cap.id, 2), mine.complete(pick_id, { [polo.id]: 3, [cap.id]: 2 }));
  expect(outcomesOf(answer).map((outcome) => outcome.split(' ')[1])).toEqual([
    ...['CLAIMED', 'LINE_CHANGED', 'AFTER', 'AFTER', 'DOUBLE_PICKED', 'NOT_PICKER'],
  ]);
  expect(answer.outcomes.map(({ root_m }) => root_m ?? null)).toEqual([null, start.m, start.m, start.m, start.m, start.m]);
  expect((await inOffice(mine)).map(({ group }) => group)).toEqual(Array(8).fill(start.m));
  const [first, last] = await tasks(mine);
  await resolve(first?.m ?? '', 'dismiss');
  expect((await mine.sync()).outcomes).toHaveLength(6);
  await resolve(last?.m ?? '', 'dismiss');
  expect((await mine.sync()).outcomes).toEqual([]);
  expect(await inOffice(mine)).toEqual([]);
  expect(await lineNow(polo)).toMatchObject({ qty_picked: 2, picked_device: theirs.device });
});

test('if a conflict over a pick that somebody else started is resolved as "mine", my lines count, except items back on the shelf', async () => {
  const { mine, theirs, pick_id, polo, cap, scans, tasks, resolve, lineNow } = await twoTablets();
  await theirs.sync(theirs.start(pick_id), ...scans(theirs, 2), theirs.record(pick_id, cap.id, 1));
  const start = mine.start(pick_id);
  await mine.sync(start, ...scans(mine, 3), mine.record(pick_id, cap.id, 2));
  const caps = (await tasks(mine)).find(({ sku }) => sku === cap.sku);
  await resolve(caps?.m ?? '', 'dismiss');
  expect((await resolve(start.m, 'mine')).status).toBe(200);
  expect((await mine.sync()).outcomes).toEqual([]);
  expect(await lineNow(polo)).toMatchObject({ qty_picked: 3, picked_device: mine.device });
  expect(await lineNow(cap)).toMatchObject({ qty_picked: 1, picked_device: theirs.device });
  expect(await tasks(mine)).toEqual([]);
  expect(await tasks(theirs)).toMatchObject([{ qty: 2, sku: polo.sku }]);
});
