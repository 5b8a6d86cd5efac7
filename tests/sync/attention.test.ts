import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { pickLines, picks } from '../../server/db/tables/index.ts';
import { lineBaseKey } from '../../shared/sync/wire.ts';
import { floor, outcomesOf, type Tablet } from './tablet.ts';

interface Item {
  kind: string;
  m: string;
  order: { uuid: string } | null;
  [key: string]: unknown;
}

/** Two tablets have recorded the same line of an order: the first 1 item, the second 3. */
const withConflict = async () => {
  const here = await floor();
  const { order, polo, cap } = await here.polosAndCaps();
  const { pick_id } = order;
  const otherTablet = here.tablet(await here.as('warehouse'));
  const myTablet = here.tablet(here.picker);
  await otherTablet.sync();
  await myTablet.sync();
  await otherTablet.sync(otherTablet.start(pick_id), otherTablet.record(pick_id, polo.id, 1));
  const root = myTablet.record(pick_id, polo.id, 3);
  expect(outcomesOf(await myTablet.sync(root))).toEqual(['conflict LINE_CHANGED']);
  const attention = async (): Promise<Item[]> => {
    const { status, body } = await here.office.get('/api/admin/attention');
    expect(status).toBe(200);
    return body.items.filter((item: Item) => item.order === null || item.order.uuid === order.uuid);
  };
  const resolve = (m: string, choice: string, who = here.office) => who.post(`/api/admin/attention/${m}/resolve`, { choice });
  const lineNow = async () => {
    const lines = await here.database.reader.select().from(pickLines).where(eq(pickLines.pick_id, pick_id));
    return lines.find((line) => line.product_id === polo.id);
  };
  const tasksOf = async (t: Tablet) => (await attention()).filter(({ kind, device }) => kind === 'shelf_task' && device === t.device);
  return { ...here, order, polo, cap, pick_id, mine: myTablet, theirs: otherTablet, root, attention, resolve, lineNow, tasksOf };
};

test('only the provider’s people see a refused action, with its order, the intended change and the reason', async () => {
  const { attention, root, polo, order, mine, picker, as, anyone } = await withConflict();
  const items = await attention();
  expect(items.find(({ m }) => m === root.m)).toMatchObject({
    kind: 'outcome',
    n: 'pick.record_line',
    outcome: 'conflict',
    code: 'LINE_CHANGED',
    sku: polo.sku,
    qty: 3,
    order: { uuid: order.uuid, order_number: String(order.id).padStart(5, '0') },
    device: mine.device,
    person: { id: picker.id },
  });
  expect(items.find(({ kind, device }) => kind === 'shelf_task' && device === mine.device)).toMatchObject({ sku: polo.sku, qty: 3 });
  expect((await (await as('client_admin')).get('/api/admin/attention')).status).toBe(403);
  expect((await anyone.get('/api/admin/attention')).status).toBe(401);
  expect((await (await as('manager')).post(`/api/admin/attention/${root.m}/resolve`, { choice: 'mine' })).status).toBe(403);
});

test('choosing "theirs" closes the open item and leaves the line as it is; the picked garments still have to go back', async () => {
  const { root, resolve, lineNow, mine, theirs, attention, tasksOf } = await withConflict();
  expect(await resolve(root.m, 'theirs')).toMatchObject({ status: 200, body: { outcome: 'applied' } });
  expect(await lineNow()).toMatchObject({ qty_picked: 1, picked_device: theirs.device });
  expect((await attention()).some(({ m }) => m === root.m)).toBe(false);
  expect((await mine.sync()).outcomes).toEqual([]);
  const [task] = await tasksOf(mine);
  expect(task).toMatchObject({ qty: 3 });
  expect(await resolve(String(task?.m), 'dismiss')).toMatchObject({ status: 200, body: { outcome: 'applied' } });
  expect(await resolve(String(task?.m), 'dismiss')).toMatchObject({ status: 200, body: { outcome: 'noop' } });
  expect(await tasksOf(mine)).toEqual([]);
  await mine.sync();
  expect([...mine.rows.shelf_task.values()].filter(({ device }) => device === mine.device)).toEqual([]);
});

test('choosing "mine" applies the action in the picker’s name, and the other picker’s items go back to the shelf', async () => {
  const { root, resolve, lineNow, mine, theirs, tasksOf, picker } = await withConflict();
  expect(await resolve(root.m, 'mine')).toMatchObject({ status: 200, body: { outcome: 'applied' } });
  expect(await lineNow()).toMatchObject({ qty_picked: 3, picked_by: picker.id, picked_device: mine.device });
  expect(await tasksOf(mine)).toEqual([]);
  expect(await tasksOf(theirs)).toMatchObject([{ qty: 1 }]);
  expect(await resolve(root.m, 'theirs')).toMatchObject({ status: 200, body: { outcome: 'noop' } });
  expect(await lineNow()).toMatchObject({ qty_picked: 3 });
});

test('choosing a recount requests a count, which cannot be confirmed until somebody has counted', async () => {
  const { root, resolve, attention, polo, stockOf } = await withConflict();
  expect((await resolve(root.m, 'recount')).status).toBe(200);
  const request = (await attention()).find(({ kind, sku }) => kind === 'count_request' && sku === polo.sku);
  expect(request).toMatchObject({ qty: null });
  expect((await resolve(String(request?.m), 'mine')).status).toBe(422);
  expect((await resolve(String(request?.m), 'dismiss')).status).toBe(200);
  expect(await stockOf(polo)).toMatchObject({ qty_available: 10 });
});

test('a choice that the rules forbid at present is refused, and the open item stays', async () => {
  const { root, resolve, database, pick_id, attention } = await withConflict();
  await database.unitOfWork((db) =>
    db.update(picks).set({ state: 'closed', close_reason: 'unallocated', ended_at: '2026-11-20T09:00:00.000Z' }).where(eq(picks.id, pick_id)),
  );
  expect(await resolve(root.m, 'mine')).toMatchObject({ status: 409, body: { code: 'still_refused', current: { code: 'PICK_CLOSED' } } });
  expect((await attention()).some(({ m }) => m === root.m)).toBe(true);
});

test('resolving the first refused action retries the actions that depend on it', async () => {
  const { mine, theirs, root, resolve, pick_id, polo, cap, order, statusOf, lineNow } = await withConflict();
  await theirs.sync(theirs.next({ n: 'pick.handover', a: { pick_id } }));
  const key = lineBaseKey(mine.line(pick_id, polo.id).id);
  const start = mine.start(pick_id);
  const second = mine.record(pick_id, polo.id, 2, { base: { [key]: { after: root.m } }, code: 'NOT_IN_BIN' });
  const caps = mine.record(pick_id, cap.id, 2);
  const complete = mine.complete(
    pick_id,
    { [polo.id]: 2, [cap.id]: 2 },
    { base: { [key]: { after: second.m } }, codes: { [polo.id]: 'NOT_IN_BIN' } },
  );
  expect(outcomesOf(await mine.sync(start, second, caps, complete))).toEqual(['applied', 'conflict AFTER', 'applied', 'conflict AFTER']);
  expect(await resolve(root.m, 'mine')).toMatchObject({ status: 200, body: { outcome: 'applied' } });
  expect(await lineNow()).toMatchObject({ qty_picked: 2, code: 'NOT_IN_BIN' });
  expect(await statusOf(order.id)).toBe('booked');
  expect((await mine.sync()).outcomes).toEqual([]);
});

test('choosing "theirs" also closes later records of the line; a completion that no longer matches the lines becomes a separate item', async () => {
  const { mine, theirs, root, resolve, pick_id, polo, cap, lineNow } = await withConflict();
  await theirs.sync(theirs.next({ n: 'pick.handover', a: { pick_id } }));
  const key = lineBaseKey(mine.line(pick_id, polo.id).id);
  const start = mine.start(pick_id);
  const second = mine.record(pick_id, polo.id, 2, { base: { [key]: { after: root.m } } });
  const caps = mine.record(pick_id, cap.id, 2);
  const complete = mine.complete(pick_id, { [polo.id]: 2, [cap.id]: 2 }, { base: { [key]: { after: second.m } } });
  await mine.sync(start, second, caps, complete);
  expect((await resolve(root.m, 'theirs')).status).toBe(200);
  expect(await lineNow()).toMatchObject({ qty_picked: 1 });
  expect((await mine.sync()).outcomes.map(({ m, code, root_m }) => ({ m, code, root_m: root_m ?? null }))).toEqual([
    { m: complete.m, code: 'DIGEST', root_m: null },
  ]);
});

test('a tablet can resolve only open items of its own actions; resolving an item again changes nothing', async () => {
  const { mine, theirs, root, lineNow } = await withConflict();
  const resolve = (t: Tablet, choice: string) => t.next({ n: 'outcome.resolve', a: { m: root.m, choice } });
  expect(outcomesOf(await theirs.sync(resolve(theirs, 'theirs')))).toEqual(['rejected INVALID']);
  expect(outcomesOf(await mine.sync(resolve(mine, 'mine')))).toEqual(['applied']);
  expect(await lineNow()).toMatchObject({ qty_picked: 3 });
  expect(outcomesOf(await mine.sync(resolve(mine, 'theirs')))).toEqual(['noop']);
});

test('in the office’s list only a super resolves refused actions; a picker gets 403 even for an action that they made', async () => {
  const { root, resolve, as, attention, picker, lineNow, mine, theirs, office, tablet, tasksOf } = await withConflict();
  const before = await lineNow();
  for (const who of [await as('warehouse'), picker])
    for (const choice of ['mine', 'theirs', 'recount', 'dismiss']) expect((await resolve(root.m, choice, who)).status).toBe(403);
  expect((await attention()).some(({ m }) => m === root.m)).toBe(true);
  expect(await lineNow()).toEqual(before);
  const [task] = await tasksOf(mine);
  expect(await resolve(String(task?.m), 'dismiss', theirs.who)).toMatchObject({ status: 200, body: { outcome: 'applied' } });
  const supers = tablet(office);
  // The items are on the shelf again, so the other tablet's record stays and nothing is left to decide.
  expect(outcomesOf(await supers.sync(supers.next({ n: 'outcome.resolve', a: { m: root.m, choice: 'theirs' } })))).toEqual(['noop']);
  expect((await mine.sync()).outcomes).toEqual([]);
  expect((await resolve(root.m, 'dismiss', picker)).status).toBe(403);
});

test('a count from the floor waits for a super, who applies it', async () => {
  const { mine, polo, pick_id, resolve, picker, attention, stockOf, office } = await withConflict();
  const line = mine.line(pick_id, polo.id);
  const request = mine.next({ n: 'stock.request_count', a: { product_id: polo.id, pick_line_id: line.id, qty: 9 } });
  expect(outcomesOf(await mine.sync(request))).toEqual(['applied']);
  expect((await attention()).find(({ m }) => m === request.m)).toMatchObject({ kind: 'count_request', sku: polo.sku, qty: 9 });
  expect((await resolve(request.m, 'mine', picker)).status).toBe(403);
  expect(await resolve(request.m, 'mine', office)).toMatchObject({ status: 200, body: { outcome: 'applied' } });
  // Nine items are on the shelf. One and three are on the trolleys of the two tablets that have picked the line.
  expect(await stockOf(polo)).toMatchObject({ qty_available: 13 });
  expect(await resolve(request.m, 'mine', office)).toMatchObject({ status: 200, body: { outcome: 'noop' } });
});

test('a count by the floor with a large difference changes nothing until a super applies or refuses it, or enters another count', async () => {
  const { picker, office, resolve, as, stocked, stockOf } = await withConflict();
  const countProduct = async (value: number) => {
    const product = await stocked(100);
    expect((await picker.put(`/api/admin/products/${product.id}`, { field: 'qty_available', value })).status).toBe(202);
    const { body } = await office.get('/api/admin/attention?kind=count_request');
    const request = body.items.find(({ sku }: { sku: string }) => sku === product.sku);
    expect(request).toMatchObject({ qty: value, order: null, person: { id: picker.id }, server: { qty_available: 100 } });
    return { product, m: request.m as string };
  };
  const countItem = await countProduct(60);
  expect((await resolve(countItem.m, 'mine', await as('warehouse'))).status).toBe(403);
  expect(await resolve(countItem.m, 'mine')).toMatchObject({ status: 200, body: { outcome: 'applied' } });
  expect(await stockOf(countItem.product)).toMatchObject({ qty_available: 60 });
  const refusedItem = await countProduct(10);
  expect(await resolve(refusedItem.m, 'dismiss')).toMatchObject({ status: 200, body: { outcome: 'applied' } });
  expect(await resolve(refusedItem.m, 'mine')).toMatchObject({ status: 200, body: { outcome: 'noop' } });
  expect(await stockOf(refusedItem.product)).toMatchObject({ qty_available: 100 });
  const again = await countProduct(50);
  expect(await office.post(`/api/admin/attention/${again.m}/resolve`, { choice: 'mine', qty: 97 })).toMatchObject({ status: 200 });
  expect(await stockOf(again.product)).toMatchObject({ qty_available: 97 });
});

test('the list is filtered by kind; each page holds whole decisions, so that dependent refusals follow the refusal that caused them', async () => {
  const { office, order, mine, pick_id, polo, cap, root, as } = await withConflict();
  const key = lineBaseKey(mine.line(pick_id, polo.id).id);
  const start = mine.start(pick_id);
  const complete = mine.complete(pick_id, { [polo.id]: 3, [cap.id]: 0 }, { base: { [key]: { after: root.m } } });
  expect(outcomesOf(await mine.sync(start, complete))).toEqual(['conflict CLAIMED', 'conflict AFTER']);
  const list = async (query = '') => (await office.get(`/api/admin/attention?order=${order.uuid}${query}`)).body;
  const decisions = (items: Item[]): string[] => [...new Set(items.map(({ m, group }) => (group as string | null) ?? m))];
  const whole = await list();
  expect(whole).toMatchObject({ total: decisions(whole.items).length, current_page: 1, counts: { outcome: 3, count_request: 0, loss: 0 } });
  const names = whole.items.map(({ m }: Item) => m);
  expect(names.slice(names.indexOf(root.m), names.indexOf(root.m) + 3)).toEqual([root.m, start.m, complete.m]);
  expect(whole.items.find(({ m }: Item) => m === complete.m)).toMatchObject({ root_m: root.m, text: 'Completed the pick' });
  expect(whole.items.find(({ m }: Item) => m === root.m)).toMatchObject({
    text: expect.stringMatching(/^Picked 3 × /),
    garment: expect.any(String),
  });
  // A page of one decision has all of its items, and the next page has the next decision.
  const pages = [];
  for (let page = 1; page <= whole.total; page += 1) pages.push((await list(`&per_page=1&page=${page}`)).items);
  expect(pages.flat().map(({ m }: Item) => m)).toEqual(names);
  expect(pages.map((items) => decisions(items).length)).toEqual(pages.map(() => 1));
  expect(pages.find((items) => items.some(({ m }: Item) => m === root.m)).length).toBeGreaterThanOrEqual(3);
  expect(await list(`&per_page=1&page=${whole.total + 1}`)).toMatchObject({ items: [], total: whole.total, last_page: whole.total });
  expect((await list('&kind=shelf_task')).items.map(({ kind }: Item) => kind)).toEqual(Array(whole.counts.shelf_task).fill('shelf_task'));
  expect((await list('&sortedBy=asc')).items.map(({ m }: Item) => m).sort()).toEqual([...names].sort());
  expect((await office.get('/api/admin/attention?kind=nonsense')).status).toBe(422);
  expect((await (await as('warehouse')).get('/api/admin/attention')).status).toBe(200);
});

test('if a choice made on a tablet is refused, the refusal belongs to the open item that was decided, and closes with that item', async () => {
  const { mine, root, database, pick_id, resolve, attention } = await withConflict();
  await database.unitOfWork((db) =>
    db.update(picks).set({ state: 'closed', close_reason: 'unallocated', ended_at: '2026-11-20T09:00:00.000Z' }).where(eq(picks.id, pick_id)),
  );
  const resolution = mine.next({ n: 'outcome.resolve', a: { m: root.m, choice: 'mine' } });
  expect(outcomesOf(await mine.sync(resolution))).toEqual(['rejected PICK_CLOSED']);
  expect((await mine.sync()).outcomes.map(({ m, root_m }) => [m, root_m ?? null])).toEqual([
    [root.m, null],
    [resolution.m, root.m],
  ]);
  expect((await resolve(root.m, 'theirs')).status).toBe(200);
  expect((await mine.sync()).outcomes).toEqual([]);
  expect((await attention()).filter(({ kind, device }) => kind === 'outcome' && device === mine.device)).toEqual([]);
});

test('actions that a tablet lost with its storage become a single open item for the office', async () => {
  const { mine, attention, resolve, picker } = await withConflict();
  const lost = { device: randomUUID(), n: 4, since: '2026-11-20T08:12:00.000Z' };
  for (const _ of [1, 2]) expect((await mine.send({ ...mine.envelope([]), lost })).status).toBe(200);
  const items = (await attention()).filter(({ kind, device }) => kind === 'loss' && device === mine.device);
  expect(items).toMatchObject([{ qty: 4, server: { since: lost.since } }]);
  const m = String(items[0]?.m);
  expect((await resolve(m, 'dismiss', picker)).status).toBe(403);
  expect(outcomesOf(await mine.sync(mine.next({ n: 'outcome.resolve', a: { m, choice: 'dismiss' } })))).toEqual(['rejected NOT_ALLOWED']);
  expect((await attention()).some((item) => item.m === m)).toBe(true);
  expect((await resolve(m, 'dismiss')).status).toBe(200);
  expect((await attention()).some(({ kind, device }) => kind === 'loss' && device === mine.device)).toBe(false);
});

test('deciding an unknown item gets 404, and an invalid choice gets 422', async () => {
  const { resolve, root } = await withConflict();
  expect((await resolve(randomUUID(), 'dismiss')).status).toBe(404);
  expect((await resolve(root.m, 'burn')).status).toBe(422);
});
