import { expect, test } from 'vitest';
import { announceOrders } from '../../server/db/order-news.ts';
import { returnReasons } from '../../server/db/tables/index.ts';
import { announceNotifications } from '../../server/notifications/channel.ts';
import { openScene } from '../endpoints/scene.ts';
import { clientFixture } from '../ordering/fixture.ts';
import { ship } from '../returns/shipped.ts';
import type { Caller } from '../world.ts';

type Orders = Awaited<ReturnType<typeof clientFixture>>;

/**
 * Opens a stream as this person. A stream sends the first announcement of orders at once, but a second one only a second later, so every change is
 * tested on new streams.
 */
async function listen(by: Caller, { database }: Orders) {
  const response = await by.raw('/api/notifications/stream');
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough<string>(new TextDecoderStream() as never).getReader();
  let announcements: number[][] = [];
  let counts = 0;
  let rest = '';
  const readUntil = async (has: () => boolean): Promise<void> => {
    while (!has()) {
      const { done, value } = await reader.read();
      if (done) throw new Error('the stream has ended');
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (!line.startsWith('data:')) continue;
        const { orders, unread_count } = JSON.parse(line.slice('data:'.length)) as { orders?: number[]; unread_count?: number };
        if (orders) announcements.push(orders);
        if (unread_count !== undefined) counts++;
      }
    }
  };
  /** Resolves once this stream has received all announcements until now. They keep their sequence, so this function makes a last one and waits. */
  const catchUp = async (): Promise<void> => {
    const seen = counts;
    await database.unitOfWork((db) => announceNotifications(db, [by.id]));
    await readUntil(() => counts > seen);
  };
  await readUntil(() => counts > 0);
  await catchUp();
  announcements = [];
  return {
    /** Resolves once this order is announced. If it is not, the test fails with a timeout. */
    waitFor: (id: number) => readUntil(() => announcements.flat().includes(id)),
    /** Returns every announcement until now. */
    readAll: async (): Promise<number[][]> => {
      await catchUp();
      return announcements;
    },
    leave: () => reader.cancel(),
  };
}

/** Makes a change, waits until each of `people` is notified of the order, and returns the announcements that `others` have received by then. */
async function makeChange(
  s: Orders,
  id: number,
  change: () => Promise<{ status: number }>,
  people: Caller[],
  others: Caller[] = [],
): Promise<number[][]> {
  const [readers, bystanders] = await Promise.all([people, others].map((some) => Promise.all(some.map((one) => listen(one, s)))));
  expect((await change()).status).toBeLessThan(300);
  await Promise.all((readers ?? []).map((one) => one.waitFor(id)));
  const othersRead = (await Promise.all((bystanders ?? []).map((one) => one.readAll()))).flat();
  await Promise.all([...(readers ?? []), ...(bystanders ?? [])].map((one) => one.leave()));
  return othersRead;
}

test('the office is notified of each changed order, whoever changed it; a refused change notifies nobody', async () => {
  const s = await openScene();
  const { office, picker } = s.callers;
  const uuid = await s.allocated();
  const { id } = (await office.get(`/api/orders/${uuid}`)).body;
  const path = `/api/admin/orders/${uuid}`;
  await makeChange(s, id, () => office.put(path, { is_frozen: true, frozen_reason: 'Query' }), [office]);
  await makeChange(s, id, () => office.put(path, { is_frozen: false }), [office]);
  await makeChange(s, id, () => office.post(`${path}/allocate`), [office]);
  await makeChange(s, id, () => picker.put(`/api/admin/picking/orders/${uuid}`, { action: 'start' }), [office]);
  const desk = await listen(office, s);
  expect((await office.put(path, { unallocate: true, version: 0 })).status).toBe(409);
  expect(await desk.readAll()).toEqual([]);
  await desk.leave();
});

test('a client’s people are notified only of the changed orders that they can see', async () => {
  const s = await clientFixture();
  const self = await s.signIn(s.wearer);
  const boss = await s.signed('manager');
  const colleague = await s.signed('employee');
  const stranger = await s.as('client_admin');
  const uuid = await s.draft(self);
  await s.order(uuid, undefined, 1, self);
  const { id } = (await self.get(`/api/orders/${uuid}`)).body;
  for (const change of [
    () => s.submit(uuid, {}, self),
    () => boss.post(`/api/orders/${uuid}/decline`, { reason: 'Next month' }),
    () => s.submit(uuid, {}, self),
    () => self.post(`/api/orders/${uuid}/withdraw`),
    () => s.submit(uuid, {}, self),
    () => s.submit(uuid, {}, boss),
    () => s.admin.post(`/api/orders/${uuid}/cancel`),
  ])
    expect(await makeChange(s, id, change, [self, boss], [colleague, stranger])).toEqual([]);
});

test('the deletion of an order is announced only to people who could see the order', async () => {
  const s = await clientFixture();
  const office = await s.as('super');
  const uuid = await s.submitted();
  const { id } = (await s.admin.get(`/api/orders/${uuid}`)).body;
  const stranger = await s.as('client_admin');
  expect(await makeChange(s, id, () => office.delete(`/api/admin/orders/${uuid}`), [s.admin], [stranger])).toEqual([]);
});

test('a client’s people are not notified of other clients’ orders, however many change at once', async () => {
  const s = await clientFixture();
  const stranger = await s.as('client_admin');
  const uuid = await s.draft();
  const { id } = (await s.admin.get(`/api/orders/${uuid}`)).body;
  const [own, other] = [await listen(s.admin, s), await listen(stranger, s)];
  // Most of these orders do not exist, so they are announced only to the office.
  await s.database.unitOfWork((db) =>
    announceOrders(
      db,
      Array.from({ length: 700 }, (_, n) => id + n),
    ),
  );
  expect([await own.readAll(), await other.readAll()]).toEqual([[[id]], []]);
  await Promise.all([own, other].map((one) => one.leave()));
});

test('changes of lines, a return and its decision are announced to the office and to the client’s people who can see the order', async () => {
  const s = await clientFixture();
  const office = await s.as('super');
  const stranger = await s.as('client_admin');
  await office.put(`/api/admin/products/${s.medium.id}`, { field: 'qty_available', value: 50 });
  await s.database.unitOfWork(async (db) => void (await db.insert(returnReasons).values({ description: 'Too small' }).onConflictDoNothing()));
  const [reason] = (await s.admin.get('/api/return-reasons')).body.items;
  const uuid = await s.submitted(2);
  const { id, lines } = (await s.admin.get(`/api/orders/${uuid}`)).body;
  const change = (fields: object) => () => office.put(`/api/admin/order-lines/${lines[0].id}`, fields);
  const reach = (act: () => Promise<{ status: number; body: { id?: number } }>) => makeChange(s, id, act, [office, s.admin], [stranger]);
  for (const fields of [{ unit_price: 777 }, { decoration: 'Logo' }, { notes: 'Long sleeves' }, { qty_requested: 3 }])
    expect(await reach(change(fields))).toEqual([]);
  await ship(office, uuid);
  const input = { lines: [{ id: lines[0].id, qty_to_return: 1, return_reason: reason.id }] };
  let return_id = 0;
  const create = async () => {
    const answer = await s.admin.post(`/api/orders/${uuid}/returns`, input);
    return_id = answer.body.id;
    return answer;
  };
  expect(await reach(create)).toEqual([]);
  expect(await reach(() => office.put(`/api/admin/returns/${return_id}`, { finalise: true }))).toEqual([]);
});
