import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openPokes } from '../../server/sync/pokes.ts';
import type { Poke } from '../../shared/sync/wire.ts';
import { floor, type Tablet } from './tablet.ts';

/** The pokes that a tablet receives until it stops listening. */
async function listen(t: Tablet) {
  const response = await t.who.raw(`/api/sync/poke?device=${t.device}`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect(response.headers.get('Content-Type')).toContain('text/event-stream');
  const pokes: Poke[] = [];
  const reading = (async () => {
    let text = '';
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true, value: '' };
      if (done) return;
      text += value;
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end < 0) break;
        const data = /^data: ?(.*)$/m.exec(text.slice(0, end))?.[1];
        if (data) pokes.push(JSON.parse(data));
        text = text.slice(end + 2);
      }
    }
  })().catch(() => undefined);
  const until = async (isThere: () => boolean): Promise<void> => {
    for (let tries = 0; tries < 200 && !isThere(); tries++) await pause(10);
  };
  return {
    heard: pokes,
    until,
    stop: async () => {
      await reader?.cancel();
      await reading;
    },
  };
}

test('a tablet gets the current version when it opens the stream, and then a poke for every change made elsewhere', async () => {
  const here = await floor();
  const { order, polo } = await here.polosAndCaps();
  const myTablet = here.tablet(here.picker);
  const other = here.tablet(await here.as('warehouse'));
  await myTablet.sync();
  await other.settle();
  await pause(400);
  const ears = await listen(other);
  const own = await listen(myTablet);
  await ears.until(() => ears.heard.length > 0);
  expect(ears.heard).toEqual([{ epoch: other.cursor?.epoch, v: expect.any(Number) }]);
  expect(ears.heard[0]?.v).toBeLessThanOrEqual(other.cursor?.v ?? 0);

  await myTablet.sync(myTablet.start(order.pick_id), myTablet.record(order.pick_id, polo.id, 3));
  await ears.until(() => ears.heard.length > 1);
  expect(ears.heard).toHaveLength(2);
  expect(ears.heard[1]?.v).toBeGreaterThan(other.cursor?.v ?? 0);
  await other.sync();
  expect(other.line(order.pick_id, polo.id).qty_picked).toBe(3);
  expect(other.cursor?.v).toBeGreaterThanOrEqual(ears.heard[1]?.v ?? Number.POSITIVE_INFINITY);
  await pause(400);
  expect(own.heard).toHaveLength(1);
  await ears.stop();
  await own.stop();
});

test('many changes in a short time cause at most one poke in 300 ms; changes that no tablet gets cause no poke', async () => {
  const here = await floor();
  const { order, polo } = await here.polosAndCaps();
  const myTablet = here.tablet(here.picker);
  const other = here.tablet(await here.as('warehouse'));
  await myTablet.sync();
  await pause(400);
  const ears = await listen(other);
  await ears.until(() => ears.heard.length > 0);
  const startedAt = performance.now();
  await myTablet.sync(myTablet.start(order.pick_id));
  for (const qty of [1, 2, 3]) await myTablet.sync(myTablet.record(order.pick_id, polo.id, qty));
  const took = performance.now() - startedAt;
  await pause(700);
  expect(ears.heard.length).toBeGreaterThan(1);
  // At most these pokes arrive: one when the stream opens, one at the first change, and one for each 300 ms that began during the changes.
  expect(ears.heard.length).toBeLessThanOrEqual(3 + Math.floor(took / 300));
  const before = ears.heard.length;
  await here.office.put(`/api/admin/products/${polo.id}`, { field: 'qty_available', value: 11 });
  await pause(400);
  expect(ears.heard).toHaveLength(before);
  await ears.stop();
});

test('only the floor can open the stream of pokes', async () => {
  const here = await floor();
  const t = here.tablet(here.picker);
  expect((await (await here.as('employee')).raw(`/api/sync/poke?device=${t.device}`)).status).toBe(403);
  expect((await here.anyone.raw(`/api/sync/poke?device=${t.device}`)).status).toBe(401);
  expect((await here.picker.raw('/api/sync/poke?device=nobody')).status).toBe(422);
});

test('changes by another process also cause pokes, and streams end when their process stops', async () => {
  const here = await floor();
  const { order } = await here.polosAndCaps();
  const myTablet = here.tablet(here.picker);
  await myTablet.sync();
  await pause(400);
  const elsewhere = openPokes(here.database, here.services.log);
  const pokes: Poke[] = [];
  let hasEnded = false;
  elsewhere.listen({
    device: 'another tablet',
    send: (poke) => pokes.push(poke),
    end: () => {
      hasEnded = true;
    },
  });
  await pause(200);
  await myTablet.sync(myTablet.start(order.pick_id));
  for (let tries = 0; tries < 100 && pokes.length === 0; tries++) await pause(10);
  if (here.database.engine === 'postgres') expect(pokes).toHaveLength(1);
  await elsewhere.close();
  expect(hasEnded).toBe(true);
});
