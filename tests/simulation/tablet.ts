import { Engine, type SignedIn } from '../../pwa/offline/engine.ts';
import type { Link, Lock, Mirror, Network, NetworkAnswer, Ports, Random, Reserve, TabMessage, Tabs } from '../../pwa/offline/ports.ts';
import type { CacheStore, CacheTables, LedgerStore, LedgerTables, Queued } from '../../pwa/offline/store.ts';
import type { SyncAnswer, SyncRequest } from '../../shared/sync/wire.ts';
import type { Dice } from './dice.ts';
import type { History } from './history.ts';
import type { ServerRoom } from './server-room.ts';
import type { Stage } from './stage.ts';
import { MemoryStorage, type Storage } from './storage.ts';

/** What all parts of a scenario share. */
export interface Scene {
  stage: Stage;
  dice: Dice;
  history: History;
  server: ServerRoom;
}

/** The weather over one tablet's network. */
export type Weather = 'good' | 'offline' | 'flaky' | 'portal' | 'errors';

const never = (): Promise<never> => new Promise(() => undefined);
const failed = (): TypeError => new TypeError('Failed to fetch');
const aborted = (): Error => Object.assign(new Error('The request was given up.'), { name: 'AbortError' });
const full = (): Error => Object.assign(new Error('There is no room left.'), { name: 'QuotaExceededError' });
const closed = (): Error => Object.assign(new Error('The database was closed.'), { name: 'DatabaseClosedError' });

/** The awaits of a tab at which it can be killed: before the awaited operation has happened, or after it and before its result arrives. */
export const killPoints = ['ledger read', 'ledger write', 'cache read', 'cache write', 'request', 'answer', 'poke stream', 'lock'] as const;
export type KillPoint = (typeof killPoints)[number];
export type KillWhen = 'before' | 'after';

/** The next version of the app, and its version number. */
export const TOMORROW = 2;
const ofTomorrow = (row: Queued): Queued =>
  row.n === 'pick.assign_tote' ? { ...row, nv: TOMORROW, a: { ...row.a, tote: row.a.tote?.toUpperCase() ?? null } } : row;

function inWords({ status, body }: NetworkAnswer): string {
  const read = body as SyncAnswer | undefined;
  if (status !== 200 || !read?.results) return `${status} ${body === undefined ? 'without an answer' : JSON.stringify(body)}`;
  const { results, halt, cursor, full, more, outcomes } = read;
  return [
    `${results.length} results`,
    ...(halt ? [`halt ${halt.why}${halt.expect ? ` ${halt.expect}` : ''}`] : []),
    `${full ? 'all rows' : 'rows'} up to ${cursor?.v ?? 'nowhere'} of epoch ${/^\d+(?=-)/.exec(cursor?.epoch ?? '')?.[0] ?? 'one'}${more ? ', more to come' : ''}`,
    `${outcomes.length} open`,
  ].join(', ');
}

/** One tab's process, from boot to death. A killed process waits for ever at its last await. */
class Life {
  isDead = false;
  /** Dies at the n-th await from now. */
  fuse: { left: number; when: KillWhen } | null = null;
  readonly #of: Scene;
  readonly #onDeath: (point: KillPoint | null, when: KillWhen | null) => void;

  constructor(of: Scene, onDeath: (point: KillPoint | null, when: KillWhen | null) => void) {
    this.#of = of;
    this.#onDeath = onDeath;
  }

  die(point: KillPoint | null = null, when: KillWhen | null = null): void {
    if (this.isDead) return;
    this.isDead = true;
    this.#onDeath(point, when);
  }

  /** One await of the app: it takes some time, and the process may not live to its end. */
  async pass<T>(point: KillPoint, most: number, effect: () => Promise<T>): Promise<T> {
    if (this.isDead) return await never();
    await this.#of.stage.sleep(this.#of.dice.between(0, most));
    const when = this.fuse && --this.fuse.left <= 0 ? this.fuse.when : null;
    if (this.isDead) return await never();
    if (when === 'before') {
      this.die(point, when);
      return await never();
    }
    let result: T;
    try {
      result = await effect();
    } catch (error) {
      if (this.isDead) return await never();
      throw error;
    }
    // The planned kill may have been cancelled meanwhile.
    if (when === 'after' && this.fuse) this.die(point, when);
    return this.isDead ? await never() : result;
  }
}

/** One open tab of the app: the shipped engine, run as the app runs it. */
export class Tab {
  readonly life: Life;
  readonly engine: Engine;
  readonly tablet: Tablet;
  readonly #stop = new AbortController();
  /** The last name that the app drew. */
  lastUuid = '';
  /** The client of this boot. */
  client = '';
  onMessage: ((message: TabMessage) => void) | null = null;
  isOpen = false;
  /** An action that found no room waits for a person. */
  isBlocked = (): boolean => this.engine.sync.get().not_saved !== null;

  constructor(tablet: Tablet) {
    this.tablet = tablet;
    this.life = new Life(tablet.scene, (point, when) => tablet.died(this, point, when));
    const stores = tablet.storage.open();
    const ledger = tablet.storeFor('ledger', this, stores.ledger) as LedgerStore;
    const cache = tablet.storeFor('cache', this, stores.cache) as CacheStore;
    this.engine = new Engine({ ledger, cache, ports: tablet.portsFor(this) });
  }

  async run(): Promise<void> {
    await this.engine.open();
    this.isOpen = true;
    this.engine.signIn(this.tablet.signedIn);
    await this.engine.run(this.#stop.signal);
  }

  /** Closed by a person: a write in progress is not waited for. */
  close(): void {
    this.life.die();
  }

  /** Ends its waits: a signal with listeners that never ends is kept for ever, and the whole scenario with it. */
  letGo(): void {
    this.#stop.abort();
  }
}

/** A tablet: its storage, its cookie, its network, its clock, the person who holds it, and the tabs that are open. */
export class Tablet {
  readonly name: string;
  readonly scene: Scene;
  readonly #dice: Dice;
  readonly storage: Storage;
  mirror: Mirror | null = null;
  weather: Weather = 'good';
  /** How far its clock is off. */
  clockOff = 0;
  signedIn: SignedIn | null = null;
  tabs: Tab[] = [];
  /** Its ledger's name in the history: an evicted one has a successor. */
  ledgerName: string;
  isClone = false;
  outbox = new Map<number, string>();
  device = '';
  /** Its name before its storage was deleted. */
  formerDevices: string[] = [];
  /** How many storage operations fail because the browser closed the database by force. */
  closings = 0;
  /** The disk is full while this is above zero; dropping a reserve may make room. */
  fullness = 0;
  /** Both tabs believe that they hold the lock. */
  isLockBroken = false;
  turns = 0;
  /** A clone continues under the client of its original. */
  nextClient = '';
  /** Its app writes the version of the mutations that the next release of the server knows. */
  isOfTomorrow = false;
  readonly #booted: Tab[] = [];
  #holder: Tab | null = null;
  #waiting: { tab: Tab; go: () => void }[] = [];
  #sentRequests = 0;
  #arrived = 0;
  randomFor: (tab: Tab, random: Random) => Random = (_tab, random) => random;
  ledgerTables: (tables: LedgerTables) => LedgerTables = (tables) => tables;
  cacheTables: (tables: CacheTables) => CacheTables = (tables) => tables;
  /** Sends under another version of the app. */
  onRequest: (request: SyncRequest) => SyncRequest = (request) => request;

  constructor(name: string, scene: Scene, storage: Storage = new MemoryStorage()) {
    this.storage = storage;
    this.name = name;
    this.ledgerName = name;
    this.scene = scene;
    this.#dice = scene.dice.fork();
  }

  say(text: string): void {
    this.scene.history.say(`${this.name}: ${text}`);
  }

  get tab(): Tab | null {
    return this.tabs.find(({ isOpen, life }) => isOpen && !life.isDead) ?? null;
  }

  boot(): Tab {
    const tab = new Tab(this);
    this.tabs.push(tab);
    this.#booted.push(tab);
    this.say(this.tabs.length > 1 ? 'a second tab is opened' : 'the app starts');
    tab.run().catch((error: unknown) => {
      this.say(tab.isOpen ? `the app no longer syncs: ${String(error)}` : `the app does not start: ${String(error)}`);
      if (!tab.isOpen) tab.close();
    });
    return tab;
  }

  died(tab: Tab, point: KillPoint | null, when: KillWhen | null): void {
    this.tabs = this.tabs.filter((other) => other !== tab);
    if (point && when) {
      this.scene.history.fault('kill');
      const at = `${point} ${when}`;
      this.scene.history.kills.set(at, (this.scene.history.kills.get(at) ?? 0) + 1);
      this.say(`the app is killed ${when} its ${point}`);
    }
    this.#waiting = this.#waiting.filter((waiting) => waiting.tab !== tab);
    if (this.#holder === tab) this.#nextHolder();
  }

  /** Every tab dies at once. */
  powerCut(): void {
    for (const tab of [...this.tabs]) tab.close();
  }

  /** The scenario is over. */
  putAway(): void {
    this.powerCut();
    for (const tab of this.#booted) tab.letGo();
  }

  signIn(signedIn: SignedIn | null): void {
    this.signedIn = signedIn;
    for (const tab of this.tabs) if (tab.isOpen) tab.engine.signIn(signedIn);
  }

  /** The browser deletes all storage of the app; cookies stay. Returns the actions that waited in it. */
  async evict(): Promise<string[]> {
    this.powerCut();
    const rows = await this.storage.ledger.read((t) => t.outbox.all());
    const { actions } = this.scene.history;
    for (const action of actions.values()) if (action.ledger === this.ledgerName) action.isLost = true;
    this.ledgerName += '′';
    this.storage.evict();
    this.outbox.clear();
    return rows.map(({ m }) => m);
  }

  /** A second copy of the machine, as from its image: the same device, ledger and cache; null where its storage cannot be cloned. */
  clone(name: string): Tablet | null {
    const storage = this.storage.clone();
    if (!storage) return null;
    const twin = new Tablet(name, this.scene, storage);
    twin.isClone = true;
    twin.mirror = this.mirror && { ...this.mirror };
    twin.signedIn = this.signedIn;
    twin.outbox = new Map(this.outbox);
    twin.device = this.device;
    return twin;
  }

  /** A database as one tab has it: each use takes some time, may fail, and is seen by the history. */
  storeFor(kind: 'ledger' | 'cache', tab: Tab, store: LedgerStore | CacheStore): LedgerStore | CacheStore {
    const op =
      (mode: 'read' | 'write') =>
      <R>(work: (tables: never) => Promise<R>): Promise<R> =>
        tab.life.pass(`${kind} ${mode}`, mode === 'read' ? 2 : 8, async () => {
          const { history } = this.scene;
          if (this.closings > 0) {
            this.closings -= 1;
            history.fault('forced_close');
            if (!this.storage.forceClose()) throw closed();
          }
          if (mode === 'read') return await (store as LedgerStore).read(work as never);
          if (this.fullness > 0) {
            history.fault('quota');
            throw full();
          }
          const changed = kind === 'ledger' ? (t: LedgerTables) => this.ledgerTables(this.#ofItsTime(t)) : this.cacheTables;
          const result = await (store as LedgerStore).write((tables) => work(changed(tables as never) as never));
          await this.#kept(kind);
          return result as R;
        });
    return { read: op('read'), write: op('write'), close: () => store.close() };
  }

  async #kept(kind: 'ledger' | 'cache'): Promise<void> {
    const { history } = this.scene;
    const { ledger, cache } = this.storage;
    if (kind === 'cache') return await history.cacheKept(this, cache);
    if (!this.device) this.device = ((await ledger.read((t) => t.facts.get('device'))) as { device: string } | undefined)?.device ?? '';
    await history.ledgerKept({ name: this.ledgerName, device: this.device, outbox: this.outbox }, ledger, cache);
  }

  /** The next version of the app queues totes in capitals, under a version of their own. */
  #ofItsTime(tables: LedgerTables): LedgerTables {
    if (!this.isOfTomorrow) return tables;
    const { outbox } = tables;
    const put = (rows: readonly Queued[]) => outbox.put(rows.map((row) => (this.scene.history.actions.has(row.m) ? row : ofTomorrow(row))));
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
    const { stage } = this.scene;
    const random: Random = {
      uuid: () => {
        tab.lastUuid = (tab.client === '' && this.nextClient) || this.#dice.uuid();
        this.nextClient = '';
        tab.client ||= tab.lastUuid;
        return tab.lastUuid;
      },
      secret: () => this.#dice.secret(),
      fraction: () => this.#dice.fraction(),
    };
    const reserve: Reserve = {
      drop: async () => {
        if (this.fullness > 0 && this.#dice.chance(0.5)) this.fullness -= 1;
      },
    };
    return {
      clock: {
        now: () => stage.now + this.clockOff,
        sleep: (ms, signal) =>
          new Promise((resolve) => {
            if (signal.aborted) return resolve();
            const due = stage.after(ms, () => !tab.life.isDead && resolve());
            const wake = (): void => {
              due.work = null;
              resolve();
            };
            signal.addEventListener('abort', wake, { once: true });
          }),
      },
      random: this.randomFor(tab, random),
      network: this.#network(tab),
      lock: this.#lock(tab),
      tabs: this.#tabs(tab),
      mirror: {
        read: () => this.mirror,
        write: (mirror) => {
          if (!tab.life.isDead) this.mirror = mirror;
        },
      },
      reserves: [reserve, reserve],
    };
  }

  #tabs(tab: Tab): Tabs {
    return {
      tell: (message) => {
        if (tab.life.isDead) return;
        for (const other of this.tabs)
          if (other !== tab) this.scene.stage.after(this.#dice.between(0, 5), () => !other.life.isDead && other.onMessage?.(message));
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
        tab.life.pass('lock', 2, async () => {
          if (this.#holder && !this.isLockBroken) await new Promise<void>((go) => this.#waiting.push({ tab, go }));
          if (tab.life.isDead) return await never();
          this.#holder = tab;
          await work(signal);
        }),
    };
  }

  #nextHolder(): void {
    const next = this.#waiting.shift();
    this.#holder = next?.tab ?? null;
    next?.go();
  }

  #network(tab: Tab): Network {
    const { stage, server } = this.scene;
    return {
      sync: async (request, token, signal) => {
        this.turns += 1;
        const sent = this.onRequest(request);
        const json: unknown = JSON.parse(JSON.stringify(sent));
        this.say(`asks, with ${sent.push.length ? sent.push.map(({ m }) => this.scene.history.nameOf(m)).join(', ') : 'nothing to send'}`);
        const given = new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(aborted()), { once: true }));
        given.catch(() => undefined);
        const { answer } = await tab.life.pass('request', 3, async () => {
          const coming = this.#exchange(json, token);
          coming.catch(() => undefined);
          return { answer: coming };
        });
        return await tab.life.pass('answer', 3, async () => {
          try {
            const came = await Promise.race([answer, given]);
            this.say(`hears ${inWords(came)}`);
            return came;
          } catch (error) {
            this.say(`hears nothing: ${(error as Error).message}`);
            throw error;
          }
        });
      },
      listen: (device, _token, onMessage, signal) =>
        tab.life.pass('poke stream', 50, async () => {
          if ((this.weather !== 'good' && this.weather !== 'flaky') || !server.isUp) throw failed();
          return await new Promise<void>((resolve) => {
            const stop = server.listen({
              device,
              send: (poke) => {
                if (tab.life.isDead) return stop();
                if (this.weather === 'good' || this.weather === 'flaky') onMessage(poke);
              },
              end: () => resolve(),
            });
            signal.addEventListener('abort', () => resolve(), { once: true });
            const watch = (): void => {
              if (!tab.life.isDead && (this.weather === 'good' || this.weather === 'flaky')) stage.after(20_000, watch);
              else {
                stop();
                resolve();
              }
            };
            stage.after(20_000, watch);
          });
        }),
    };
  }

  /** What the network does to one request and its response. */
  async #exchange(request: unknown, token: string): Promise<NetworkAnswer> {
    const { stage, history } = this.scene;
    const dice = this.#dice;
    const lose = (fault: string): never => {
      history.fault(fault);
      throw failed();
    };
    if (this.weather === 'offline') {
      await stage.sleep(dice.between(5, 50));
      return lose('drop_request');
    }
    if (this.weather === 'portal') {
      await stage.sleep(dice.between(20, 200));
      history.fault('captive_portal');
      return { status: 200, body: dice.chance(0.5) ? undefined : { message: 'Welcome to the guest network' } };
    }
    const isFlaky = this.weather === 'flaky';
    const isSlow = isFlaky && dice.chance(0.12);
    if (isSlow) history.fault('delay');
    const there = isSlow ? dice.between(3_000, 60_000) : dice.between(5, 120);
    const back = isFlaky && dice.chance(0.06) ? dice.between(3_000, 60_000) : dice.between(5, 120);
    if (isFlaky && dice.chance(0.12)) {
      await stage.sleep(there);
      return lose('drop_request');
    }
    if (this.weather === 'errors' && dice.chance(0.6)) {
      await stage.sleep(there);
      history.fault('server_error');
      // A proxy that gives up may do so after the request has gone through.
      if (dice.chance(0.5)) await this.#deliver(request, token);
      return dice.one<NetworkAnswer>([
        { status: 502, body: undefined },
        { status: 503, body: { message: 'busy' } },
        { status: 500, body: { message: 'Something went wrong' } },
      ]) as NetworkAnswer;
    }
    if (isFlaky && dice.chance(0.12)) {
      history.fault('duplicate');
      stage.after(dice.between(0, 40_000), () => void this.#deliver(request, token).catch(() => undefined));
    }
    const { push } = request as SyncRequest;
    const [first, second] = push;
    // Of a client that two machines use, the second number of one may just be the next of the other: nobody could tell.
    if (isFlaky && first && first.c === second?.c && dice.chance(0.08) && !history.sharedClients.has(first.c)) {
      history.fault('stray_request');
      stage.after(0, () => void this.#deliver({ ...(request as SyncRequest), push: push.slice(1) }, token).catch(() => undefined));
    }
    const n = ++this.#sentRequests;
    await stage.sleep(there);
    if (n < this.#arrived) history.fault('reorder');
    this.#arrived = Math.max(this.#arrived, n);
    const answer = await this.#deliver(request, token);
    await stage.sleep(back);
    if (!answer) throw failed();
    if (isFlaky && dice.chance(0.15)) return lose('drop_response');
    return answer;
  }

  async #deliver(request: unknown, token: string): Promise<NetworkAnswer | null> {
    return await this.scene.server.receive('POST', '/api/sync', token, request);
  }

  link(): Link {
    return this.tab?.engine.sync.get() ?? { online: false, last_sync_at: null, offline_since: null, next_try_at: null, problem: null };
  }
}
