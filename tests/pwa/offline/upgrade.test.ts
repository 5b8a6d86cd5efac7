import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { browserCache, browserLedger, CACHE_VERSION, olderCache } from '../../../pwa/offline/browser-stores.ts';
import { Engine } from '../../../pwa/offline/engine.ts';
import { People } from '../../../pwa/offline/people.ts';
import { Device, dropRequest, floorOf, lineId, Tablet, uuidOf } from './world.ts';

type Stores = Record<string, object[]>;

/**
 * The data that the first version of the app left in the browser, byte for byte: one action sent, one refused and open, and five waiting, from two
 * starts of the app. `requests` are the requests that the app had sent, so that a test can bring a server to the same state.
 */
const firstVersion = JSON.parse(readFileSync(join(import.meta.dirname, 'stored', 'first-version.json'), 'utf8')) as {
  requests: { device: string }[];
  ledger: Stores;
  cache: Stores;
};

/** The schemas of the first version. The ledger's schema never changes; a cache with another schema has another name. */
const ledgerSchema = { outbox: { keyPath: 'key' }, sent: { keyPath: 'key' }, outcomes: { keyPath: 'key' }, facts: { keyPath: 'key' } };
const cacheSchema = { rows: { keyPath: ['kind', 'key'], index: 'pick_id' }, meta: { keyPath: 'k' }, staged: { keyPath: 'i' } };

type Schema = Record<string, { keyPath: string | string[]; index?: string }>;

async function restore(indexedDB: IDBFactory, name: string, schema: Schema, rows: Stores): Promise<void> {
  // Version 1 of a Dexie schema is version 10 in IndexedDB.
  const opening = indexedDB.open(name, 10);
  opening.onupgradeneeded = () => {
    for (const [store, { keyPath, index }] of Object.entries(schema)) {
      const objectStore = opening.result.createObjectStore(store, { keyPath });
      if (index) objectStore.createIndex(index, index);
    }
  };
  await new Promise((resolve, reject) => {
    opening.onsuccess = resolve;
    opening.onerror = reject;
  });
  const transaction = opening.result.transaction(Object.keys(schema), 'readwrite');
  for (const store of Object.keys(schema)) for (const row of rows[store] ?? []) transaction.objectStore(store).put(row);
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  opening.result.close();
}

let of: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange };
let server: ReturnType<typeof floorOf>;
/** The cache version of the newer app, so that it opens another cache than the one with the stored data. */
const version = CACHE_VERSION + 1;

beforeEach(async () => {
  of = { indexedDB: new IDBFactory(), IDBKeyRange };
  await restore(of.indexedDB, 'kitroom-ledger', ledgerSchema, firstVersion.ledger);
  await restore(of.indexedDB, 'kitroom-cache-1', cacheSchema, firstVersion.cache);
  server = floorOf(3, 2);
  for (const request of firstVersion.requests) server.sync(request, 'token-1');
});

/** The tablet with its databases, as its newer app opens them. */
function tablet(): Promise<Tablet> {
  return Tablet.boot(server, Object.assign(new Device(11), { ledger: browserLedger(of), cache: browserCache(version, of) }));
}

/** The engine of the newer app, which also reads the cache of the older app. */
async function newerApp(ports: Tablet['ports']): Promise<Engine> {
  const engine = new Engine({ ledger: browserLedger(of), cache: browserCache(version, of), older: await olderCache(version, of), ports });
  await engine.open();
  engine.signIn({ token: 'token-1', actor: { id: 17, name: 'Picker 17', role: 'warehouse' } });
  return engine;
}

const oldCacheIsThere = async (): Promise<boolean> => (await of.indexedDB.databases()).some(({ name }) => name === 'kitroom-cache-1');

test('the newer app has all that the first version stored: the tablet’s id, the queue, the open items, the sent-log', async () => {
  const device = await browserLedger(of).read((t) => t.facts.get('device'));
  expect(device).toMatchObject({ device: firstVersion.requests[0]?.device });
  const engine = await newerApp((await tablet()).ports);
  expect(engine.sync.get()).toMatchObject({ waiting: 5, open: [{ code: 'LINE_CHANGED' }], lost: null });
  const { waiting, sent } = await engine.queue();
  expect(waiting.map(({ n }) => n)).toEqual(['pick.start', 'pick.record_line', 'pick.record_line', 'pick.complete', 'pick.start']);
  expect(sent).toHaveLength(3);
  expect(await new People(browserLedger(of), { now: () => 0 }).session()).toBeNull();
});

test('until a full pull is complete, the older rows are kept and are shown with the waiting actions applied to them', async () => {
  const with_network = await tablet();
  const { ports } = with_network;
  const engine = await newerApp(ports);
  const shows = () => {
    const { is_ready, floor } = engine.screens.get();
    return {
      is_ready,
      picks: floor.rows.pick.size,
      state: floor.rows.pick.get(uuidOf(2))?.state,
      qty: floor.rows.pick_line.get(lineId(2, 1))?.qty_picked,
    };
  };
  const asBefore = { is_ready: true, picks: 3, state: 'booked', qty: 1 };
  expect(shows()).toEqual(asBefore);
  // A person can work on with the older rows.
  expect(
    await engine.mutate('pick.record_line', { pick_id: 3, pick_line_id: lineId(3, 1), product_id: 1, qty_picked: 2, code: null, other_reason: null }),
  ).toEqual({ ok: true });
  expect(engine.screens.get().floor.rows.pick_line.get(lineId(3, 1))?.qty_picked).toBe(2);

  // If a pull of several pages is interrupted, nothing changes on the screen.
  server.pageSize = 4;
  await with_network.step();
  with_network.wire = dropRequest;
  await with_network.step();
  await engine.refresh();
  expect(shows()).toEqual(asBefore);
  expect(await oldCacheIsThere()).toBe(true);
});

test('the waiting actions arrive once each, in their sequence and with their stored numbers; then the old cache is deleted', async () => {
  const before = server.applied.length;
  const one = await tablet();
  server.pageSize = 4;
  await one.settle();
  expect(server.applied.slice(before).map(({ n, a }) => `${n} ${a.pick_id}`)).toEqual([
    'pick.start 2',
    'pick.record_line 2',
    'pick.record_line 2',
    'pick.complete 2',
    'pick.start 3',
  ]);
  const waitingNumbers = new Map(
    (firstVersion.ledger.outbox as { json: string }[]).map(({ json }) => JSON.parse(json)).map(({ m, c, s }) => [m, { c, s }]),
  );
  for (const { m, c, s } of server.applied.slice(before)) expect({ c, s }).toEqual(waitingNumbers.get(m));
  const engine = await newerApp(one.ports);
  expect(engine.sync.get()).toMatchObject({ waiting: 0, open: [{ code: 'LINE_CHANGED' }] });
  expect(engine.screens.get().floor.rows.pick.get(uuidOf(3))?.state).toBe('picking');
  await expect.poll(oldCacheIsThere).toBe(false);
});

test('an older version in another tab keeps the same ledger and is asked to close the old cache, which is deleted once it is closed', async () => {
  let requestCount = 0;
  const older = { ledger: browserLedger(of), cache: browserCache(1, { ...of, makeWay: () => (requestCount += 1) }) };
  await older.cache.read(async (t) => void (await t.meta.all()));
  const one = await tablet();
  await one.settle();
  await newerApp(one.ports);
  await expect.poll(() => requestCount).toBe(1);
  expect(await oldCacheIsThere()).toBe(true);
  // The tab of the older version has reloaded.
  older.cache.close();
  await expect.poll(oldCacheIsThere).toBe(false);
  expect((await older.ledger.read((t) => t.sent.all())).length).toBe(8);
});
