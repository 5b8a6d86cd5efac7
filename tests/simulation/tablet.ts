import { Engine, type SignedIn } from '../../pwa/offline/engine.ts';
import type { Link, Lock, Network, NetworkAnswer, Ports, Random, Reserve, TabletProgress, TabMessage, Tabs } from '../../pwa/offline/ports.ts';
import type { CacheStore, CacheTables, LedgerStore, LedgerTables, Queued } from '../../pwa/offline/store.ts';
import type { SyncAnswer, SyncRequest } from '../../shared/sync/wire.ts';
import type { History } from './history.ts';
import type { Scheduler } from './scheduler.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedServer } from './simulated-server.ts';
import { MemoryStorage, type Storage } from './storage.ts';

/** The objects that all parts of a scenario share. */
export interface Environment {
  scheduler: Scheduler;
  random: SeededRandom;
  history: History;
  server: SimulatedServer;
}

/** The state of one tablet's network. */
export type NetworkState = 'good' | 'offline' | 'flaky' | 'portal' | 'errors';

const never = (): Promise<never> => new Promise(() => undefined);
const fetchFailure = (): TypeError => new TypeError('Failed to fetch');
const abortError = (): Error => Object.assign(new Error('The request was aborted.'), { name: 'AbortError' });
const quotaError = (): Error => Object.assign(new Error('There is no space left.'), { name: 'QuotaExceededError' });
const closedError = (): Error => Object.assign(new Error('The database was closed.'), { name: 'DatabaseClosedError' });

/** The awaits at which a tab can be killed: before the awaited operation, or after it and before its result arrives. */
export const killPoints = ['ledger read', 'ledger write', 'cache read', 'cache write', 'request', 'answer', 'poke stream', 'lock'] as const;
export type KillPoint = (typeof killPoints)[number];
export type KillWhen = 'before' | 'after';

/** The version of `pick.assign_tote` that the next version of the app writes. */
export const NEXT_VERSION = 2;
const asNextVersion = (row: Queued): Queued =>
  row.n === 'pick.assign_tote' ? { ...row, nv: NEXT_VERSION, a: { ...row.a, tote: row.a.tote?.toUpperCase() ?? null } } : row;

function describeAnswer({ status, body }: NetworkAnswer): string {
  const response = body as SyncAnswer | undefined;
  if (status !== 200 || !response?.results) return `${status} ${body === undefined ? 'without an answer' : JSON.stringify(body)}`;
  const { results, halt, cursor, full, more, outcomes } = response;
  return [
    `${results.length} results`,
    ...(halt ? [`halt ${halt.why}${halt.expect ? ` ${halt.expect}` : ''}`] : []),
    `${full ? 'all rows' : 'rows'} up to ${cursor?.v ?? 'nowhere'} of epoch ${/^\d+(?=-)/.exec(cursor?.epoch ?? '')?.[0] ?? 'one'}${more ? ', more to come' : ''}`,
    `${outcomes.length} open`,
  ].join(', ');
}

/** One tab's process, from boot to death. A killed process waits for ever at its last await. */
class TabProcess {
  isKilled = false;
  /** The process is killed `left` awaits from now, before or after (`when`) the operation of that await; null if no kill is planned. */
  plannedKill: { left: number; when: KillWhen } | null = null;
  readonly #environment: Environment;
  readonly #onKill: (point: KillPoint | null, when: KillWhen | null) => void;

  constructor(environment: Environment, onKill: (point: KillPoint | null, when: KillWhen | null) => void) {
    this.#environment = environment;
    this.#onKill = onKill;
  }

  kill(point: KillPoint | null = null, when: KillWhen | null = null): void {
    if (this.isKilled) return;
    this.isKilled = true;
    this.#onKill(point, when);
  }

  /** One await of the app: it takes some time, and the process may be killed before its end. */
  async perform<T>(point: KillPoint, maxMs: number, effect: () => Promise<T>): Promise<T> {
    if (this.isKilled) return await never();
    await this.#environment.scheduler.sleep(this.#environment.random.between(0, maxMs));
    const when = this.plannedKill && --this.plannedKill.left <= 0 ? this.plannedKill.when : null;
    if (this.isKilled) return await never();
    if (when === 'before') {
      this.kill(point, when);
      return await never();
    }
    let result: T;
    try {
      result = await effect();
    } catch (error) {
      if (this.isKilled) return await never();
      throw error;
    }
    // The planned kill may have been cancelled during the operation.
    if (when === 'after' && this.plannedKill) this.kill(point, when);
    return this.isKilled ? await never() : result;
  }
}

/** One open tab of the app: the shipped engine, run as the app runs it. */
export class Tab {
  readonly process: TabProcess;
  readonly engine: Engine;
  readonly tablet: Tablet;
  readonly #stop = new AbortController();
  /** The last identifier that the app drew. */
  lastUuid = '';
  /** Called with each identifier that the app draws. */
  onUuid: ((uuid: string) => void) | null = null;
  /** The client id under which this boot syncs. */
  client = '';
  onMessage: ((message: TabMessage) => void) | null = null;
  isOpen = false;
  /** Whether an action that did not fit on the disk waits for a person. */
  isBlocked = (): boolean => this.engine.sync.get().not_saved !== null;

  constructor(tablet: Tablet) {
    this.tablet = tablet;
    this.process = new TabProcess(tablet.environment, (point, when) => tablet.onTabKilled(this, point, when));
    const stores = tablet.storage.open();
    const ledger = tablet.storeFor('ledger', this, stores.ledger) as LedgerStore;
    const cache = tablet.storeFor('cache', this, stores.cache) as CacheStore;
    this.engine = new Engine({ ledger, cache, ports: tablet.portsFor(this) });
  }

  async run(): Promise<void> {
    await this.engine.open();
    this.isOpen = true;
    this.engine.signIn(this.tablet.session);
    await this.engine.run(this.#stop.signal);
  }

  /** Closes the tab as a person does, without waiting for a write in progress. */
  close(): void {
    this.process.kill();
  }

  /** Ends the tab's waits by aborting their signal. A signal that has listeners and is never aborted would keep the whole scenario in memory. */
  stop(): void {
    this.#stop.abort();
  }
}

/** A tablet: its storage, its cookie, its network, its clock, the person who holds it, and the tabs that are open. */
export class Tablet {
  readonly name: string;
  readonly environment: Environment;
  readonly #random: SeededRandom;
  readonly storage: Storage;
  progress: TabletProgress | null = null;
  networkState: NetworkState = 'good';
  /** How far the tablet's clock is off, in milliseconds. */
  clockOff = 0;
  session: SignedIn | null = null;
  tabs: Tab[] = [];
  /** The name of the ledger in the history; an eviction starts a new ledger. */
  ledgerName: string;
  isClone = false;
  outbox = new Map<number, string>();
  device = '';
  /** The device ids of the tablet before its storage was deleted. */
  formerDevices: string[] = [];
  /** How many of the next storage operations fail because the browser closes the database by force. */
  forcedCloses = 0;
  /** How much space the disk lacks. While the number is above 0, the disk is full. Deleting a reserve may reduce the number. */
  missingSpace = 0;
  /** Whether both tabs get the lock. */
  isLockBroken = false;
  exchanges = 0;
  /** The client id that the next boot uses; empty if the boot draws its own. A cloned tablet boots with the client id of its original. */
  nextClient = '';
  /** Whether the tablet's app writes the version of mutations that the next release of the server knows. */
  isNextVersion = false;
  readonly #allTabs: Tab[] = [];
  #holder: Tab | null = null;
  #waiting: { tab: Tab; take: () => void }[] = [];
  #requestCount = 0;
  #lastArrival = 0;
  randomFor: (tab: Tab, random: Random) => Random = (_tab, random) => random;
  ledgerTables: (tables: LedgerTables) => LedgerTables = (tables) => tables;
  cacheTables: (tables: CacheTables) => CacheTables = (tables) => tables;
  /** Changes a request before it is sent, for example as another version of the app would. */
  onRequest: (request: SyncRequest) => SyncRequest = (request) => request;

  constructor(name: string, environment: Environment, storage: Storage = new MemoryStorage()) {
    this.storage = storage;
    this.name = name;
    this.ledgerName = name;
    this.environment = environment;
    this.#random = environment.random.fork();
  }

  log(text: string): void {
    this.environment.history.log(`${this.name}: ${text}`);
  }

  get tab(): Tab | null {
    return this.tabs.find(({ isOpen, process }) => isOpen && !process.isKilled) ?? null;
  }

  boot(): Tab {
    const tab = new Tab(this);
    this.tabs.push(tab);
    this.#allTabs.push(tab);
    this.log(this.tabs.length > 1 ? 'a second tab is opened' : 'the app starts');
    tab.run().catch((error: unknown) => {
      this.log(tab.isOpen ? `the app no longer syncs: ${String(error)}` : `the app does not start: ${String(error)}`);
      if (!tab.isOpen) tab.close();
    });
    return tab;
  }

  onTabKilled(tab: Tab, point: KillPoint | null, when: KillWhen | null): void {
    this.tabs = this.tabs.filter((other) => other !== tab);
    if (point && when) {
      this.environment.history.fault('kill');
      const at = `${point} ${when}`;
      this.environment.history.kills.set(at, (this.environment.history.kills.get(at) ?? 0) + 1);
      this.log(`the app is killed ${when} its ${point}`);
    }
    this.#waiting = this.#waiting.filter((waiting) => waiting.tab !== tab);
    if (this.#holder === tab) this.#nextHolder();
  }

  /** Kills all tabs at once. */
  powerCut(): void {
    for (const tab of [...this.tabs]) tab.close();
  }

  /** Ends everything that the tablet still runs, at the end of the scenario. */
  stop(): void {
    this.powerCut();
    for (const tab of this.#allTabs) tab.stop();
  }

  signIn(session: SignedIn | null): void {
    this.session = session;
    for (const tab of this.tabs) if (tab.isOpen) tab.engine.signIn(session);
  }

  /** Deletes all storage of the app, as a browser does; cookies stay. Returns the actions that waited in the storage. */
  async evict(): Promise<string[]> {
    this.powerCut();
    const rows = await this.storage.ledger.read((t) => t.outbox.all());
    const { actions } = this.environment.history;
    for (const action of actions.values()) if (action.ledger === this.ledgerName) action.isLost = true;
    this.ledgerName += '′';
    this.storage.evict();
    this.outbox.clear();
    return rows.map(({ m }) => m);
  }

  /** A copy of the machine with the same device, ledger and cache; null if the storage cannot be cloned. */
  clone(name: string): Tablet | null {
    const storage = this.storage.clone();
    if (!storage) return null;
    const copy = new Tablet(name, this.environment, storage);
    copy.isClone = true;
    copy.progress = this.progress && { ...this.progress };
    copy.session = this.session;
    copy.outbox = new Map(this.outbox);
    copy.device = this.device;
    return copy;
  }

  /** A database for one tab: each use takes some time, may fail, and is observed by the history. */
  storeFor(kind: 'ledger' | 'cache', tab: Tab, store: LedgerStore | CacheStore): LedgerStore | CacheStore {
    const op =
      (mode: 'read' | 'write') =>
      <R>(work: (tables: never) => Promise<R>): Promise<R> =>
        tab.process.perform(`${kind} ${mode}`, mode === 'read' ? 2 : 8, async () => {
          const { history } = this.environment;
          if (this.forcedCloses > 0) {
            this.forcedCloses -= 1;
            history.fault('forced_close');
            if (!this.storage.forceClose()) throw closedError();
          }
          if (mode === 'read') return await (store as LedgerStore).read(work as never);
          if (this.missingSpace > 0) {
            history.fault('quota');
            throw quotaError();
          }
          const wrap = kind === 'ledger' ? (t: LedgerTables) => this.ledgerTables(this.#versionedTables(t)) : this.cacheTables;
          const result = await (store as LedgerStore).write((tables) => work(wrap(tables as never) as never));
          await this.#check(kind);
          return result as R;
        });
    return { read: op('read'), write: op('write'), close: () => store.close() };
  }

  async #check(kind: 'ledger' | 'cache'): Promise<void> {
    const { history } = this.environment;
    const { ledger, cache } = this.storage;
    if (kind === 'cache') return await history.checkCache(this, cache);
    if (!this.device) this.device = ((await ledger.read((t) => t.facts.get('device'))) as { device: string } | undefined)?.device ?? '';
    await history.checkLedger({ name: this.ledgerName, device: this.device, outbox: this.outbox }, ledger, cache);
  }

  /** The ledger's tables as the next version of the app writes them: it queues names of totes in capitals, under another version of the mutation. */
  #versionedTables(tables: LedgerTables): LedgerTables {
    if (!this.isNextVersion) return tables;
    const { outbox } = tables;
    const put = (rows: readonly Queued[]) => outbox.put(rows.map((row) => (this.environment.history.actions.has(row.m) ? row : asNextVersion(row))));
    return {
      ...tables,
      outbox: {
        put,
        get: (key) => outbox.get(key),
        all: () => outbox.all(),
        after: (q) => outbox.after(q),
        delete: (keys) => outbox.delete(keys),
        clear: () => outbox.clear(),
      },
    };
  }

  portsFor(tab: Tab): Ports {
    const { scheduler } = this.environment;
    const random: Random = {
      uuid: () => {
        tab.lastUuid = (tab.client === '' && this.nextClient) || this.#random.uuid();
        this.nextClient = '';
        tab.client ||= tab.lastUuid;
        tab.onUuid?.(tab.lastUuid);
        return tab.lastUuid;
      },
      secret: () => this.#random.secret(),
      fraction: () => this.#random.fraction(),
    };
    const reserve: Reserve = {
      drop: async () => {
        if (this.missingSpace > 0 && this.#random.chance(0.5)) this.missingSpace -= 1;
      },
    };
    return {
      clock: {
        now: () => scheduler.now + this.clockOff,
        sleep: (ms, signal) =>
          new Promise((resolve) => {
            if (signal.aborted) return resolve();
            const event = scheduler.schedule(ms, () => !tab.process.isKilled && resolve());
            const wake = (): void => {
              event.work = null;
              resolve();
            };
            signal.addEventListener('abort', wake, { once: true });
          }),
      },
      random: this.randomFor(tab, random),
      network: this.#network(tab),
      lock: this.#lock(tab),
      tabs: this.#tabs(tab),
      progress: {
        read: () => this.progress,
        write: (progress) => {
          if (!tab.process.isKilled) this.progress = progress;
        },
      },
      reserves: [reserve, reserve],
    };
  }

  #tabs(tab: Tab): Tabs {
    return {
      tell: (message) => {
        if (tab.process.isKilled) return;
        for (const other of this.tabs)
          if (other !== tab)
            this.environment.scheduler.schedule(this.#random.between(0, 5), () => !other.process.isKilled && other.onMessage?.(message));
      },
      listen: (onMessage) => {
        tab.onMessage = onMessage;
        return () => {
          tab.onMessage = null;
        };
      },
    };
  }

  #lock(tab: Tab): Lock {
    return {
      hold: (_name, signal, work) =>
        tab.process.perform('lock', 2, async () => {
          if (this.#holder && !this.isLockBroken) await new Promise<void>((take) => this.#waiting.push({ tab, take }));
          if (tab.process.isKilled) return await never();
          this.#holder = tab;
          await work(signal);
        }),
    };
  }

  #nextHolder(): void {
    const next = this.#waiting.shift();
    this.#holder = next?.tab ?? null;
    next?.take();
  }

  #network(tab: Tab): Network {
    const { scheduler, server } = this.environment;
    return {
      sync: async (request, token, signal) => {
        this.exchanges += 1;
        const outgoing = this.onRequest(request);
        const json: unknown = JSON.parse(JSON.stringify(outgoing));
        this.log(
          `sends a request with ${outgoing.push.length ? outgoing.push.map(({ m }) => this.environment.history.nameOf(m)).join(', ') : 'no actions'}`,
        );
        const cancellation = new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(abortError()), { once: true }));
        cancellation.catch(() => undefined);
        const { answer } = await tab.process.perform('request', 3, async () => {
          const exchange = this.#exchange(json, token);
          exchange.catch(() => undefined);
          return { answer: exchange };
        });
        return await tab.process.perform('answer', 3, async () => {
          try {
            const response = await Promise.race([answer, cancellation]);
            this.log(`receives ${describeAnswer(response)}`);
            return response;
          } catch (error) {
            this.log(`receives no answer: ${(error as Error).message}`);
            throw error;
          }
        });
      },
      listen: (device, _token, onMessage, signal) =>
        tab.process.perform('poke stream', 50, async () => {
          if ((this.networkState !== 'good' && this.networkState !== 'flaky') || !server.isUp) throw fetchFailure();
          return await new Promise<void>((resolve) => {
            const stop = server.listen({
              device,
              send: (poke) => {
                if (tab.process.isKilled) return stop();
                if (this.networkState === 'good' || this.networkState === 'flaky') onMessage(poke);
              },
              end: () => resolve(),
            });
            signal.addEventListener('abort', () => resolve(), { once: true });
            const watch = (): void => {
              if (!tab.process.isKilled && (this.networkState === 'good' || this.networkState === 'flaky')) scheduler.schedule(20_000, watch);
              else {
                stop();
                resolve();
              }
            };
            scheduler.schedule(20_000, watch);
          });
        }),
    };
  }

  /** Sends a request through the tablet's network, which may lose, delay or repeat the request and its response. */
  async #exchange(request: unknown, token: string): Promise<NetworkAnswer> {
    const { scheduler, history } = this.environment;
    const random = this.#random;
    const failWith = (fault: string): never => {
      history.fault(fault);
      throw fetchFailure();
    };
    if (this.networkState === 'offline') {
      await scheduler.sleep(random.between(5, 50));
      return failWith('drop_request');
    }
    if (this.networkState === 'portal') {
      await scheduler.sleep(random.between(20, 200));
      history.fault('captive_portal');
      return { status: 200, body: random.chance(0.5) ? undefined : { message: 'Welcome to the guest network' } };
    }
    const isFlaky = this.networkState === 'flaky';
    const isSlow = isFlaky && random.chance(0.12);
    if (isSlow) history.fault('delay');
    const outwardDelay = isSlow ? random.between(3_000, 60_000) : random.between(5, 120);
    const returnDelay = isFlaky && random.chance(0.06) ? random.between(3_000, 60_000) : random.between(5, 120);
    if (isFlaky && random.chance(0.12)) {
      await scheduler.sleep(outwardDelay);
      return failWith('drop_request');
    }
    if (this.networkState === 'errors' && random.chance(0.6)) {
      await scheduler.sleep(outwardDelay);
      history.fault('server_error');
      // A proxy may answer with an error although the request has reached the server.
      if (random.chance(0.5)) await this.#deliver(request, token);
      return random.one<NetworkAnswer>([
        { status: 502, body: undefined },
        { status: 503, body: { message: 'busy' } },
        { status: 500, body: { message: 'Something went wrong' } },
      ]) as NetworkAnswer;
    }
    if (isFlaky && random.chance(0.12)) {
      history.fault('duplicate');
      scheduler.schedule(random.between(0, 40_000), () => void this.#deliver(request, token).catch(() => undefined));
    }
    const { push } = request as SyncRequest;
    const [first, second] = push;
    // Two machines with one client id are left out: the number that this request skips may have arrived from the other machine, so the server could
    // not detect the gap.
    if (isFlaky && first && first.c === second?.c && random.chance(0.08) && !history.sharedClients.has(first.c)) {
      history.fault('stray_request');
      scheduler.schedule(0, () => void this.#deliver({ ...(request as SyncRequest), push: push.slice(1) }, token).catch(() => undefined));
    }
    const n = ++this.#requestCount;
    await scheduler.sleep(outwardDelay);
    if (n < this.#lastArrival) history.fault('reorder');
    this.#lastArrival = Math.max(this.#lastArrival, n);
    const answer = await this.#deliver(request, token);
    await scheduler.sleep(returnDelay);
    if (!answer) throw fetchFailure();
    if (isFlaky && random.chance(0.15)) return failWith('drop_response');
    return answer;
  }

  async #deliver(request: unknown, token: string): Promise<NetworkAnswer | null> {
    return await this.environment.server.receive('POST', '/api/sync', token, request);
  }

  link(): Link {
    return this.tab?.engine.sync.get() ?? { online: false, last_sync_at: null, offline_since: null, next_try_at: null, problem: null };
  }
}
