import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { Cache } from '../../../pwa/offline/cache.ts';
import { answerCheck } from '../../../pwa/offline/check-answer.ts';
import { Flusher, type Step } from '../../../pwa/offline/flusher.ts';
import { Ledger } from '../../../pwa/offline/ledger.ts';
import type { Link, NetworkAnswer } from '../../../pwa/offline/ports.ts';
import type { CacheStore, LedgerStore } from '../../../pwa/offline/store.ts';
import type { Cursor, Halt, Poke, ReadAnswer, Result, SyncRequest } from '../../../shared/sync/wire.ts';
import { manualClock, untilAborted } from './manual-clock.ts';
import { memoryCache, memoryLedger } from './memory-store.ts';
import { seeded, uuidOf } from './world.ts';

const NOW = '2026-11-21T09:00:00.000Z';
const CLIENT = uuidOf(801);
const OTHER = uuidOf(802);
const DEVICE = { device: uuidOf(900), secret: 'a'.repeat(64) };

const cursorAt = (v: number, epoch = 'one'): Cursor => ({ epoch, scope: 'floor', v });
const answerOf = (change: Partial<ReadAnswer> = {}): ReadAnswer => ({
  results: [],
  halt: null,
  cursor: cursorAt(1),
  full: false,
  more: false,
  patch: {},
  lm: {},
  outcomes: [],
  now: NOW,
  ...change,
});
const resultOf = (m: number, s: number): Result => ({ m: uuidOf(m), s, outcome: 'applied', code: null, server: null });

/** A clock that stands still. The test finds a wait by its length in milliseconds, and ends it. */
function standingClock() {
  const { clock, sleepers } = manualClock();
  return {
    clock,
    waits: (): number[] => [...sleepers].map(({ ms }) => ms).sort((a, b) => a - b),
    pass: async (ms: number): Promise<void> => {
      const sleeper = [...sleepers].find((one) => one.ms === ms);
      if (!sleeper) throw new Error(`Nobody waits ${ms} ms, only ${[...sleepers].map((one) => one.ms)}`);
      sleeper.wake();
      await settle();
    },
  };
}

const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await setImmediate();
};

type Stores = { ledger: LedgerStore; cache: CacheStore };

/** A flusher whose server gives the answers that the test prepares. */
function newFlusher({ fraction = 1, stores = (all: Stores): Stores => all } = {}) {
  const { ledger: ledgerStore, cache: cacheStore } = stores({ ledger: memoryLedger(), cache: memoryCache() });
  const { clock, waits, pass } = standingClock();
  const random = { ...seeded(3), fraction: () => fraction };
  const ledger = new Ledger(ledgerStore, { clock, random });
  const cache = new Cache(cacheStore);
  const of = {
    token: 'token-1' as string | null,
    answer: (async () => ({ status: 200, body: answerOf() })) as (request: SyncRequest, signal: AbortSignal) => Promise<NetworkAnswer>,
    stream: untilAborted,
  };
  const requests: SyncRequest[] = [];
  const tokens: string[] = [];
  const listens: { device: string; token: string; poke: (poke: Poke) => void }[] = [];
  const links: Link[] = [];
  const refusedTokens: string[] = [];
  const locks: string[] = [];
  let changeCount = 0;
  const flusher = new Flusher({
    ledger,
    cache,
    device: DEVICE,
    token: () => of.token,
    refused: (token) => refusedTokens.push(token),
    changed: () => {
      changeCount += 1;
    },
    link: (link) => links.push(link),
    ports: {
      clock,
      random,
      reserves: [],
      lock: {
        hold: (name, signal, work) => {
          locks.push(name);
          return work(signal);
        },
      },
      network: {
        sync: async (request, token, signal) => {
          requests.push(request);
          tokens.push(token);
          return await of.answer(request, signal);
        },
        listen: (device, token, poke, signal) => {
          listens.push({ device, token, poke });
          return of.stream(signal);
        },
      },
    },
  });
  const step = (signal = new AbortController().signal): Promise<Step> => flusher.step(signal);
  return {
    of,
    ledger,
    cache,
    ledgerStore,
    flusher,
    requests,
    tokens,
    listens,
    links,
    refused: refusedTokens,
    locks,
    waits,
    pass,
    step,
    changeCount: () => changeCount,
    link: () => links.at(-1),
    /** Runs one exchange, in which the server answers with these changes. */
    exchange: async (change: Partial<ReadAnswer> = {}): Promise<{ step: Step; request: SyncRequest | undefined }> => {
      of.answer = async () => ({ status: 200, body: answerOf(change) });
      return { step: await step(), request: requests.at(-1) };
    },
    /** Queues actions of a client id. */
    queue: async (c: string, ...ms: number[]): Promise<void> => {
      await ledger.write(
        c,
        ms.map((m) => ({
          m: uuidOf(m),
          n: 'pick.start' as const,
          a: { pick_id: m },
          seen: [],
          actor: { id: 17, name: 'Picker 17' },
          asserted: true,
          at: NOW,
          shown: { text: 'Started the pick', order_number: null },
        })),
      );
    },
    waiting: async () => (await ledger.view()).queue.map(({ c, s, m }) => [c, s, Number(m.slice(-4))]),
    run: () => {
      const stop = new AbortController();
      const flusherRun = flusher.run(stop.signal);
      return async (): Promise<void> => {
        stop.abort();
        await flusherRun;
      };
    },
  };
}

/** A tablet that has pulled once. */
async function newPulledTablet(options: Parameters<typeof newFlusher>[0] = {}) {
  const tablet = newFlusher(options);
  await tablet.exchange({ full: true });
  return tablet;
}

// The check of answers is loaded once, in real time.
beforeAll(async () => void (await answerCheck()));

describe('a request', () => {
  test('carries no action before the first pull, because the action may be based on another epoch of the server', async () => {
    const { queue, exchange } = newFlusher();
    await queue(CLIENT, 1);
    const first = await exchange({ full: true });
    expect(first.request).toEqual({ pv: 1, ...DEVICE, pending: 1, push: [], pull: { cursor: null, lm: { [CLIENT]: 0 } } });
    expect(first.step).toEqual({ next: 'go_on' });
    const second = await exchange();
    expect(second.request).toEqual({
      pv: 1,
      ...DEVICE,
      pending: 1,
      push: [{ c: CLIENT, s: 1, m: uuidOf(1), n: 'pick.start', nv: 1, a: { pick_id: 1 }, base: {}, actor_id: 17, asserted: true, at: NOW }],
      pull: { cursor: cursorAt(1), lm: { [CLIENT]: 0 } },
    });
  });

  test('carries the token of the person who is signed in; without a token nothing is sent, and the queue stays', async () => {
    const { of, queue, step, tokens, link, waiting } = await newPulledTablet();
    await queue(CLIENT, 1);
    of.token = 'token-2';
    await step();
    of.token = null;
    expect(await step()).toEqual({ next: 'again', ms: 60_000 });
    expect(tokens).toEqual(['token-1', 'token-2']);
    expect(link()).toMatchObject({ problem: 'sign_in', next_try_at: null });
    expect(await waiting()).toEqual([[CLIENT, 1, 1]]);
  });

  test.each<[string, { c: string; counted: number; epoch: string }, Record<string, number>]>([
    ['even if no action of its client waits', { c: OTHER, counted: 0, epoch: 'one' }, { [CLIENT]: 0, [OTHER]: 5 }],
    ['even if the pulled rows do not contain it yet', { c: CLIENT, counted: 3, epoch: 'one' }, { [CLIENT]: 5 }],
    ['or the later action that the pulled rows contain', { c: CLIENT, counted: 7, epoch: 'one' }, { [CLIENT]: 7 }],
    ['except while the rows are from before a restore', { c: OTHER, counted: 0, epoch: 'two' }, { [CLIENT]: 0 }],
  ])('names the last action that the office received, %s', async (_name, { c, counted, epoch }, expected) => {
    const { exchange, ledgerStore, queue } = newFlusher();
    await exchange({ full: true, lm: { [CLIENT]: counted } });
    await queue(CLIENT, 1);
    await ledgerStore.write((t) =>
      t.facts.put([
        { k: 'reached', c, s: 5 },
        { k: 'epoch', epoch },
      ]),
    );
    const { request } = await exchange({ cursor: cursorAt(1, epoch) });
    expect(request?.pull.lm).toEqual(expected);
  });

  test('contains the stored epoch until rows have been pulled, and later the last confirmation of the server', async () => {
    const { exchange, queue, ledgerStore } = newFlusher();
    await ledgerStore.write((t) => t.facts.put([{ k: 'epoch', epoch: 'one' }]));
    await queue(CLIENT, 1);
    expect((await exchange({ full: true })).request?.pull).toEqual({ cursor: null, lm: { [CLIENT]: 0 }, epoch: 'one' });
    const ack = { c: CLIENT, s: 1, sig: 'signed' };
    await exchange({ results: [resultOf(1, 1)], lm: { [CLIENT]: 1 }, ack });
    expect((await exchange()).request?.pull).toEqual({ cursor: cursorAt(1), lm: { [CLIENT]: 1 }, ack });
  });

  test('reports a loss until an answer confirms that the office knows of it', async () => {
    const { of, exchange, ledger, step, requests } = newFlusher();
    await ledger.open({ device: uuidOf(7), q: 4, at: NOW, waiting: 2, since: null });
    of.answer = async () => ({ status: 503, body: null });
    await step();
    await exchange({ full: true });
    await exchange();
    const loss = { device: uuidOf(7), n: 2, since: NOW };
    expect(requests.map((request) => request.lost)).toEqual([loss, loss, undefined]);
    expect((await ledger.view()).lost).toMatchObject({ told: true });
  });

  test('is cancelled after half a minute without an answer, and the tablet then counts as offline', async () => {
    const { of, queue, step, waits, pass, link, waiting } = await newPulledTablet();
    await queue(CLIENT, 1);
    of.answer = (_request, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const result = step();
    await settle();
    expect(waits()).toEqual([30_000]);
    await pass(30_000);
    expect(await result).toEqual({ next: 'again' });
    expect(link()?.online).toBe(false);
    expect(await waiting()).toEqual([[CLIENT, 1, 1]]);
    of.answer = async () => ({ status: 200, body: answerOf() });
    await step();
    expect(waits()).toEqual([]);
  });

  test('is cancelled when the tab ends', async () => {
    const { of, step } = await newPulledTablet();
    of.answer = (_request, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const stop = new AbortController();
    const result = step(stop.signal);
    await settle();
    stop.abort();
    expect(await result).toEqual({ next: 'again' });
  });
});

describe('a failed request or a foreign response', () => {
  const message = { message: 'No.' };
  test.each<[string, NetworkAnswer | null, Partial<Link>, Step]>([
    ['no answer at all', null, { online: false, problem: null }, { next: 'again' }],
    ['a page of a captive portal', { status: 200, body: undefined }, { online: false, problem: null }, { next: 'again' }],
    ['an answer of another server', { status: 200, body: { hello: 'wifi' } }, { online: false, problem: null }, { next: 'again' }],
    ['an error', { status: 503, body: message }, { online: false, problem: null }, { next: 'again' }],
    ['a refused request', { status: 422, body: message }, { online: false, problem: 'refused' }, { next: 'again' }],
    ['a proxy’s page with 422', { status: 422, body: null }, { online: false, problem: null }, { next: 'again' }],
    ['a refused tablet', { status: 403, body: message }, { online: true, problem: 'device' }, { next: 'again', ms: 60_000 }],
    ['a proxy’s page with 403', { status: 403, body: 'No.' }, { online: false, problem: null }, { next: 'again' }],
    ['an expired session', { status: 401, body: message }, { online: true, problem: 'sign_in' }, { next: 'again', ms: 60_000 }],
    ['a proxy’s page with 401', { status: 401, body: undefined }, { online: false, problem: null }, { next: 'again' }],
    ['a proxy’s JSON with 401', { status: 401, body: { error: 'No.' } }, { online: false, problem: null }, { next: 'again' }],
  ])('changes no row and no action: %s', async (_name, answer, expected, step) => {
    const tablet = await newPulledTablet();
    await tablet.queue(CLIENT, 1);
    const [standing, changeCount] = [await tablet.cache.standing(), tablet.changeCount()];
    tablet.of.answer = async () => {
      if (!answer) throw new TypeError('Failed to fetch');
      return answer;
    };
    expect(await tablet.step()).toEqual(step);
    expect(tablet.link()).toMatchObject(expected);
    expect(tablet.refused).toEqual(expected.problem === 'sign_in' ? ['token-1'] : []);
    expect(await tablet.waiting()).toEqual([[CLIENT, 1, 1]]);
    expect(await tablet.cache.standing()).toEqual(standing);
    expect(tablet.changeCount()).toBe(changeCount);
  });

  test('makes the tablet count as offline from the first failure to the next answer', async () => {
    const { of, step, link, exchange } = newFlusher();
    of.answer = async () => ({ status: 503, body: null });
    await step();
    expect(link()).toEqual({ online: false, last_sync_at: null, offline_since: NOW, next_try_at: null, problem: null });
    of.answer = async () => ({ status: 422, body: { message: 'No.' } });
    await step();
    expect(link()).toMatchObject({ offline_since: NOW, problem: 'refused' });
    await exchange({ full: true });
    expect(link()).toEqual({ online: true, last_sync_at: NOW, offline_since: null, next_try_at: null, problem: null });
  });
});

describe('after an answer', () => {
  test.each<[string, { queued: number[]; answer: Partial<ReadAnswer> }, Step]>([
    ['the flusher rests if nothing waits', { queued: [], answer: {} }, { next: 'rest', waiting: 0 }],
    [
      'the flusher goes on if a part of the queue was answered',
      { queued: [1, 2], answer: { results: [resultOf(1, 1)], lm: { [CLIENT]: 1 } } },
      { next: 'go_on' },
    ],
    [
      'the flusher rests if the whole queue was answered',
      { queued: [1], answer: { results: [resultOf(1, 1)], lm: { [CLIENT]: 1 } } },
      { next: 'rest', waiting: 0 },
    ],
    ['the flusher rests with the waiting actions if the server answered none of them', { queued: [1, 2], answer: {} }, { next: 'rest', waiting: 2 }],
    ['the flusher goes on if more pages follow', { queued: [], answer: { full: true, more: true } }, { next: 'go_on' }],
    ['the flusher tries again if the answer has no rows', { queued: [], answer: { cursor: null } }, { next: 'again' }],
  ])('%s', async (_name, { queued, answer }, step) => {
    const { queue, exchange, changeCount } = await newPulledTablet();
    if (queued.length > 0) await queue(CLIENT, ...queued);
    const before = changeCount();
    expect((await exchange(answer)).step).toEqual(step);
    expect(changeCount()).toBe(before + 1);
  });

  test('an outcome whose rows were not applied is stored, and its action is sent again: the office recognises the repeat', async () => {
    const { queue, exchange, waiting, ledger } = await newPulledTablet();
    await queue(CLIENT, 1);
    await exchange({ results: [resultOf(1, 1)], cursor: null, lm: { [CLIENT]: 1 } });
    expect(await waiting()).toEqual([[CLIENT, 1, 1]]);
    expect((await ledger.view()).outcomes).toMatchObject([{ m: uuidOf(1), outcome: 'applied' }]);
    expect((await exchange()).request?.push).toMatchObject([{ m: uuidOf(1), s: 1 }]);
  });

  test('no action is sent while more pages of the pull follow', async () => {
    const { queue, exchange } = newFlusher();
    await queue(CLIENT, 1);
    const first = cursorAt(1);
    await exchange({ full: true, more: true, cursor: { ...first, page: 2 } });
    const { request, step } = await exchange({ full: true });
    expect(request).toMatchObject({ push: [], pull: { cursor: { page: 2 } } });
    expect(step).toEqual({ next: 'go_on' });
    expect((await exchange()).request?.push).toHaveLength(1);
  });
});

describe('a halt', () => {
  test.each<[Halt['why'], Step, Link['problem'], number]>([
    ['retry', { next: 'again' }, null, 2],
    ['fork', { next: 'again' }, null, 2],
    ['gap', { next: 'again' }, null, 2],
    ['auth', { next: 'again', ms: 60_000 }, 'device', 1],
    ['upgrade', { next: 'again', ms: 60_000 }, 'update', 1],
  ])('%s: outcomes before the halt are stored; the halted action and all later actions wait', async (why, step, problem, redraws) => {
    const { queue, exchange, link, ledger, changeCount } = await newPulledTablet();
    await queue(CLIENT, 1, 2, 3);
    const before = changeCount();
    const result = await exchange({ results: [resultOf(1, 1)], lm: { [CLIENT]: 1 }, halt: { why } });
    expect(result.step).toEqual(step);
    expect(link()).toMatchObject({ online: true, problem });
    expect((await ledger.view()).queue.map(({ m }) => m)).toEqual([uuidOf(2), uuidOf(3)]);
    expect((await ledger.sent()).map(({ m }) => m)).toEqual([uuidOf(1)]);
    expect(changeCount()).toBe(before + redraws);
    const { request } = await exchange();
    expect(request?.push.map(({ m }) => m)).toEqual([uuidOf(2), uuidOf(3)]);
    expect(link()?.problem).toBeNull();
  });

  test.each<[Halt['why'], boolean]>([
    ['retry', false],
    ['auth', false],
    ['upgrade', false],
    ['fork', true],
  ])('%s: whether the remaining actions of the client get new numbers: %s', async (why, isRekeyed) => {
    const { queue, exchange, waiting } = await newPulledTablet();
    await queue(CLIENT, 1, 2, 3);
    await queue(OTHER, 4);
    await exchange({ results: [resultOf(1, 1)], lm: { [CLIENT]: 1 }, halt: { why } });
    const rows = await waiting();
    const c = rows[0]?.[0];
    expect(c !== CLIENT).toBe(isRekeyed);
    const from = isRekeyed ? 1 : 2;
    expect(rows).toEqual([
      [c, from, 2],
      [c, from + 1, 3],
      [OTHER, 1, 4],
    ]);
  });

  test.each<[string, Halt, number, number[]]>([
    ['from the number that the server names', { why: 'gap', expect: 1 }, 2, [1, 2, 3]],
    ['from the number after the last one that the server counts, if it names no number', { why: 'gap' }, 1, [2, 3]],
    ['from the first number, if the server counts no action', { why: 'gap' }, 0, [1, 2, 3]],
  ])('gap: the actions that the server lacks are sent again %s', async (_name, halt, lastNumber, expected) => {
    const { queue, exchange, waiting } = await newPulledTablet();
    await queue(CLIENT, 1, 2);
    await exchange({ results: [resultOf(1, 1), resultOf(2, 2)], lm: { [CLIENT]: 2 } });
    await queue(CLIENT, 3);
    await exchange({ halt, lm: lastNumber === 0 ? {} : { [CLIENT]: lastNumber } });
    expect(await waiting()).toEqual(expected.map((s) => [CLIENT, s, s]));
  });

  test('in the answer to a request without actions changes no action', async () => {
    const { queue, exchange, waiting } = newFlusher();
    await queue(CLIENT, 1);
    expect((await exchange({ full: true, halt: { why: 'fork' } })).step).toEqual({ next: 'again' });
    expect(await waiting()).toEqual([[CLIENT, 1, 1]]);
  });
});

describe('a server that was restored from a backup', () => {
  /** The sent-log has an action of one client id, the queue has an action of a second client id, and the server names a new epoch. */
  const restoreServer = async (fraction = 1) => {
    const tablet = await newPulledTablet({ fraction });
    await tablet.queue(OTHER, 1);
    await tablet.exchange({ results: [resultOf(1, 1)], lm: { [OTHER]: 1 } });
    await tablet.queue(CLIENT, 2);
    const { step } = await tablet.exchange({ cursor: cursorAt(0, 'two'), full: true, halt: { why: 'retry' }, results: [] });
    return { ...tablet, first: step };
  };

  test.each([
    [1, 3_000],
    [0.5, 1_500],
    [0, 0],
  ])('is asked again after a random part of three seconds, so that not all tablets ask at once (part: %d)', async (fraction, ms) => {
    const { first, cache, waiting } = await restoreServer(fraction);
    expect(first).toEqual({ next: 'again', ms });
    expect((await cache.standing()).cursor).toEqual(cursorAt(1));
    expect(await waiting()).toEqual([[CLIENT, 1, 2]]);
  });

  test('is asked about every client id of the tablet in a request without actions, and then gets every action that the backup lacks', async () => {
    const { exchange, waiting, cache } = await restoreServer();
    const result = await exchange({ cursor: cursorAt(0, 'two'), full: true, lm: { [CLIENT]: 0 } });
    expect(result.request).toMatchObject({ push: [], pull: { cursor: cursorAt(1), lm: { [CLIENT]: 0, [OTHER]: 1 }, asks_last_m: true } });
    expect(result.step).toEqual({ next: 'go_on' });
    expect((await cache.standing()).cursor).toEqual(cursorAt(0, 'two'));
    const rows = await waiting();
    const fresh = rows[0]?.[0];
    expect([CLIENT, OTHER]).not.toContain(fresh);
    expect(rows).toEqual([
      [fresh, 1, 1],
      [fresh, 2, 2],
    ]);
    const { request } = await exchange({ cursor: cursorAt(0, 'two') });
    expect(request?.push.map(({ m }) => m)).toEqual([uuidOf(1), uuidOf(2)]);
    expect(request?.pull).not.toHaveProperty('asks_last_m');
  });

  test('is sent no action that it still has', async () => {
    const { exchange, waiting, ledger } = await restoreServer();
    await exchange({ cursor: cursorAt(0, 'two'), full: true, lm: { [CLIENT]: 0, [OTHER]: 1 } });
    expect((await waiting()).map(([, , m]) => m)).toEqual([2]);
    expect((await ledger.sent()).map(({ m }) => m)).toEqual([uuidOf(1)]);
  });

  test('is sent all actions of a client id if a copy of the tablet has used their numbers', async () => {
    const { exchange, waiting } = await restoreServer();
    await exchange({ cursor: cursorAt(0, 'two'), full: true, lm: { [CLIENT]: 0, [OTHER]: 1 }, last_m: { [OTHER]: uuidOf(66) } });
    expect((await waiting()).map(([, , m]) => m)).toEqual([1, 2]);
  });

  test('is sent no action before the last page of the pull has arrived', async () => {
    const { exchange, waiting } = await restoreServer();
    const page = await exchange({ cursor: { ...cursorAt(0, 'two'), page: 2 }, full: true, more: true, lm: {} });
    expect(page.step).toEqual({ next: 'go_on' });
    expect(await waiting()).toEqual([[CLIENT, 1, 2]]);
    const last = await exchange({ cursor: cursorAt(0, 'two'), full: true, lm: {} });
    expect(last.request).toMatchObject({ push: [], pull: { asks_last_m: true } });
    expect((await waiting()).map(([, , m]) => m)).toEqual([1, 2]);
  });
});

describe('the flusher at work', () => {
  test('takes the flusher lock, so that only one tab of a tablet runs it', async () => {
    const { run, locks } = newFlusher();
    const stop = run();
    await stop();
    expect(locks).toEqual(['kitroom-flusher']);
  });

  test('deletes at its start the actions that were sent long ago', async () => {
    const { run, queue, exchange, ledger, ledgerStore } = await newPulledTablet();
    await queue(CLIENT, 1);
    await exchange({ results: [resultOf(1, 1)], lm: { [CLIENT]: 1 } });
    const sentRows = await ledger.sent();
    await ledgerStore.write((t) => t.sent.put(sentRows.map((row) => ({ ...row, sent_at: '2026-10-01T09:00:00.000Z' }))));
    const stop = run();
    await settle();
    expect([sentRows.length, (await ledger.sent()).length]).toEqual([1, 0]);
    await stop();
  });

  test('sends even if a full disk prevents it from deleting old actions', async () => {
    let writes = 0;
    const { of, run, requests } = newFlusher({
      stores: ({ ledger, cache }) => ({
        cache,
        ledger: {
          read: (work) => ledger.read(work),
          write: (work) => (++writes === 1 ? Promise.reject(new Error('full')) : ledger.write(work)),
          close: () => undefined,
        },
      }),
    });
    of.answer = async () => ({ status: 200, body: answerOf({ full: true }) });
    const stop = run();
    await settle();
    expect(writes).toBeGreaterThan(0);
    expect(requests).toHaveLength(1);
    await stop();
  });

  test('announces its next try only after a failure; after an answer the waits begin again with the shortest', async () => {
    const { of, run, waits, pass, link } = newFlusher();
    of.answer = async () => ({ status: 503, body: null });
    const stop = run();
    await settle();
    expect(waits()).toEqual([1_000]);
    expect(link()?.next_try_at).toBe('2026-11-21T09:00:01.000Z');
    await pass(1_000);
    await pass(2_000);
    expect(waits()).toEqual([4_000]);
    of.answer = async () => ({ status: 200, body: answerOf({ full: true }) });
    await pass(4_000);
    expect(link()).toMatchObject({ online: true, next_try_at: null });
    expect(waits()).toContain(60_000);
    of.answer = async () => ({ status: 503, body: null });
    await pass(60_000);
    expect(waits()).toContain(1_000);
    await stop();
  });

  test('tries again when the tablet’s own storage fails', async () => {
    let isBroken = true;
    const { of, run, requests, pass } = newFlusher({
      stores: ({ ledger, cache }) => ({
        ledger,
        cache: {
          read: (work) => (isBroken ? Promise.reject(new Error('closed')) : cache.read(work)),
          write: (work) => cache.write(work),
          close: () => undefined,
        },
      }),
    });
    of.answer = async () => ({ status: 200, body: answerOf({ full: true }) });
    const stop = run();
    await settle();
    expect(requests).toEqual([]);
    isBroken = false;
    await pass(1_000);
    expect(requests).toHaveLength(1);
    await stop();
  });

  test('syncs once more if a sync was requested while a request was under way', async () => {
    const { of, run, flusher, requests, waits } = await newPulledTablet();
    let arrive = (): void => undefined;
    of.answer = () =>
      new Promise((resolve) => {
        arrive = () => resolve({ status: 200, body: answerOf() });
      });
    const stop = run();
    await settle();
    expect(requests).toHaveLength(2);
    flusher.wake('now');
    of.answer = async () => ({ status: 200, body: answerOf() });
    arrive();
    await settle();
    expect(requests).toHaveLength(3);
    expect(waits()).toEqual([60_000]);
    await stop();
  });

  test('waits a minute while nobody is signed in, and sends at once what is queued after a sign-in', async () => {
    const { of, run, waits, flusher, requests } = await newPulledTablet({ fraction: 0 });
    of.token = null;
    const stop = run();
    await settle();
    expect(waits()).toContain(60_000);
    const before = requests.length;
    of.token = 'token-2';
    flusher.wake('queued');
    await settle();
    expect(requests.length).toBe(before + 1);
    await stop();
  });

  test('goes on without a wait while there is more to send', async () => {
    const { of, run, queue, requests, waits } = await newPulledTablet();
    await queue(CLIENT, 1, 2);
    of.answer = async ({ push }) => {
      const [first] = push;
      return { status: 200, body: answerOf(first ? { results: [{ ...resultOf(0, first.s), m: first.m }], lm: { [CLIENT]: first.s } } : {}) };
    };
    const stop = run();
    await settle();
    expect(requests.slice(1).map(({ push }) => push.length)).toEqual([2, 1]);
    expect(waits()).toContain(60_000);
    await stop();
  });
});

describe('the pokes about other people’s changes', () => {
  test('are requested with the tablet’s id and the person’s token once the server has answered', async () => {
    const { of, run, listens, pass } = newFlusher();
    of.answer = async () => ({ status: 503, body: null });
    const stop = run();
    await settle();
    expect(listens).toEqual([]);
    of.answer = async () => ({ status: 200, body: answerOf({ full: true }) });
    await pass(1_000);
    expect(listens).toMatchObject([{ device: DEVICE.device, token: 'token-1' }]);
    await stop();
  });

  test('are not requested without a person’s token', async () => {
    const { of, run, listens, waits, flusher, requests } = await newPulledTablet();
    of.token = null;
    const stop = run();
    await settle();
    expect(listens).toEqual([]);
    expect(waits()).toEqual([1_000, 60_000]);
    flusher.wake('now');
    await settle();
    expect(requests).toHaveLength(1);
    await stop();
  });

  test('are requested again if the stream cannot be opened, after waits that double; half of each wait is random', async () => {
    const { of, run, pass, listens, waits } = await newPulledTablet({ fraction: 0 });
    of.stream = () => Promise.reject(new Error('No stream'));
    const stop = run();
    await settle();
    for (const ms of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000]) {
      expect(waits()).toContain(ms);
      await pass(ms);
    }
    expect(waits()).toContain(30_000);
    expect(listens).toHaveLength(7);
    await stop();
  });

  test('are requested again after a second if the stream ended after a poke', async () => {
    const { of, run, listens, waits, pass } = await newPulledTablet();
    let end = (): void => undefined;
    of.stream = () =>
      new Promise((resolve) => {
        end = resolve;
      });
    const stop = run();
    await settle();
    listens[0]?.poke({ epoch: 'one', v: 1 });
    end();
    await settle();
    expect(waits()).toContain(1_000);
    await pass(1_000);
    expect(listens).toHaveLength(2);
    end();
    await stop();
  });

  test.each<[string, Poke, number]>([
    ['a later state start a sync', { epoch: 'one', v: 2 }, 1],
    ['the state that the tablet has start no sync', { epoch: 'one', v: 1 }, 0],
    ['an earlier state start no sync', { epoch: 'one', v: 0 }, 0],
    ['another epoch start a sync', { epoch: 'two', v: 0 }, 1],
  ])('that name %s', async (_name, poke, more) => {
    const { of, run, listens, requests } = await newPulledTablet();
    const stop = run();
    await settle();
    const before = requests.length;
    of.answer = async () => ({ status: 200, body: answerOf({ cursor: null }) });
    listens[0]?.poke(poke);
    await settle();
    expect(requests.length).toBe(before + more);
    await stop();
  });
});
