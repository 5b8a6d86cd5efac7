import { setImmediate } from 'node:timers/promises';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { browserCache, browserLedger, olderCache } from '../../../pwa/offline/browser-stores.ts';
import { Cache } from '../../../pwa/offline/cache.ts';
import { Engine } from '../../../pwa/offline/engine.ts';
import { lossOf } from '../../../pwa/offline/loss.ts';
import { isQuotaError, withReserves } from '../../../pwa/offline/storage-quota.ts';
import type { LedgerStore } from '../../../pwa/offline/store.ts';
import { readAnswer } from '../../../shared/sync/wire.ts';
import { memoryCache, memoryLedger } from './memory-store.ts';
import { Device, dropRequest, floorOf, good, lineId, mortal, Tablet, uuidOf } from './world.ts';

const browser = () => ({ indexedDB: new IDBFactory(), IDBKeyRange });

/** A device whose databases are in IndexedDB. */
function deviceIn(of: ReturnType<typeof browser>): Device {
  const device = new Device();
  device.ledger = browserLedger(of);
  device.cache = browserCache(1, of);
  return device;
}

describe('in IndexedDB', () => {
  test('a whole order is picked offline across reloads, and each action arrives once', async () => {
    const server = floorOf(2, 3);
    server.pageSize = 3;
    const of = browser();
    let tablet = await Tablet.boot(server, deviceIn(of));
    await tablet.settle();
    tablet.wire = dropRequest;
    await tablet.start(1);
    await tablet.record(1, 1, 3);
    await tablet.record(1, 2, 1, 'DAMAGED');
    tablet = await Tablet.boot(server, Object.assign(deviceIn(of), { progress: null }));
    tablet.wire = dropRequest;
    expect(tablet.shown(1, 2)).toMatchObject({ qty_picked: 1, code: 'DAMAGED' });
    await tablet.record(1, 3, 3);
    await tablet.complete(1);
    expect(tablet.engine.screens.get().floor.rows.pick.get(uuidOf(1))?.state).toBe('booked');
    tablet.wire = good;
    await tablet.settle();
    expect(server.applied.map(({ n }) => n)).toEqual(['pick.start', 'pick.record_line', 'pick.record_line', 'pick.record_line', 'pick.complete']);
    expect(server.get('pick', uuidOf(1))?.state).toBe('booked');
    server.leave(uuidOf(1));
    await tablet.settle();
    expect(tablet.engine.screens.get().floor.rows.pick_line.size).toBe(3);
  });

  test('the ledger behaves exactly like a ledger in memory', async () => {
    const of = browser();
    const look = async (store: LedgerStore) => {
      const failing = store.write(async (t) => {
        await t.facts.put([{ k: 'epoch', epoch: 'never' }]);
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await store.write((t) =>
        t.facts.put([
          { k: 'last', q: 2, m: 'a' },
          { k: 'epoch', epoch: 'one' },
        ]),
      );
      await store.write((t) => t.facts.put([{ k: 'epoch', epoch: 'two' }]));
      return await store.read(async (t) => [await t.facts.all(), await t.facts.get('epoch'), await t.facts.get('lost')]);
    };
    expect(await look(browserLedger(of))).toEqual(await look(memoryLedger()));
  });

  test('the rows of the last version of the app are shown until the new cache is filled, and then removed', async () => {
    const server = floorOf(2, 1);
    const of = browser();
    const before = deviceIn(of);
    const old = await Tablet.boot(server, before);
    await old.settle();
    await old.start(1);
    before.cache.close();
    const device = new Device();
    const ports = old.ports;
    const older = await olderCache(2, of);
    const cache = browserCache(2, of);
    const engine = new Engine({ ledger: browserLedger(of), cache, older, ports: { ...ports, tabs: device.tabs() } });
    await engine.open();
    expect(engine.screens.get().is_ready).toBe(true);
    expect(engine.screens.get().floor.rows.pick.get(uuidOf(1))?.state).toBe('picking');
    const answer = server.sync({ pv: 1, device: uuidOf(9), secret: 'a'.repeat(64), pending: 0, push: [], pull: { cursor: null, lm: {} } }, 'token-1');
    await new Cache(cache).apply(null, readAnswer.parse(answer.body), '2026-11-21T09:00:00.000Z');
    await engine.refresh();
    expect(engine.screens.get().floor.rows.pick.size).toBe(2);
    await expect.poll(async () => await olderCache(2, of)).toBeNull();
  });
});

const quota = (): Error => Object.assign(new Error('full'), { name: 'QuotaExceededError' });

/** A ledger on a disk that is full while `disk.missing` is above 0. */
function fullDisk(inner: LedgerStore, disk: { missing: number }): LedgerStore {
  return {
    ...inner,
    read: (work) => inner.read(work),
    close: () => undefined,
    write: (work) => (disk.missing > 0 ? Promise.reject(quota()) : inner.write(work)),
  };
}

describe('a full disk', () => {
  const own: { name: string; inner?: unknown } = { name: 'Error' };
  own.inner = own;
  test.each<[string, unknown, boolean]>([
    ['its own error', { name: 'QuotaExceededError' }, true],
    ['an error that a database has wrapped twice', { name: 'AbortError', inner: { name: 'Error', inner: { name: 'QuotaExceededError' } } }, true],
    ['no other error', { name: 'AbortError', inner: { name: 'Error' } }, false],
    ['no error that contains itself', own, false],
    ['no text', 'QuotaExceededError', false],
    ['no null value', null, false],
  ])('is recognised by %s', (_name, error, expected) => {
    expect(isQuotaError(error)).toBe(expected);
  });

  test('is the only error for which the reserves are deleted', async () => {
    const dropped: number[] = [];
    const work = withReserves([{ drop: async () => void dropped.push(1) }], () => Promise.reject(new Error('closed')));
    await expect(work).rejects.toThrow('closed');
    expect(dropped).toEqual([]);
  });

  test.each([
    [1, 'the ballast is deleted', ['ballast']],
    [2, 'the ballast and then the pictures are deleted', ['ballast', 'pictures']],
  ])('that needs %i reserve(s): %s, and the action is saved', async (missing, _name, expectedDrops) => {
    const server = floorOf(1, 1);
    const device = new Device();
    const tablet = await Tablet.boot(server, device);
    await tablet.settle();
    const disk = { missing };
    const dropped: string[] = [];
    const reserve = (name: string) => ({
      drop: async () => {
        dropped.push(name);
        disk.missing -= 1;
      },
    });
    const engine = new Engine({
      ledger: fullDisk(device.ledger, disk),
      cache: device.cache,
      ports: { ...tablet.ports, reserves: [reserve('ballast'), reserve('pictures')] },
    });
    disk.missing = 0;
    await engine.open();
    disk.missing = missing;
    engine.signIn({ token: 'token-1', actor: { id: 17, name: 'Picker 17', role: 'warehouse' } });
    expect(await engine.mutate('pick.start', { pick_id: 1 })).toEqual({ ok: true });
    expect(dropped).toEqual(expectedDrops);
    expect(engine.sync.get()).toMatchObject({ not_saved: null, waiting: 1 });
  });

  test('shows an action as not saved if no reserve is left, and blocks further input until the action is saved', async () => {
    const device = new Device();
    const tablet = await Tablet.boot(floorOf(1, 1), device);
    await tablet.settle();
    const disk = { missing: 0 };
    const engine = new Engine({ ledger: fullDisk(device.ledger, disk), cache: device.cache, ports: tablet.ports });
    await engine.open();
    engine.signIn({ token: 'token-1', actor: { id: 17, name: 'Picker 17', role: 'warehouse' } });
    disk.missing = 1;
    let isSaved = false;
    const started = engine.mutate('pick.start', { pick_id: 1 }).then((verdict) => {
      isSaved = true;
      return verdict;
    });
    await expect.poll(() => engine.sync.get().not_saved).toMatchObject({ text: 'Started the pick' });
    let mayReload = false;
    const settled = engine.settled().then(() => {
      mayReload = true;
    });
    expect(await engine.mutate('pick.start', { pick_id: 1 })).toMatchObject({ ok: false, code: 'not_saved' });
    await engine.refresh();
    expect(engine.screens.get().floor.rows.pick.get(uuidOf(1))?.state).toBe('released');
    await engine.retrySave();
    expect([isSaved, mayReload]).toEqual([false, false]);
    disk.missing = 0;
    await engine.retrySave();
    expect(await started).toEqual({ ok: true });
    await settled;
    expect(engine.sync.get()).toMatchObject({ not_saved: null, waiting: 1 });
    expect(engine.screens.get().floor.rows.pick.get(uuidOf(1))?.state).toBe('picking');
  });
});

/** A tablet whose browser has deleted all data, with a started pick and `lines` recorded lines that were not sent. */
async function evicted(lines = 0) {
  const server = floorOf(1, 2);
  const device = new Device();
  const before = await Tablet.boot(server, device);
  await before.settle();
  before.wire = dropRequest;
  await before.start(1);
  for (let line = 1; line <= lines; line++) await before.record(1, line, 1);
  const { progress } = device;
  const evict = (): void => void Object.assign(device, { ledger: memoryLedger(), cache: memoryCache(), progress });
  evict();
  return { server, device, before, progress, evict };
}

describe('eviction', () => {
  test('a loss of storage with waiting actions is noticed, shown, and reported to the office once', async () => {
    const { server, device, progress } = await evicted(1);
    const since = progress?.since;
    const fresh = await Tablet.boot(server, device);
    expect(fresh.engine.sync.get().lost).toMatchObject({ n: 2, since });
    const after = await fresh.reboot();
    await after.settle();
    await after.settle();
    expect(server.requests.filter(({ lost }) => lost).map(({ lost }) => lost)).toEqual([{ device: progress?.device, n: 2, since }]);
    expect(after.engine.sync.get().lost).toMatchObject({ told: true });
    await after.engine.lossSeen();
    expect(after.engine.sync.get().lost).toBeNull();
    expect((await after.ledger.view()).lost).toBeNull();
  });

  test('a loss is reported even if a person has read the message about it before the office can be reached', async () => {
    const { server, device } = await evicted();
    const after = await Tablet.boot(server, device);
    expect(after.engine.sync.get().lost).toMatchObject({ n: 1 });
    await after.engine.lossSeen();
    const again = await after.reboot();
    expect(again.engine.sync.get().lost).toBeNull();
    await again.settle();
    await again.settle();
    expect(server.requests.filter(({ lost }) => lost)).toHaveLength(1);
    expect((await again.ledger.view()).lost).toBeNull();
  });

  test('a tablet that dies at any point of its first start after a loss still reports the loss', async () => {
    const { server, device, before, progress, evict } = await evicted();
    for (const writes of [0, 1, 2]) {
      evict();
      const { ledger } = device;
      let remainingWrites = writes;
      const dying: LedgerStore = {
        read: (work) => ledger.read(work),
        write: (work) => (remainingWrites-- > 0 ? ledger.write(work) : new Promise<never>(() => undefined)),
        close: () => undefined,
      };
      const ports = { ...before.ports, progress: { read: () => progress, write: () => undefined } };
      void new Engine({ ledger: dying, cache: device.cache, ports }).open();
      await setImmediate();
      const after = await Tablet.boot(server, device);
      expect(after.engine.sync.get().lost, `after ${writes} writes`).toMatchObject({ n: 1 });
    }
  });

  test('an action that another tab stores during the start does not count as a loss', async () => {
    const server = floorOf(1, 1);
    const device = new Device();
    const one = await Tablet.boot(server, device);
    await one.settle();
    const inner = device.ledger;
    let opening = true;
    device.ledger = {
      ...inner,
      write: (work) => inner.write(work),
      close: () => undefined,
      read: async (work) => {
        if (opening) {
          opening = false;
          await one.start(1);
        }
        return await inner.read(work);
      },
    };
    const engine = new Engine({ ledger: device.ledger, cache: device.cache, ports: one.ports });
    await engine.open();
    expect(engine.sync.get().lost).toBeNull();
  });

  test('a tablet that lost nothing reports nothing', () => {
    const progress = { device: 'a', q: 7, at: 'now', waiting: 0, since: null };
    expect(lossOf(null, { device: 'a', is_new: true, last_q: 0 }, 'now')).toBeNull();
    expect(lossOf(progress, { device: 'a', is_new: false, last_q: 7 }, 'now')).toBeNull();
    expect(lossOf(progress, { device: 'b', is_new: true, last_q: 0 }, 'now')).toBeNull();
    expect(lossOf(progress, { device: 'a', is_new: false, last_q: 5 }, 'now')).toMatchObject({ n: 2 });
  });
});

describe('one tap on several lines', () => {
  /** A picked order of four lines in prep. */
  const inPrep = async (device: Device) => {
    const server = floorOf(1, 4);
    const pick = server.get('pick', uuidOf(1));
    if (pick) server.put('pick', { ...pick, state: 'picked' });
    const tablet = await Tablet.boot(server, device);
    await tablet.settle();
    return { server, tablet };
  };
  const ticks = [1, 2, 3, 4].map((i) => ({ pick_id: 1, pick_line_id: lineId(1, i), ticked: true }));
  const ticked = (tablet: Tablet) => [1, 2, 3, 4].filter((i) => tablet.shown(1, i)?.prep_ticked_at).length;

  test.each([
    ['memory', () => new Device()],
    ['IndexedDB', () => deviceIn(browser())],
  ])('ticks all lines or none, whenever the app dies (%s)', async (_name, createDevice) => {
    const tickedCounts: number[] = [];
    for (const [writesLeft, durable] of [
      [1, false],
      [1, true],
      [2, false],
    ] as const) {
      const device = createDevice();
      const { server, tablet } = await inPrep(device);
      const life = { left: 1_000, durable, dead: false };
      const doomed = await Tablet.boot(server, device, 17, { ledger: mortal(device.ledger, life), cache: device.cache });
      life.left = writesLeft;
      await doomed.engine.mutateEach('prep.tick_line', ticks).catch(() => undefined);
      const again = await tablet.reboot();
      const tickedLines = ticked(again);
      tickedCounts.push(tickedLines);
      expect((await again.ledger.view()).queue).toHaveLength(tickedLines);
      await again.settle();
      expect(server.applied.map(({ a }) => a.pick_line_id)).toEqual(ticks.slice(0, tickedLines).map((a) => a.pick_line_id));
    }
    expect(tickedCounts).toEqual([0, 4, 4]);
  });

  test('shows all lines at once and queues them in sequence; if one is refused, nothing is written', async () => {
    const { tablet } = await inPrep(new Device());
    const tickedCounts: number[] = [];
    const unfollow = tablet.engine.screens.subscribe(() => tickedCounts.push(ticked(tablet)));
    expect(await tablet.engine.mutateEach('prep.tick_line', [...ticks, { pick_id: 9, pick_line_id: 901, ticked: true }])).toMatchObject({
      ok: false,
      code: 'pick_closed',
    });
    expect((await tablet.ledger.view()).queue).toEqual([]);
    expect(await tablet.engine.mutateEach('prep.tick_line', ticks)).toEqual({ ok: true });
    unfollow();
    expect(tickedCounts).toEqual([4]);
    const { queue } = await tablet.ledger.view();
    expect(queue.map(({ q, s }) => [q, s])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
    ]);
  });

  test('stores none of the lines until the disk has space for all of them', async () => {
    const device = new Device();
    const { tablet } = await inPrep(device);
    const disk = { missing: 0 };
    const engine = new Engine({ ledger: fullDisk(device.ledger, disk), cache: device.cache, ports: tablet.ports });
    await engine.open();
    engine.signIn({ token: 'token-1', actor: { id: 17, name: 'Picker 17', role: 'warehouse' } });
    disk.missing = 1;
    const result = engine.mutateEach('prep.tick_line', ticks);
    await expect.poll(() => engine.sync.get().not_saved).toMatchObject({ text: expect.stringContaining('and 3 more') });
    disk.missing = 0;
    await engine.retrySave();
    expect(await result).toEqual({ ok: true });
    expect(engine.sync.get()).toMatchObject({ not_saved: null, waiting: 4 });
  });
});

describe('several tabs', () => {
  test('every tab shows the actions of all tabs, and only one tab syncs', async () => {
    const server = floorOf(1, 2);
    const device = new Device();
    const one = await Tablet.boot(server, device);
    const two = await Tablet.boot(server, device);
    const stop = new AbortController();
    const running = [one.engine.run(stop.signal), two.engine.run(stop.signal)];
    await expect.poll(() => two.engine.screens.get().is_ready).toBe(true);
    const requestCount = server.requests.length;
    await two.start(1);
    await two.record(1, 1, 2);
    await expect.poll(() => one.shown(1, 1)?.qty_picked).toBe(2);
    await expect.poll(() => server.applied.length).toBe(2);
    await expect.poll(() => [one.waiting, two.waiting]).toEqual([0, 0]);
    expect(two.engine.sync.get().online).toBe(true);
    expect(server.requests.slice(requestCount).every(({ push }) => push.length <= 2)).toBe(true);
    expect(server.get('pick_line', lineId(1, 1))?.qty_picked).toBe(2);
    stop.abort();
    await Promise.all(running);
  });
});
