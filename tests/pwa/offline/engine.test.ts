import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Cache } from '../../../pwa/offline/cache.ts';
import { Engine, unsynced } from '../../../pwa/offline/engine.ts';
import type { Link, Ports, TabMessage } from '../../../pwa/offline/ports.ts';
import type { CacheStore, Database, LedgerStore } from '../../../pwa/offline/store.ts';
import { memoryCache, memoryLedger } from './memory-store.ts';
import { Device, dropRequest, floorOf, lineId, Tablet, uuidOf } from './world.ts';

const NOW = '2026-11-21T09:00:00.000Z';
const actor = { id: 17, name: 'Picker 17', role: 'warehouse' as const };
const keyOf = (i: number): string => `pick_line:${lineId(1, i)}`;
const settle = async (): Promise<void> => {
  for (let i = 0; i < 30; i++) await setImmediate();
};
const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));

/** A tablet with a pulled floor, and the messages that its other tabs receive. */
async function ready(device = new Device()) {
  const server = floorOf(2, 2);
  const tablet = await Tablet.boot(server, device);
  await tablet.settle();
  const heard: TabMessage[] = [];
  const other = device.tabs();
  other.listen((message) => heard.push(message));
  return { server, device, tablet, engine: tablet.engine, heard, tell: other.tell };
}

/** A gate at which work waits; `close` returns the function that opens it again. */
function newGate() {
  let isOpen: Promise<void> = Promise.resolve();
  return {
    close: (): (() => void) => {
      let open = (): void => undefined;
      isOpen = new Promise((resolve) => {
        open = resolve;
      });
      return open;
    },
    passed: () => isOpen,
  };
}

/** A further tab of the same device, whose storage and ports the test can change. */
async function furtherTab(of: Awaited<ReturnType<typeof ready>>, change: { ledger?: LedgerStore; cache?: CacheStore; ports?: Partial<Ports> } = {}) {
  const { device, tablet } = of;
  const ports = { ...tablet.ports, tabs: device.tabs(), ...change.ports };
  const engine = new Engine({ ledger: change.ledger ?? device.ledger, cache: change.cache ?? device.cache, ports });
  await engine.open();
  engine.signIn({ token: 'token-1', actor });
  return engine;
}

const noLock: Ports['lock'] = { hold: (_name, signal) => untilAborted(signal) };

/** Runs an engine; returns the function that stops it. */
function run(engine: Engine, calm?: Promise<void>) {
  const stop = new AbortController();
  const engineRun = engine.run(stop.signal, calm);
  return async (): Promise<void> => {
    stop.abort();
    await engineRun;
  };
}

const startPick = (engine: Engine, pick_id = 1) => engine.mutate('pick.start', { pick_id });

describe('a tablet', () => {
  test('shows no rows and no state of the sync before it has read its storage', async () => {
    const { tablet } = await ready();
    const engine = new Engine({ ledger: memoryLedger(), cache: memoryCache(), ports: tablet.ports });
    expect(engine.sync.get()).toEqual(unsynced);
    expect(engine.screens.get()).toMatchObject({ is_ready: false });
    expect(engine.screens.get().floor.rows.pick.size).toBe(0);
    await engine.open();
    expect(engine.screens.get().is_ready).toBe(false);
    expect(engine.sync.get()).toEqual(unsynced);
  });

  test('shows its rows and the time of its last sync after a restart without a network', async () => {
    const of = await ready();
    const { engine } = await of.tablet.reboot();
    expect(engine.screens.get().is_ready).toBe(true);
    expect(engine.screens.get().floor.rows.pick.size).toBe(2);
    expect(engine.sync.get()).toMatchObject({ online: false, last_sync_at: NOW, waiting: 0, open: [], lost: null });
    expect(engine.device).toBe(of.server.requests[0]?.device);
  });

  test('keeps the time of its last sync while later syncs fail', async () => {
    const { tablet, engine } = await ready();
    tablet.wire = dropRequest;
    const stop = run(engine);
    await settle();
    expect(engine.sync.get()).toMatchObject({ online: false, offline_since: NOW, last_sync_at: NOW });
    await stop();
  });

  test('knows after a restart whether the browser promised to keep its data', async () => {
    const { tablet, engine } = await ready();
    expect(engine.sync.get().persisted).toBeNull();
    await engine.notePersisted(false);
    expect(engine.sync.get().persisted).toBe(false);
    expect((await tablet.reboot()).engine.sync.get().persisted).toBe(false);
  });
});

describe('the person at work', () => {
  test('no action is possible while nobody is signed in', async () => {
    const { engine } = await ready();
    engine.signIn(null);
    await expect(startPick(engine)).rejects.toThrow('Nobody is signed in on this tablet.');
    expect((await engine.queue()).waiting).toEqual([]);
  });

  test('a locked tablet stores no action', async () => {
    const { engine } = await ready();
    engine.signIn({ token: 'token-1', actor: null });
    expect(await startPick(engine)).toEqual({ ok: false, code: 'locked', message: 'This tablet is locked. Say who works on it first.' });
    expect((await engine.queue()).waiting).toEqual([]);
  });

  test.each<[string, boolean | undefined, boolean]>([
    ['has signed in', undefined, false],
    ['works by PIN', true, true],
  ])('an action of a person who %s stores the person, and the text and the time that the screen shows', async (_name, asserted, expected) => {
    const { engine } = await ready();
    engine.signIn({ token: 'token-1', actor: { ...actor, id: 18, name: 'Aisha' }, ...(asserted !== undefined && { asserted }) });
    await startPick(engine);
    expect((await engine.queue()).waiting).toMatchObject([
      {
        n: 'pick.start',
        a: { pick_id: 1 },
        actor: { id: 18, name: 'Aisha' },
        asserted: expected,
        at: NOW,
        shown: { text: 'Started the pick', order_number: '00001' },
      },
    ]);
  });

  test.each<[string, { token: string | null } | null, number]>([
    ['a sign-in of another person starts a sync', { token: 'token-2' }, 1],
    ['a second sign-in of the same person starts no sync', { token: 'token-1' }, 0],
    ['a sign-in that the server refused starts no sync', { token: null }, 0],
    ['signing out starts no sync', null, 0],
  ])('%s', async (_name, next, wakes) => {
    const { engine, heard } = await ready();
    engine.sync.set({ ...engine.sync.get(), problem: 'sign_in' });
    engine.signIn(next && { ...next, actor });
    expect(heard).toEqual(Array.from({ length: wakes }, () => ({ type: 'wake' })));
    expect(engine.sync.get().problem).toBe(wakes > 0 ? null : 'sign_in');
  });

  test('a sign-in clears the problem of a refused token and no other problem', async () => {
    const { engine } = await ready();
    engine.sync.set({ ...engine.sync.get(), problem: 'update' });
    engine.signIn({ token: 'token-2', actor });
    expect(engine.sync.get().problem).toBe('update');
  });

  test('a token that the server refuses is reported, and the sync goes on with the token of the next sign-in', async () => {
    const { engine, server } = await ready();
    engine.signIn({ token: 'dead', actor });
    await startPick(engine);
    const stop = run(engine);
    await settle();
    expect(engine.refused.get()).toBe('dead');
    expect([engine.sync.get().problem, engine.sync.get().waiting]).toEqual(['sign_in', 1]);
    engine.signIn({ token: 'token-2', actor });
    await settle();
    expect(server.applied).toHaveLength(1);
    expect([engine.sync.get().problem, engine.sync.get().waiting]).toEqual([null, 0]);
    await stop();
  });

  test('the queue waits while nobody is signed in', async () => {
    const { engine, server } = await ready();
    await startPick(engine);
    engine.signIn(null);
    const stop = run(engine);
    await settle();
    expect(server.applied).toEqual([]);
    expect(engine.sync.get()).toMatchObject({ waiting: 1, problem: 'sign_in' });
    await stop();
  });
});

describe('an action', () => {
  test('stores the facts that the server last sent, without the waiting actions that the screen adds to them', async () => {
    const { tablet, engine } = await ready();
    await tablet.start(1);
    await tablet.record(1, 1, 2, 'DAMAGED');
    await tablet.record(1, 1, 3);
    const [start, one, two] = (await engine.queue()).waiting;
    expect([start?.base, start?.seen]).toEqual([{}, {}]);
    const facts = { product_id: 1, qty_allocated: 3, qty_picked: 0, code: null, qty_own: 0 };
    expect([one?.seen, two?.seen]).toEqual([{ [keyOf(1)]: facts }, { [keyOf(1)]: facts }]);
    expect([one?.base, two?.base]).toEqual([{ [keyOf(1)]: 1 }, { [keyOf(1)]: { after: one?.m } }]);
  });

  test.each([
    ['', false],
    [', also after a restart', true],
  ])(
    'that the pulled rows already contain counts as done before its outcome arrives, and the next action is based on the row’s version%s',
    async (_name, restarts) => {
      const of = await ready();
      const { device, server } = of;
      await of.tablet.start(1);
      await of.tablet.record(1, 1, 2);
      const tablet = restarts ? await of.tablet.reboot() : of.tablet;
      const { engine } = tablet;
      const { waiting } = await engine.queue();
      const [start, one] = waiting;
      if (!start || !one) throw new Error('Nothing waits.');
      const { cursor } = await tablet.cache.standing();
      const [line, pick] = [server.get('pick_line', lineId(1, 1)), server.get('pick', uuidOf(1))];
      await new Cache(device.cache).apply(
        cursor,
        {
          results: [],
          halt: null,
          cursor: { epoch: server.epoch, scope: 'floor', v: 500 },
          full: false,
          more: false,
          patch: {
            pick: { put: [{ ...pick, state: 'picking', picker: { id: 17, name: 'Picker 17' } }], del: [] },
            pick_line: { put: [{ ...line, qty_picked: 2, fact_version: 2 }], del: [] },
          },
          lm: { [start.c]: 2 },
          outcomes: [],
          now: NOW,
        },
        NOW,
      );
      await engine.refresh();
      expect(engine.sync.get().waiting).toBe(0);
      expect(engine.screens.get().floor.waiting.size).toBe(0);
      expect(tablet.shown(1, 1)?.qty_picked).toBe(2);
      await tablet.record(1, 1, 3);
      expect((await engine.queue()).waiting.at(-1)?.base).toEqual({ [keyOf(1)]: 2 });
      expect(engine.sync.get().waiting).toBe(1);
    },
  );

  test('is based on another tab’s record of the same line even before the message of that tab arrives', async () => {
    const of = await ready();
    const two = await furtherTab(of);
    await of.tablet.start(1);
    await two.refresh();
    await of.tablet.record(1, 1, 1);
    const record = (i: number, qty_picked: number) =>
      two.mutate('pick.record_line', { pick_id: 1, pick_line_id: lineId(1, i), product_id: i, qty_picked, code: null, other_reason: null });
    expect(await record(2, 3)).toEqual({ ok: true });
    expect(await record(1, 3)).toEqual({ ok: true });
    const [, otherAction, , own] = (await two.queue()).waiting;
    expect(own?.base).toEqual({ [keyOf(1)]: { after: otherAction?.m } });
    await of.tablet.settle();
    expect(of.server.get('pick_line', lineId(1, 1))?.qty_picked).toBe(3);
    expect((await two.queue()).open).toEqual([]);
  });

  test('that records a line is based on the earlier record of the line, not on an action of another kind in between', async () => {
    const { tablet, engine } = await ready();
    await tablet.start(1);
    await tablet.record(1, 1, 2);
    expect(await engine.mutate('stock.request_count', { product_id: 1, pick_line_id: lineId(1, 1), qty: null })).toEqual({ ok: true });
    await tablet.record(1, 1, 3);
    const [, first, , last] = (await engine.queue()).waiting;
    expect(last?.base).toEqual({ [keyOf(1)]: { after: first?.m } });
  });

  test('is counted once if the queue is read again before the write of the action is confirmed', async () => {
    const of = await ready();
    const { ledger } = of.device;
    const engine = await furtherTab(of, {
      ledger: {
        read: (work) => ledger.read(work),
        write: async (work) => {
          const result = await ledger.write(work);
          await engine.refresh();
          return result;
        },
        close: () => undefined,
      },
    });
    expect(await startPick(engine)).toEqual({ ok: true });
    expect(engine.sync.get().waiting).toBe(1);
  });

  test('on an empty list writes nothing and tells the other tabs nothing', async () => {
    const { engine, heard } = await ready();
    expect(await engine.mutateEach('pick.start', [])).toEqual({ ok: true });
    expect(heard).toEqual([]);
  });

  test('fails, is not shown and blocks nothing if the storage refuses it for a reason other than lack of space', async () => {
    const of = await ready();
    let isBroken = false;
    const { ledger } = of.device;
    const engine = await furtherTab(of, {
      ledger: {
        read: (work) => ledger.read(work),
        write: (work) => (isBroken ? Promise.reject(new Error('closed')) : ledger.write(work)),
        close: () => undefined,
      },
    });
    isBroken = true;
    await expect(startPick(engine)).rejects.toThrow('closed');
    await engine.settled();
    expect(engine.sync.get()).toMatchObject({ waiting: 0, not_saved: null });
    isBroken = false;
    await engine.retrySave();
    expect((await engine.queue()).waiting).toEqual([]);
    expect(await startPick(engine)).toEqual({ ok: true });
  });

  test('delays a reload of the app until it is stored, and so does an action that begins in the meantime', async () => {
    const of = await ready();
    const gate = newGate();
    const { ledger } = of.device;
    const engine = await furtherTab(of, {
      ledger: { read: (work) => ledger.read(work), write: (work) => gate.passed().then(() => ledger.write(work)), close: () => undefined },
    });
    await engine.settled();
    const openFirst = gate.close();
    const first = startPick(engine, 1);
    let mayReload = false;
    const settled = engine.settled().then(() => {
      mayReload = true;
    });
    await settle();
    const openSecond = gate.close();
    const second = startPick(engine, 2);
    openFirst();
    await settle();
    expect(mayReload).toBe(false);
    openSecond();
    await Promise.all([first, second, settled]);
    expect((await engine.queue()).waiting).toHaveLength(2);
  });

  test.each([
    ['rows', 'cache'],
    ['queue', 'ledger'],
  ] as const)('that is stored while the %s are read again stays visible, and is counted once', async (_name, slow) => {
    const of = await ready();
    const gate = newGate();
    const slowly = <Tables>(store: Database<Tables>): Database<Tables> => ({
      read: (work) => gate.passed().then(() => store.read(work)),
      write: (work) => store.write(work),
      close: () => undefined,
    });
    const { cache, ledger } = of.device;
    const engine = await furtherTab(of, slow === 'cache' ? { cache: slowly(cache) } : { ledger: slowly(ledger) });
    const open = gate.close();
    const reading = engine.refresh();
    await settle();
    expect(await startPick(engine)).toEqual({ ok: true });
    expect(engine.screens.get().floor.rows.pick.get(uuidOf(1))?.state).toBe('picking');
    open();
    await reading;
    expect(engine.screens.get().floor.rows.pick.get(uuidOf(1))?.state).toBe('picking');
    expect(engine.sync.get().waiting).toBe(1);
    await engine.refresh();
    expect(engine.sync.get().waiting).toBe(1);
  });
});

describe('the open items', () => {
  test('are the actions that a person has to decide, both on the screen and in the list of the queue', async () => {
    const { tablet, engine } = await ready();
    await tablet.start(1);
    await tablet.settle();
    await tablet.record(1, 1, 2);
    await tablet.record(1, 2, 3);
    // The outcomes are stored, but not the rows that would shorten the queue.
    await tablet.ledger.answered(
      (await engine.queue()).waiting.map(({ m, s }, i) => ({
        m,
        s,
        outcome: i ? 'applied' : 'conflict',
        code: i ? null : 'LINE_CHANGED',
        server: null,
      })),
      null,
    );
    await engine.refresh();
    expect(engine.sync.get().open).toMatchObject([{ code: 'LINE_CHANGED' }]);
    expect((await engine.queue()).open).toMatchObject([{ code: 'LINE_CHANGED' }]);
  });
});

describe('the progress outside the databases', () => {
  test('contains the last number of the queue, how many actions wait, and since when the oldest of them has waited', async () => {
    const { tablet, engine, device } = await ready();
    expect(device.progress).toEqual({ device: engine.device, q: 0, at: NOW, waiting: 0, since: null });
    await tablet.start(1);
    device.clock.set(Date.parse(NOW) + 60_000);
    await tablet.record(1, 1, 1);
    expect(device.progress).toEqual({ device: engine.device, q: 2, at: '2026-11-21T09:01:00.000Z', waiting: 2, since: NOW });
    await tablet.settle();
    expect(device.progress).toMatchObject({ q: 2, waiting: 0, since: null });
  });

  test.each<[string, boolean, number]>([
    ['keeps the higher number that another tab of this tablet has written', true, 9],
    ['is replaced if it is of another tablet', false, 1],
  ])('%s', async (_name, isOwn, q) => {
    const { tablet, engine, device } = await ready();
    device.progress = { device: isOwn ? engine.device : 'other', q: 9, at: NOW, waiting: 0, since: null };
    await tablet.start(1);
    expect(device.progress).toMatchObject({ device: engine.device, q });
  });

  test('contains the number of lost actions until a sync has reported the loss to the server', async () => {
    const { server, device } = await ready();
    Object.assign(device, { ledger: memoryLedger(), cache: memoryCache(), progress: { device: uuidOf(7), q: 5, at: NOW, waiting: 3, since: NOW } });
    const tablet = await Tablet.boot(server, device);
    expect(device.progress).toMatchObject({ device: tablet.engine.device, q: 5, lost: { n: 3, since: NOW } });
    await tablet.settle();
    await tablet.start(1);
    expect(device.progress).not.toHaveProperty('lost');
    expect(device.progress?.q).toBe(6);
  });
});

describe('the tabs of a tablet', () => {
  test('receive each stored action and a person’s request to sync, but no refused action', async () => {
    const { engine, heard } = await ready();
    await startPick(engine);
    expect(heard).toEqual([{ type: 'queued' }]);
    expect(await startPick(engine, 99)).toMatchObject({ ok: false });
    expect(heard).toHaveLength(1);
    engine.tryNow();
    expect(heard.at(-1)).toEqual({ type: 'wake' });
  });

  test('show what another tab stores, until their engine is stopped', async () => {
    const of = await ready();
    const two = await furtherTab(of, { ports: { lock: noLock } });
    const stop = run(two);
    await of.tablet.start(1);
    await settle();
    expect(two.sync.get().waiting).toBe(1);
    expect(two.screens.get().floor.rows.pick.get(uuidOf(1))?.state).toBe('picking');
    await stop();
    await of.tablet.record(1, 1, 1);
    await settle();
    expect(two.sync.get().waiting).toBe(1);
  });

  test('show the state of the connection and the rows that the syncing tab reports', async () => {
    const of = await ready();
    const two = await furtherTab(of, { ports: { lock: noLock } });
    const stop = run(two);
    await of.tablet.start(1);
    await of.tablet.settle();
    const link: Link = { online: true, last_sync_at: '2026-11-21T09:30:00.000Z', offline_since: null, next_try_at: null, problem: null };
    of.tell({ type: 'synced', link });
    await settle();
    expect(two.sync.get()).toMatchObject({ ...link, waiting: 0 });
    expect(two.screens.get().floor.rows.pick.get(uuidOf(1))).toMatchObject({ state: 'picking', picker: { id: 17 } });
    await stop();
  });

  test('ask for the state of the connection when they start, and only the tab that syncs answers', async () => {
    const of = await ready();
    const two = await furtherTab(of, { ports: { lock: noLock } });
    const stops = [run(of.engine), run(two)];
    expect(of.heard.filter(({ type }) => type === 'hello')).toHaveLength(2);
    await settle();
    of.heard.length = 0;
    of.tell({ type: 'hello' });
    expect(of.heard).toEqual([{ type: 'synced', link: { online: true, last_sync_at: NOW, offline_since: null, next_try_at: null, problem: null } }]);
    for (const stop of stops) await stop();
  });

  test('send nothing without the lock; the tab that has the lock sends the stored actions of all tabs at once', async () => {
    const of = await ready();
    const two = await furtherTab(of, { ports: { lock: noLock } });
    const stopTwo = run(two);
    await startPick(two);
    await settle();
    expect(of.server.applied).toEqual([]);
    const stop = run(of.engine);
    await settle();
    expect(of.server.applied).toHaveLength(1);
    await startPick(two, 2);
    await settle();
    expect(of.server.applied).toHaveLength(2);
    const before = of.server.requests.length;
    two.tryNow();
    await settle();
    expect(of.server.requests.length).toBe(before + 1);
    await stop();
    await stopTwo();
  });

  test('neither answer nor sync when another tab reports that it has synced', async () => {
    const of = await ready();
    const stop = run(of.engine);
    await settle();
    const before = of.server.requests.length;
    of.heard.length = 0;
    of.tell({ type: 'synced', link: { online: true, last_sync_at: NOW, offline_since: null, next_try_at: null, problem: null } });
    await settle();
    expect(of.heard).toEqual([]);
    expect(of.server.requests.length).toBe(before);
    await stop();
  });

  test('do not end the wait after a failed sync when they store an action; a person’s request to sync ends it', async () => {
    const of = await ready();
    let tries = 0;
    of.tablet.wire = () => {
      tries += 1;
      throw new TypeError('Failed to fetch');
    };
    const stop = run(of.engine);
    await settle();
    expect(tries).toBe(1);
    await startPick(of.engine);
    of.tell({ type: 'queued' });
    await settle();
    expect(tries).toBe(1);
    of.engine.tryNow();
    await settle();
    expect(tries).toBe(2);
    await stop();
  });

  test('sync only once the first screen is drawn, but show each other’s actions before that', async () => {
    const of = await ready();
    const before = of.server.requests.length;
    const gate = newGate();
    const open = gate.close();
    const two = await furtherTab(of);
    const stop = run(two, gate.passed());
    await of.tablet.start(1);
    await settle();
    expect(of.server.requests.length).toBe(before);
    expect(two.sync.get().waiting).toBe(1);
    open();
    await settle();
    expect(of.server.applied).toHaveLength(1);
    await stop();
  });
});

describe('storage that cannot be read', () => {
  test.each<[string, boolean]>([
    ['is read again after a second, until the screens show it', true],
    ['is not read again by a tab that ends', false],
  ])('%s', async (_name, stays) => {
    const of = await ready();
    const { cache } = of.device;
    let isBroken = false;
    let readCount = 0;
    const sleeps: { ms: number; wake: () => void }[] = [];
    const engine = await furtherTab(of, {
      cache: {
        read: (work) => {
          readCount += 1;
          return isBroken ? Promise.reject(new Error('closed')) : cache.read(work);
        },
        write: (work) => cache.write(work),
        close: () => undefined,
      },
      ports: {
        lock: noLock,
        clock: {
          now: of.device.clock.now,
          sleep: (ms, signal) =>
            new Promise((wake) => {
              sleeps.push({ ms, wake });
              signal.addEventListener('abort', () => wake());
            }),
        },
      },
    });
    const stop = run(engine);
    isBroken = true;
    await of.tablet.start(1);
    await settle();
    expect(sleeps.map(({ ms }) => ms)).toEqual([1_000]);
    expect(engine.sync.get().waiting).toBe(0);
    isBroken = false;
    readCount = 0;
    if (stays) sleeps[0]?.wake();
    else await stop();
    await settle();
    expect(engine.sync.get().waiting).toBe(stays ? 1 : 0);
    expect(readCount > 0).toBe(stays);
    await stop();
  });
});
