import { setImmediate } from 'node:timers/promises';
import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { databaseNames } from '../../../pwa/offline/browser-database.ts';
import { browserCache, CACHE_VERSION } from '../../../pwa/offline/browser-stores.ts';
import { Cache } from '../../../pwa/offline/cache.ts';
import type { Session } from '../../../pwa/session/store.ts';
import { hashPin } from '../../../shared/sync/pin.ts';
import type { FakeServer } from './fake-server.ts';
import { floorOf, uuidOf } from './world.ts';

const office = {
  token: 'token-1',
  expires_at: '2026-12-21T09:00:00.000Z',
  who: { user: { id: 17, name: 'Priya Raman', primary_role: 'warehouse' } },
} as Session;

interface SentRequest {
  url: string;
  init: RequestInit;
}

/** The parts of a browser that the tablet needs and Node lacks. Its databases are those of fake-indexeddb. */
function newBrowser() {
  const storage = new Map<string, string>();
  const listeners = new Map<string, () => void>();
  let cookie = '';
  const requests: SentRequest[] = [];
  const of = { indexedDB: new IDBFactory(), IDBKeyRange };
  const addEventListener = (name: string, listener: () => void): void => void listeners.set(name, listener);
  const localStorage = {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, text: string) => storage.set(name, text),
  };
  const document = {
    visibilityState: 'visible',
    addEventListener,
    get cookie() {
      return cookie;
    },
    set cookie(text: string) {
      [cookie = ''] = text.split('; ');
    },
  };
  const reloads = vi.fn();
  const window: Record<string, unknown> = { isSecureContext: true, addEventListener, location: { reload: reloads } };
  return { storage, localStorage, document, window, of, requests, reloads, fire: (name: string) => listeners.get(name)?.() };
}

let browser: ReturnType<typeof newBrowser>;
/** Dexie keeps the first IndexedDB factory that it gets, so this factory passes each call to the browser of the current test. */
const indexedDB = {
  open: (...of: Parameters<IDBFactory['open']>) => browser.of.indexedDB.open(...of),
  deleteDatabase: (name: string) => browser.of.indexedDB.deleteDatabase(name),
  databases: () => browser.of.indexedDB.databases(),
};
const dexieFound = { ...Dexie.dependencies };
let server: FakeServer;
/** Answers a sync in place of the server. */
let answer: (() => Response) | null;
let pokes: ReadableStreamDefaultController<Uint8Array> | null;
let pokeStatus: number;
/** The messages that were sent to other tabs. */
let posts: [string, unknown][];
let onPost: (message: unknown) => void;

const settle = async (): Promise<void> => {
  for (let i = 0; i < 120; i++) await setImmediate();
};
const passTime = async (ms: number): Promise<void> => {
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
};
const storedSession = (): Session => JSON.parse(browser.storage.get('kitroom.session') ?? 'null') as Session;
const signIn = (session: Session): void => void browser.storage.set('kitroom.session', JSON.stringify({ ...session, at: 1 }));
const syncs = (): SentRequest[] => browser.requests.filter(({ url }) => url === '/api/sync');

// In a browser, Dexie finds these two globals when it is loaded.
beforeAll(() => void Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange }));
afterAll(() => void Object.assign(Dexie.dependencies, dexieFound));
beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  browser = newBrowser();
  server = floorOf(1, 1);
  answer = null;
  pokes = null;
  pokeStatus = 200;
  posts = [];
  onPost = () => undefined;
  vi.stubGlobal('window', browser.window);
  vi.stubGlobal('document', browser.document);
  vi.stubGlobal('localStorage', browser.localStorage);
  vi.stubGlobal('location', { protocol: 'http:' });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('indexedDB', indexedDB);
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      readonly #name: string;
      constructor(name: string) {
        this.#name = name;
      }
      postMessage(message: unknown): void {
        posts.push([this.#name, message]);
      }
      addEventListener(_type: 'message', listener: (event: { data: unknown }) => void): void {
        onPost = (data) => listener({ data });
      }
    },
  );
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    browser.requests.push({ url, init });
    if (url !== '/api/sync') {
      const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
        pokes = controller;
      };
      return new Response(new ReadableStream({ start }), { status: pokeStatus });
    }
    if (answer) return answer();
    const token = new Headers(init.headers).get('Authorization')?.replace('Bearer ', '') ?? '';
    const { status, body } = server.sync(JSON.parse(String(init.body)), token);
    return Response.json(body, { status });
  });
  signIn(office);
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page that opens this tablet's floor and has synced once. */
async function openPage() {
  const page = await import('../../../pwa/offline/this-tablet.ts');
  const engine = await page.openTablet();
  await settle();
  await passTime(250);
  await vi.waitFor(() => expect(engine.screens.get().is_ready).toBe(true));
  return { ...page, engine };
}

describe('the floor of a tablet', () => {
  test('is opened once, syncs with the office and shows its rows', async () => {
    const page = await import('../../../pwa/offline/this-tablet.ts');
    expect(page.tablet.get()).toBeNull();
    const opening = page.openTablet();
    expect(page.openTablet()).toBe(opening);
    const engine = await opening;
    expect([page.tablet.get(), page.tabletFailure.get()]).toEqual([engine, null]);
    await settle();
    expect(syncs()).toEqual([]);
    await passTime(249);
    expect(syncs()).toEqual([]);
    await passTime(1);
    await vi.waitFor(() => expect(engine.screens.get().floor.rows.pick.size).toBe(1));
    const { init } = syncs()[0] as SentRequest;
    expect(init).toMatchObject({
      method: 'POST',
      headers: { Authorization: 'Bearer token-1', 'Content-Type': 'application/json' },
      credentials: 'same-origin',
      cache: 'no-store',
    });
    expect(JSON.parse(String(init.body))).toMatchObject({ device: engine.device, secret: expect.stringMatching(/^[0-9a-f]{64}$/), push: [] });
    expect(new Set(server.requests.map(({ secret }) => secret)).size).toBe(1);
  });

  test('waits with its first sync until the browser is idle, at most for a second', async () => {
    const idle: { act: () => void; timeout: number | undefined }[] = [];
    browser.window.requestIdleCallback = true;
    vi.stubGlobal('requestIdleCallback', (act: () => void, options?: { timeout: number }) => idle.push({ act, timeout: options?.timeout }));
    const { openTablet } = await import('../../../pwa/offline/this-tablet.ts');
    const engine = await openTablet();
    await passTime(50);
    expect(syncs()).toEqual([]);
    const start = idle.find(({ timeout }) => timeout === 1_000);
    start?.act();
    await settle();
    await vi.waitFor(() => expect(engine.screens.get().is_ready).toBe(true));
  });

  test('reports why it cannot be opened, and can be opened later', async () => {
    const { openTablet, tablet, tabletFailure } = await import('../../../pwa/offline/this-tablet.ts');
    vi.stubGlobal('indexedDB', { databases: () => Promise.reject(new Error('denied')) });
    await expect(openTablet()).rejects.toThrow('denied');
    expect([tablet.get(), tabletFailure.get()]).toEqual([null, 'denied']);
    vi.stubGlobal('indexedDB', { databases: () => Promise.reject('no reason') });
    await expect(openTablet()).rejects.toBe('no reason');
    expect(tabletFailure.get()).toBe('no reason');
    vi.stubGlobal('indexedDB', indexedDB);
    await openTablet();
    expect(tabletFailure.get()).toBeNull();
    expect(tablet.get()).not.toBeNull();
  });

  test('shows the rows of the last start at once, also if they were read ahead', async () => {
    await openPage();
    vi.resetModules();
    const stores = await import('../../../pwa/offline/this-tablet-stores.ts');
    expect(stores.takeRowsAhead()).toBeNull();
    stores.readAhead();
    const rows = await stores.takeRowsAhead();
    expect(rows).toMatchObject({ rev: 1 });
    expect(rows?.rows.length).toBe((await stores.tabletCache().read((t) => t.rows.all())).length);
    expect(stores.takeRowsAhead()).toBeNull();
    stores.readAhead();
    const { openTablet } = await import('../../../pwa/offline/this-tablet.ts');
    expect((await openTablet()).screens.get().floor.rows.pick.size).toBe(1);
  });

  test('reads nothing ahead from a cache that has no rows or cannot be read', async () => {
    const stores = await import('../../../pwa/offline/this-tablet-stores.ts');
    stores.readAhead();
    expect(await stores.takeRowsAhead()).toBeNull();
    stores.tabletCache().close();
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new Error('denied');
      },
    });
    stores.readAhead();
    expect(await stores.takeRowsAhead()).toBeNull();
  });

  test('shows the stored rows of the app’s last version until the server has sent rows, and then deletes the stored rows', async () => {
    const older = browserCache(CACHE_VERSION - 1, browser.of);
    const { body } = server.sync(
      { pv: 1, device: uuidOf(7), secret: 'a'.repeat(64), pending: 0, push: [], pull: { cursor: null, lm: {} } },
      'token-1',
    );
    await new Cache(older).apply(null, body as Parameters<Cache['apply']>[1], '2026-11-21T09:00:00.000Z');
    older.close();
    const { engine } = await openPage();
    expect(engine.screens.get().floor.rows.pick.size).toBe(1);
    await passTime(1_000);
    await vi.waitFor(async () => expect([...(await databaseNames(browser.of))]).not.toContain(`kitroom-cache-${CACHE_VERSION - 1}`));
  });

  test('syncs at once when the network is back or the page is visible again, and does not sync when the page is hidden', async () => {
    await openPage();
    const count = async (act: () => void): Promise<number> => {
      const before = syncs().length;
      act();
      await settle();
      return syncs().length - before;
    };
    expect(await count(() => browser.fire('online'))).toBe(1);
    browser.document.visibilityState = 'hidden';
    expect(await count(() => browser.fire('visibilitychange'))).toBe(0);
    browser.document.visibilityState = 'visible';
    expect(await count(() => browser.fire('visibilitychange'))).toBe(1);
  });

  test('ends the session if the server refuses the token, and syncs with the new token after the next sign-in', async () => {
    const { engine } = await openPage();
    const { session, keepSession } = await import('../../../pwa/session/store.ts');
    server.tokens.delete('token-1');
    engine.tryNow();
    await vi.waitFor(() => expect(session.get()?.is_expired).toBe(true));
    expect(storedSession().is_expired).toBe(true);
    keepSession({ ...office, token: 'token-2' });
    await vi.waitFor(() => expect(syncs().at(-1)?.init.headers).toMatchObject({ Authorization: 'Bearer token-2' }));
    await vi.waitFor(() => expect(engine.sync.get()).toMatchObject({ online: true, problem: null }));
    expect(session.get()?.is_expired).toBeUndefined();
  });

  test('looks once for a new version of the app when the office requires one', async () => {
    const update = vi.fn();
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ update }) } });
    const { engine } = await openPage();
    expect(update).not.toHaveBeenCalled();
    engine.sync.set({ ...engine.sync.get(), problem: 'update' });
    engine.sync.set({ ...engine.sync.get(), waiting: 5 });
    await settle();
    expect(update).toHaveBeenCalledTimes(1);
  });

  test('is locked only once the person who works by PIN is missing from the pulled list of people', async () => {
    const staff = { id: 18, name: 'Ann', role: 'warehouse' as const };
    signIn({ ...office, at_work: { id: 18, name: 'Ann' } });
    server.put('staff', { ...staff, id: 17, name: 'Priya Raman' });
    server.put('staff', staff);
    const { engine } = await openPage();
    await passTime(100);
    expect(storedSession().is_locked).toBeUndefined();
    server.rows.delete(JSON.stringify(['staff', 18]));
    server.v += 1;
    server.epoch = `2-${'b'.repeat(32)}`;
    for (let i = 0; i < 4; i++) {
      engine.tryNow();
      await passTime(3_000);
    }
    await vi.waitFor(() => expect(storedSession().is_locked).toBe(true));
    expect(await engine.mutate('pick.start', { pick_id: 1 })).toMatchObject({ ok: false, code: 'locked' });
  });

  test.each([
    ['promises', true],
    ['does not promise', false],
  ])('asks the browser to keep the stored data, and stores the answer if the browser %s to do so', async (_name, promise) => {
    vi.stubGlobal('navigator', { storage: { persist: async () => promise } });
    const { engine } = await openPage();
    await vi.waitFor(() => expect(engine.sync.get().persisted).toBe(promise));
  });

  test('finishes its writes and reloads the page when another version of the app deletes the ledger', async () => {
    const { engine } = await openPage();
    const saving = engine.mutate('pick.start', { pick_id: 1 });
    indexedDB.deleteDatabase('kitroom-ledger');
    await settle();
    await vi.waitFor(() => expect(browser.reloads).toHaveBeenCalledTimes(1));
    expect(await saving).toEqual({ ok: true });
  });

  test('reloads the page when another version of the app deletes the cache', async () => {
    await openPage();
    expect(browser.reloads).not.toHaveBeenCalled();
    indexedDB.deleteDatabase(`kitroom-cache-${CACHE_VERSION}`);
    await vi.waitFor(() => expect(browser.reloads).toHaveBeenCalledTimes(1));
  });

  test('tells the other tabs what it stores, and syncs when another tab asks for it', async () => {
    const { engine } = await openPage();
    await engine.mutate('pick.start', { pick_id: 1 });
    expect(posts).toContainEqual(['kitroom-floor', { type: 'queued' }]);
    await settle();
    const before = syncs().length;
    onPost({ type: 'wake' });
    await settle();
    expect(syncs()).toHaveLength(before + 1);
  });

  test('deletes its reserve and then its pictures if the disk is too full for the rows', async () => {
    const { loadBallast } = await import('../../../pwa/offline/ballast.ts');
    await loadBallast();
    const deleted: string[] = [];
    browser.window.caches = true;
    vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(`${name} ${(await databaseNames(browser.of)).has('kitroom-ballast')}`) });
    const put = IDBObjectStore.prototype.put;
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: typeof IDBObjectStore.prototype, ...row) {
      if (this.name === 'rows' && deleted.length === 0) throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, row);
    });
    const { engine } = await openPage();
    expect(deleted).toEqual(['pictures false']);
    expect(engine.screens.get().floor.rows.pick.size).toBe(1);
    full.mockRestore();
  });

  test('keeps five megabytes in reserve', async () => {
    const { engine } = await openPage();
    await vi.waitFor(() => expect(engine.sync.get().persisted).toBe(false));
    await vi.waitFor(async () => expect([...(await databaseNames(browser.of))]).toContain('kitroom-ballast'));
  });
});

describe('the stream of pokes', () => {
  test('is requested for this device, and a poke with news starts a sync', async () => {
    const { engine } = await openPage();
    const request = browser.requests.find(({ url }) => url !== '/api/sync');
    expect(request?.url).toBe(`/api/sync/poke?device=${engine.device}`);
    expect(request?.init).toMatchObject({
      headers: { Authorization: 'Bearer token-1', Accept: 'text/event-stream' },
      credentials: 'same-origin',
      cache: 'no-store',
    });
    const before = syncs().length;
    pokes?.enqueue(new TextEncoder().encode(`data: {"epoch":"${server.epoch}","v":${server.v + 5}}\n\n`));
    await settle();
    expect(syncs()).toHaveLength(before + 1);
  });

  test('is not read if the server refuses it', async () => {
    pokeStatus = 503;
    const { engine } = await openPage();
    pokes?.enqueue(new TextEncoder().encode(`data: {"epoch":"${server.epoch}","v":${server.v + 5}}\n\n`));
    await settle();
    expect(browser.requests.filter(({ url }) => url !== '/api/sync')).toHaveLength(1);
    expect(engine.sync.get().online).toBe(true);
    await passTime(4_000);
    expect(browser.requests.filter(({ url }) => url !== '/api/sync').length).toBeGreaterThan(1);
  });
});

test.each<[string, () => Response]>([
  ['a page of a proxy', () => new Response('<p>Sign in to the WLAN</p>', { headers: { 'Content-Type': 'text/html' } })],
  ['broken JSON', () => new Response('{', { headers: { 'Content-Type': 'application/json' } })],
  ['an empty answer without a type', () => new Response(null)],
])('%s in place of a response means that the office cannot be reached', async (_name, response) => {
  const { engine } = await openPage();
  answer = response;
  engine.tryNow();
  await vi.waitFor(() => expect(engine.sync.get()).toMatchObject({ online: false, problem: null }));
});

test('if the code that checks responses cannot be loaded, the next response loads it', async () => {
  vi.doMock('../../../pwa/offline/answer-schema.ts', () => {
    throw new Error('offline');
  });
  const { answerCheck } = await import('../../../pwa/offline/check-answer.ts');
  await expect(answerCheck()).rejects.toThrow();
  vi.doUnmock('../../../pwa/offline/answer-schema.ts');
  const check = await answerCheck();
  expect(await answerCheck()).toBe(check);
  expect(check({ results: 'none' })).toBeNull();
  const { body } = server.sync({ pv: 1, device: uuidOf(7), secret: 'a'.repeat(64), pending: 0, push: [], pull: { cursor: null, lm: {} } }, 'token-1');
  expect(check(body)).toMatchObject({ full: true, results: [] });
});

test.each([
  ['of the browser', true],
  ['of a lease', false],
])('only one tab at a time syncs, by means of a lock %s', async (_name, hasLocks) => {
  const held: string[] = [];
  const request = async (name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>): Promise<void> => {
    held.push(`${name} ${signal.aborted}`);
    await work();
  };
  if (hasLocks) vi.stubGlobal('navigator', { locks: { request } });
  await openPage();
  expect(held).toEqual(hasLocks ? ['kitroom-flusher false'] : []);
  expect((await databaseNames(browser.of)).has('kitroom-lease')).toBe(!hasLocks);
});

describe('the session', () => {
  test('that the browser lost with its local storage is restored from the ledger', async () => {
    const { rememberSession } = await import('../../../pwa/offline/durable-session.ts');
    await rememberSession();
    browser.storage.clear();
    vi.resetModules();
    const { restoreSession } = await import('../../../pwa/offline/restore-session.ts');
    const { session } = await import('../../../pwa/session/store.ts');
    expect(session.get()).toBeNull();
    await restoreSession();
    expect(session.get()).toEqual(office);
    expect(storedSession()).toEqual({ ...office, at: 1 });
  });

  test.each<[string, unknown]>([
    ['a browser without a ledger', indexedDB],
    ['a browser that does not list its databases', { open: indexedDB.open }],
  ])('is not looked for in %s, and no ledger is created', async (_name, factory) => {
    vi.stubGlobal('indexedDB', factory);
    const { restoreSession } = await import('../../../pwa/offline/restore-session.ts');
    await restoreSession();
    expect((await databaseNames(browser.of)).size).toBe(0);
  });

  test('is not looked for if the browser has no ledger', async () => {
    const other = browserCache(CACHE_VERSION, browser.of);
    await other.open();
    const { restoreSession } = await import('../../../pwa/offline/restore-session.ts');
    await restoreSession();
    expect([...(await databaseNames(browser.of))]).toEqual([`kitroom-cache-${CACHE_VERSION}`]);
  });

  test('is stored in the ledger and in the browser, and shown, whenever it changes', async () => {
    const { changeSession } = await import('../../../pwa/offline/durable-session.ts');
    const { session } = await import('../../../pwa/session/store.ts');
    const next = { ...office, is_locked: true };
    await changeSession(next);
    expect([session.get(), storedSession()]).toEqual([next, { ...next, at: expect.any(Number) }]);
    const { people } = await import('../../../pwa/offline/this-tablet-people.ts');
    expect((await people().session())?.session).toEqual(next);
  });

  test('is stored in the ledger once the floor is open', async () => {
    await openPage();
    const { people } = await import('../../../pwa/offline/this-tablet-people.ts');
    await vi.waitFor(async () => expect((await people().session())?.session).toEqual(office));
  });
});

describe('the lock of a tablet', () => {
  const ann = { id: 18, name: 'Ann', role: 'warehouse' as const };
  let pin_hash: string;
  beforeEach(async () => {
    pin_hash = await hashPin('4711');
  });

  test('is offered only to people whose PIN is on this tablet', async () => {
    const { knownHere } = await import('../../../pwa/offline/lock-tablet.ts');
    expect(knownHere([ann, { ...ann, id: 19, pin_hash: 'h' }, { ...ann, id: 20, pin_hash: '' }])).toEqual([{ ...ann, id: 19, pin_hash: 'h' }]);
  });

  test('is not possible over plain http, or if nobody could unlock the tablet', async () => {
    await openPage();
    const { lockTablet } = await import('../../../pwa/offline/lock-tablet.ts');
    browser.window.isSecureContext = false;
    expect(await lockTablet()).toBe('not_secure');
    browser.window.isSecureContext = true;
    expect(await lockTablet()).toBe('no_pin');
    expect(storedSession().is_locked).toBeUndefined();
  });

  test('needs a person’s confirmation if something on the screen would be lost', async () => {
    server.put('staff', { ...ann, pin_hash });
    await openPage();
    const { lockTablet } = await import('../../../pwa/offline/lock-tablet.ts');
    const { guardLeaving, leaving } = await import('../../../pwa/ui/leave-guard.ts');
    guardLeaving(() => true);
    for (const [leave, result] of [
      [false, 'stayed'],
      [true, 'locked'],
    ] as const) {
      const locking = lockTablet();
      await vi.waitFor(() => expect(leaving.get()).not.toBeNull());
      leaving.get()?.answer(leave);
      expect(await locking).toBe(result);
      expect(storedSession().is_locked).toBe(leave || undefined);
    }
  });

  test('is opened by the PIN of the person who signed in, or by that of another person, who then works on the tablet', async () => {
    const priya = { id: 17, name: 'Priya Raman', role: 'warehouse' as const, pin_hash };
    server.put('staff', { ...ann, pin_hash });
    const { engine } = await openPage();
    const { lockTablet, unlockTablet } = await import('../../../pwa/offline/lock-tablet.ts');
    expect(await lockTablet()).toBe('locked');
    expect(await engine.mutate('pick.start', { pick_id: 1 })).toMatchObject({ code: 'locked' });
    expect(await unlockTablet({ ...ann, pin_hash }, '4712')).toMatchObject({ ok: false, wrong: 1 });
    expect(storedSession().is_locked).toBe(true);
    expect(await unlockTablet({ ...ann, pin_hash }, '4711')).toEqual({ ok: true });
    expect(storedSession()).toEqual({ ...office, at_work: { id: 18, name: 'Ann' }, at: expect.any(Number) });
    const { queueMutation } = await import('../../../pwa/offline/queue-mutation.ts');
    expect(await queueMutation('pick.start', { pick_id: 1 })).toEqual({ ok: true });
    expect((await engine.queue()).waiting.concat((await engine.queue()).sent)[0]).toMatchObject({ actor: { id: 18 }, asserted: true });
    await lockTablet();
    expect(await unlockTablet(priya, '4711')).toEqual({ ok: true });
    expect(storedSession()).toEqual({ ...office, at: expect.any(Number) });
  });

  test('refuses a person for a while after three wrong PINs', async () => {
    const { unlockTablet, waitsUntil } = await import('../../../pwa/offline/lock-tablet.ts');
    expect(await waitsUntil(18)).toBeNull();
    for (let i = 0; i < 3; i++) await unlockTablet({ ...ann, pin_hash }, '1');
    const until = Date.parse((await waitsUntil(18)) ?? '');
    expect(until).toBeGreaterThan(Date.now() + 20_000);
  });
});

describe('the floor now', () => {
  test('is empty before the tablet is open, and then includes the waiting actions', async () => {
    const { currentPick, currentRows, resolveScanHere } = await import('../../../pwa/offline/current-floor.ts');
    expect([currentRows().pick.size, currentPick(uuidOf(1)), resolveScanHere('ZH-GRY-1').is]).toEqual([0, null, 'unknown']);
    await openPage();
    const { queueMutations } = await import('../../../pwa/offline/queue-mutation.ts');
    expect(await queueMutations('pick.start', [{ pick_id: 1 }, { pick_id: 99 }])).toMatchObject({ ok: false });
    expect(currentPick(uuidOf(1))?.pick.state).toBe('released');
    expect(await queueMutations('pick.start', [{ pick_id: 1 }])).toEqual({ ok: true });
    expect(currentPick(uuidOf(1))?.pick.state).toBe('picking');
    expect(resolveScanHere('ZH-GRY-1')).toMatchObject({ is: 'product', product: { id: 1 } });
  });
});

describe('an action that comes twice', () => {
  test('in quick succession is queued once, for one record or for several; after half a second or another action it is queued again', async () => {
    const { engine } = await openPage();
    const { queueMutation, queueMutations } = await import('../../../pwa/offline/queue-mutation.ts');
    const countQueued = async () => {
      const { waiting, sent } = await engine.queue();
      return new Set([...waiting, ...sent].map(({ m }) => m)).size;
    };
    const ask = (product_id: number) => queueMutation('stock.request_count', { product_id, pick_line_id: null, qty: null });
    const [first, second] = await Promise.all([ask(1), ask(1)]);
    expect([first, second]).toEqual([{ ok: true }, { ok: true }]);
    expect(await ask(1)).toEqual({ ok: true });
    expect(await countQueued()).toBe(1);
    await ask(2);
    await ask(1);
    expect(await countQueued()).toBe(3);
    const each = [{ pick_id: 1 }];
    await Promise.all([queueMutations('pick.start', each), queueMutations('pick.start', each)]);
    expect(await countQueued()).toBe(4);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 600);
    await queueMutations('pick.start', each);
    clock.mockRestore();
    expect(await countQueued()).toBe(5);
  });
});

describe('the reserve of disk space', () => {
  const ballast = () => import('../../../pwa/offline/ballast.ts');
  const rowsOf = async () => {
    const opening = browser.of.indexedDB.open('kitroom-ballast');
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const reading = opening.result.transaction('weight').objectStore('weight').getAll();
    await new Promise((resolve) => {
      reading.onsuccess = resolve;
    });
    opening.result.close();
    return reading.result as { i: number; noise: Uint8Array }[];
  };

  test('consists of five different, incompressible megabytes, is stored once, and is deleted when the space is needed', async () => {
    const { loadBallast, dropBallast } = await ballast();
    await loadBallast();
    const rows = await rowsOf();
    expect(rows.map(({ i, noise }) => [i, noise.length])).toEqual([0, 1, 2, 3, 4].map((i) => [i, 1_048_576]));
    for (const { noise } of rows) for (let at = 0; at < noise.length; at += 65_536) expect(new Set(noise.subarray(at, at + 65_536)).size).toBe(256);
    await loadBallast();
    expect((await rowsOf())[0]?.noise[0]).toBe(rows[0]?.noise[0]);
    await dropBallast();
    expect([...(await databaseNames(browser.of))]).toEqual([]);
  });

  test('is deleted at once if it does not fit', async () => {
    const { loadBallast } = await ballast();
    let left = 3;
    const getRandomValues = crypto.getRandomValues.bind(crypto);
    vi.stubGlobal('crypto', {
      getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => {
        if (--left < 0) throw new DOMException('full', 'QuotaExceededError');
        return getRandomValues(bytes);
      },
    });
    await loadBallast();
    expect([...(await databaseNames(browser.of))]).toEqual([]);
    vi.stubGlobal('crypto', { getRandomValues });
  });
});
