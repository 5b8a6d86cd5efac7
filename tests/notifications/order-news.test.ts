import { expect, test } from 'vitest';
import { announceOrders } from '../../server/db/order-news.ts';
import { openScene } from '../endpoints/scene.ts';
import { clientFixture } from '../ordering/fixture.ts';
import type { Caller } from '../world.ts';

/** The next event about orders on somebody's stream; null where none arrives within `ms`. */
async function listen(by: Caller) {
  const leave = new AbortController();
  const response = await by.raw('/api/notifications/stream', { signal: leave.signal });
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough<string>(new TextDecoderStream() as never).getReader();
  const announcements: number[][] = [];
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const line of value.split('\n')) {
        if (!line.startsWith('data:')) continue;
        const { orders } = JSON.parse(line.slice('data:'.length)) as { orders?: number[] };
        if (orders) announcements.push(orders);
      }
    }
  })().catch(() => undefined);
  const within = async (ms: number, has: () => boolean): Promise<boolean> => {
    for (const until = performance.now() + ms; performance.now() < until; ) {
      if (has()) return true;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return has();
  };
  return { heard: announcements, within, leave: () => reader.cancel().catch(() => undefined) };
}

test('the office is notified of each changed order, whoever changed it; a refused change notifies nobody', async () => {
  const s = await openScene();
  const { office, picker } = s.callers;
  const uuid = await s.allocated();
  const { id } = (await office.get(`/api/orders/${uuid}`)).body;
  const desk = await listen(office);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const hears = async (change: () => Promise<{ status: number }>): Promise<boolean> => {
    desk.heard.length = 0;
    expect((await change()).status).toBeLessThan(300);
    return desk.within(5000, () => desk.heard.some((ids) => ids.includes(id)));
  };
  expect(await hears(() => office.put(`/api/admin/orders/${uuid}`, { is_frozen: true, frozen_reason: 'Query' }))).toBe(true);
  expect(await hears(() => office.put(`/api/admin/orders/${uuid}`, { is_frozen: false }))).toBe(true);
  expect(await hears(() => office.post(`/api/admin/orders/${uuid}/allocate`))).toBe(true);
  expect(await hears(() => picker.put(`/api/admin/picking/orders/${uuid}`, { action: 'start' }))).toBe(true);
  desk.heard.length = 0;
  expect((await office.put(`/api/admin/orders/${uuid}`, { unallocate: true, version: 0 })).status).toBe(409);
  expect(await desk.within(1500, () => desk.heard.some((ids) => ids.includes(id)))).toBe(false);
  await desk.leave();
}, 60_000);

test('a client’s people are notified of the changed orders that they see, and of no others', async () => {
  const s = await clientFixture();
  const self = await s.signIn(s.wearer);
  const boss = await s.signed('manager');
  const colleague = await s.signed('employee');
  const stranger = await s.as('client_admin');
  const uuid = await s.draft(self);
  await s.order(uuid, undefined, 1, self);
  const { id } = (await self.get(`/api/orders/${uuid}`)).body;
  const [ownStream, bossStream, none, other] = [await listen(self), await listen(boss), await listen(colleague), await listen(stranger)];
  await new Promise((resolve) => setTimeout(resolve, 300));
  const all = [ownStream, bossStream, none, other];
  const hear = async (change: () => Promise<{ status: number }>): Promise<boolean[]> => {
    for (const one of all) one.heard.length = 0;
    expect((await change()).status).toBe(200);
    return Promise.all([ownStream, bossStream].map((one) => one.within(5000, () => one.heard.some((ids) => ids.includes(id)))));
  };
  expect(await hear(() => s.submit(uuid, {}, self))).toEqual([true, true]);
  expect(await hear(() => boss.post(`/api/orders/${uuid}/decline`, { reason: 'Next month' }))).toEqual([true, true]);
  expect(await hear(() => s.submit(uuid, {}, self))).toEqual([true, true]);
  expect(await hear(() => self.post(`/api/orders/${uuid}/withdraw`))).toEqual([true, true]);
  expect(await hear(() => s.submit(uuid, {}, self))).toEqual([true, true]);
  expect(await hear(() => s.submit(uuid, {}, boss))).toEqual([true, true]);
  expect(await hear(() => s.admin.post(`/api/orders/${uuid}/cancel`))).toEqual([true, true]);
  expect([none.heard, other.heard]).toEqual([[], []]);
  await Promise.all(all.map((one) => one.leave()));
}, 60_000);

test('the deletion of an order reaches the open screens of people who could see it, and no others', async () => {
  const s = await clientFixture();
  const office = await s.as('super');
  const uuid = await s.submitted();
  const { id } = (await s.admin.get(`/api/orders/${uuid}`)).body;
  const [adminStream, other] = [await listen(s.admin), await listen(await s.as('client_admin'))];
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await office.delete(`/api/admin/orders/${uuid}`)).status).toBe(200);
  expect(await adminStream.within(5000, () => adminStream.heard.some((ids) => ids.includes(id)))).toBe(true);
  expect(other.heard).toEqual([]);
  await Promise.all([adminStream.leave(), other.leave()]);
}, 60_000);

test('a client’s people are not notified of other clients’ orders, however many change at once', async () => {
  const s = await clientFixture();
  const stranger = await s.as('client_admin');
  const uuid = await s.draft();
  const { id } = (await s.admin.get(`/api/orders/${uuid}`)).body;
  const [own, other] = [await listen(s.admin), await listen(stranger)];
  await new Promise((resolve) => setTimeout(resolve, 300));
  // Most of these orders no longer exist: they are named to the office only.
  await s.database.unitOfWork((db) =>
    announceOrders(
      db,
      Array.from({ length: 700 }, (_, n) => id + n),
    ),
  );
  expect(await own.within(5000, () => own.heard.length > 0)).toBe(true);
  expect([own.heard, other.heard]).toEqual([[[id]], []]);
  await Promise.all([own, other].map((one) => one.leave()));
}, 60_000);
