import { Cache } from '../../../pwa/offline/cache.ts';
import { Engine } from '../../../pwa/offline/engine.ts';
import { Flusher, type Step } from '../../../pwa/offline/flusher.ts';
import { Ledger } from '../../../pwa/offline/ledger.ts';
import type { Clock, Link, Lock, NetworkAnswer, Ports, Random, TabletProgress, TabMessage, Tabs } from '../../../pwa/offline/ports.ts';
import type { CacheStore, Database, LedgerStore } from '../../../pwa/offline/store.ts';
import { digestOf } from '../../../shared/sync/digest.ts';
import type { PickLineRow, PickRow } from '../../../shared/sync/rows.ts';
import type { SyncRequest } from '../../../shared/sync/wire.ts';
import { FakeServer } from './fake-server.ts';
import { memoryCache, memoryLedger } from './memory-store.ts';

export class Killed extends Error {
  override name = 'Killed';
}

/** A small, fast random generator: the same seed gives the same run. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const hex = (digits: number): string => Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join('');
  return {
    fraction: next,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
    secret: () => hex(64),
  };
}

/** A clock that jumps: a sleep takes no real time but moves the clock forward. */
export function jumpingClock(): Clock & { set(ms: number): void } {
  let now = Date.parse('2026-11-21T09:00:00.000Z');
  return {
    now: () => now,
    set: (ms) => {
      now = ms;
    },
    sleep: (_ms, signal) =>
      new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }))),
  };
}

export const uuidOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const pickRow = (id: number): PickRow => ({
  id,
  order_id: id,
  uuid: uuidOf(id),
  order_number: String(id).padStart(5, '0'),
  account_id: 1,
  account_name: 'Northgate Facilities',
  account_logo_url: null,
  site_id: 1,
  site_name: 'Leeds Depot',
  site_reference: 'NG-LDS',
  state: 'released',
  picker: null,
  is_frozen: false,
  frozen_reason: null,
  is_sample: false,
  skip_dispatch: false,
  customer_notes: null,
  tote: null,
  wearer_count: 1,
  submitted_at: '2026-11-20T10:00:00.000Z',
  released_at: '2026-11-21T07:00:00.000Z',
  started_at: null,
  picked_at: null,
  booked_at: null,
  delivery_address: { address_line_1: '1 Mill Lane', postcode: 'LS10 1RT' },
  contact_name: null,
  contact_phone: null,
});

const lineRow = (pick_id: number, i: number): PickLineRow => ({
  id: pick_id * 100 + i,
  pick_id,
  order_line_id: pick_id * 100 + i,
  employee_id: 1,
  product_id: i,
  product_name: 'Zip Hoodie',
  decoration: null,
  notes: null,
  qty_requested: 3,
  qty_allocated: 3,
  qty_picked: 0,
  code: null,
  other_reason: null,
  picked_by: null,
  picked_at: null,
  fact_version: 1,
  prep_ticked_at: null,
});

/** A server with this many released orders of this many lines each, with three items on each line. */
export function floorOf(orders: number, lines: number): FakeServer {
  const server = new FakeServer();
  server.put('error_code', { id: 1, code: 'DAMAGED', description: 'Damaged', requires_input: false });
  server.put('error_code', { id: 2, code: 'OTHER', description: 'Other', requires_input: true });
  server.put('wearer', { id: 1, name: 'Marek Nowak', employee_number: null });
  for (let i = 1; i <= lines; i++) server.put('product', product(i));
  for (let id = 1; id <= orders; id++) {
    server.put('pick', pickRow(id));
    for (let i = 1; i <= lines; i++) server.put('pick_line', lineRow(id, i));
  }
  return server;
}

const product = (id: number) => ({
  id,
  sku: `ZH-GRY-${id}`,
  name: 'Zip Hoodie',
  variation_colour: 'Grey',
  colour_hex: '#9a9da1',
  variation_size_1: 'L',
  variation_size_2: null,
  variation_all_size: null,
  bin: `A-0${id}-1`,
  barcode: null,
  picture_url: null,
});

export const lineId = (pick: number, i: number): number => pick * 100 + i;

/** The tabs of one device: they share storage, lock, progress and messages. */
export class Device {
  ledger: LedgerStore = memoryLedger();
  cache: CacheStore = memoryCache();
  progress: TabletProgress | null = null;
  readonly random: Random;
  readonly clock = jumpingClock();
  #heard = new Set<{ tab: object; onMessage: (message: TabMessage) => void }>();
  #held: Promise<void> = Promise.resolve();

  constructor(seed = 1) {
    this.random = seeded(seed);
  }

  tabs(): Tabs {
    const tab = {};
    return {
      tell: (message) => {
        for (const other of this.#heard) if (other.tab !== tab) other.onMessage(message);
      },
      listen: (onMessage) => {
        const entry = { tab, onMessage };
        this.#heard.add(entry);
        return () => this.#heard.delete(entry);
      },
    };
  }

  lock(): Lock {
    return {
      hold: async (_name, signal, work) => {
        const before = this.#held;
        let release = (): void => undefined;
        this.#held = new Promise((resolve) => {
          release = resolve;
        });
        await Promise.race([before, new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))]);
        try {
          if (!signal.aborted) await work(signal);
        } finally {
          void before.then(release);
        }
      },
    };
  }
}

/** The answer to a request, at once or later. A `Wire` sends a request, and may lose, delay or replace the request or its answer. */
type Answered = NetworkAnswer | Promise<NetworkAnswer>;
export type Wire = (send: () => Answered) => Answered;

/** The server that answers a tablet: the fake server, or the product itself. */
export interface Office {
  sync(body: unknown, token: string): Answered;
}

export const good: Wire = (send) => send();
export const dropRequest: Wire = () => {
  throw new TypeError('Failed to fetch');
};
export const dropAnswer: Wire = async (send) => {
  await send();
  throw new TypeError('Failed to fetch');
};
export const twice: Wire = async (send) => {
  await send();
  return await send();
};
export const captivePortal: Wire = () => ({ status: 200, body: undefined });

/** One tab of one device, with a flusher that the test runs. */
export class Tablet {
  readonly engine: Engine;
  readonly ledger: Ledger;
  readonly cache: Cache;
  readonly flusher: Flusher;
  readonly ports: Ports;
  wire: Wire = good;
  link: Link | null = null;
  token: string | null = 'token-1';
  readonly #of: { server: Office; device: Device; actor: number };

  private constructor(
    server: Office,
    device: Device,
    actor: number,
    stores: { ledger: LedgerStore; cache: CacheStore },
    identity: { device: string; secret: string },
  ) {
    this.#of = { server, device, actor };
    this.ports = {
      clock: device.clock,
      random: device.random,
      lock: device.lock(),
      tabs: device.tabs(),
      progress: {
        read: () => device.progress,
        write: (progress) => {
          device.progress = progress;
        },
      },
      reserves: [],
      network: {
        sync: async (request: SyncRequest, token) => {
          const body: unknown = JSON.parse(JSON.stringify(request));
          return await this.wire(() => server.sync(body, token));
        },
        listen: (_device, _token, _heard, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
      },
    };
    this.ledger = new Ledger(stores.ledger, this.ports);
    this.cache = new Cache(stores.cache);
    this.engine = new Engine({ ...stores, ports: this.ports });
    this.flusher = new Flusher({
      ledger: this.ledger,
      cache: this.cache,
      ports: this.ports,
      device: identity,
      token: () => this.token,
      changed: () => undefined,
      link: (link) => {
        this.link = link;
      },
    });
  }

  /** Boots the app on a device. */
  static async boot(server: Office, device: Device, actor = 17, stores: { ledger: LedgerStore; cache: CacheStore } = device): Promise<Tablet> {
    const identity = await new Ledger(device.ledger, device).open(device.progress);
    const tablet = new Tablet(server, device, actor, stores, identity);
    tablet.engine.signIn({ token: 'token-1', actor: { id: actor, name: `Picker ${actor}`, role: 'warehouse' } });
    await tablet.engine.open();
    return tablet;
  }

  /** The app dies and starts again; stored data is kept. */
  reboot(): Promise<Tablet> {
    return Tablet.boot(this.#of.server, this.#of.device, this.#of.actor);
  }

  step(): Promise<Step> {
    return this.flusher.step(new AbortController().signal);
  }

  /** Syncs with the server until nothing is left to send, or until a sync fails. */
  async sync(): Promise<Step> {
    let step: Step = { next: 'go_on' };
    for (let i = 0; i < 60 && step.next === 'go_on'; i++) step = await this.step();
    await this.engine.refresh();
    return step;
  }

  /** Syncs until the queue is empty, as the running flusher does; throws if it is not empty after 20 tries. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) {
      const step = await this.sync();
      if (step.next === 'rest' && step.waiting === 0 && (await this.ledger.view()).queue.length === 0) return;
    }
    throw new Error('The queue does not empty.');
  }

  async start(pick: number): Promise<void> {
    expectOk(await this.engine.mutate('pick.start', { pick_id: pick }));
  }

  async record(pick: number, i: number, qty_picked: number, code: string | null = null): Promise<void> {
    await this.recordLine({ id: lineId(pick, i), pick_id: pick, product_id: i }, qty_picked, code);
  }

  async recordLine(line: { id: number; pick_id: number; product_id: number }, qty_picked: number, code: string | null = null): Promise<void> {
    const { id: pick_line_id, pick_id, product_id } = line;
    expectOk(await this.engine.mutate('pick.record_line', { pick_id, pick_line_id, product_id, qty_picked, code, other_reason: null }));
  }

  async complete(pick: number): Promise<void> {
    const lines = [...this.engine.screens.get().floor.rows.pick_line.values()].filter((line) => line.pick_id === pick);
    expectOk(await this.engine.mutate('pick.complete', { pick_id: pick, digest: digestOf(lines) }));
  }

  shown(pick: number, i: number): PickLineRow | undefined {
    return this.engine.screens.get().floor.rows.pick_line.get(lineId(pick, i));
  }

  get waiting(): number {
    return this.engine.sync.get().waiting;
  }
}

function expectOk(verdict: { ok: boolean; message?: string }): void {
  if (!verdict.ok) throw new Error(verdict.message);
}

/** A database that dies at its n-th write: before the write, or just after the write is durable. All later calls also fail. */
export function mortal<Tables>(store: Database<Tables>, life: { left: number; durable: boolean; dead: boolean }): Database<Tables> {
  const check = (): void => {
    if (life.dead) throw new Killed();
  };
  return {
    read: async (work) => {
      check();
      return await store.read(work);
    },
    write: async (work) => {
      check();
      if (--life.left > 0) return await store.write(work);
      life.dead = true;
      if (life.durable) await store.write(work);
      throw new Killed();
    },
    close: () => store.close(),
  };
}
