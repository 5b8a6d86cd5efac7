import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Mutex } from 'async-mutex';
import BetterSqlite from 'better-sqlite3';
import type { Logger } from 'pino';
import type { NetworkAnswer } from '../../pwa/offline/ports.ts';
import { createApp } from '../../server/app.ts';
import type { Listener, Services } from '../../server/core/context.ts';
import type { Settings } from '../../server/core/settings.ts';
import type { Database, Db } from '../../server/db/db.ts';
import { sqliteQueries } from '../../server/db/sqlite-queries.ts';
import { createServices } from '../../server/services.ts';
import { floorVersion } from '../../server/sync/clock.ts';
import { compareMark } from '../../server/sync/epoch.ts';
import { isFillingUp } from '../../server/sync/pull.ts';
import type { SyncRequest } from '../../shared/sync/wire.ts';
import type { Dice } from './dice.ts';
import type { Stage } from './stage.ts';

/** Pokes are sent at most this often. */
const COALESCE = 300;

/** Where a server can die: its unit of work is undone with it, or was just committed. */
export type CrashAt = 'before' | 'kept';

/** What the history of a scenario needs to know of the database. */
export interface Observer {
  /** A unit of work was committed. */
  committed(connection: BetterSqlite.Database): void;
  /** A unit of work was undone. */
  undone(): void;
  /** A snapshot carries the contents as they are now. */
  instant(): string;
}

/** Compiles each statement of a connection once: a scenario repeats the same statements. */
function remembering(connection: BetterSqlite.Database): BetterSqlite.Database {
  const statements = new Map<string, BetterSqlite.Statement>();
  const prepare = connection.prepare.bind(connection);
  connection.prepare = ((source: string) => {
    const statement = statements.get(source) ?? prepare(source);
    statements.set(source, statement);
    return statement;
  }) as typeof connection.prepare;
  return connection;
}

/** A statement for whichever connection is open; it is compiled at its first use on each. */
class ServerLog {
  readonly #source: string;
  #on: BetterSqlite.Database | null = null;
  #compiled: BetterSqlite.Statement | null = null;
  #isRaw = false;

  constructor(source: string) {
    this.#source = source;
  }

  #here(): BetterSqlite.Statement {
    if (this.#on === there && this.#compiled) return this.#compiled;
    if (!there) throw new Error('There is no database.');
    this.#on = there;
    this.#compiled = there.prepare(this.#source);
    return this.#compiled;
  }

  /** The product uses one compiled statement for rows as objects and as lists of values, in turns. */
  raw(isRaw = true): this {
    this.#isRaw = isRaw;
    return this;
  }

  run = (...values: unknown[]): BetterSqlite.RunResult => this.#here().run(...values);
  all = (...values: unknown[]): unknown[] =>
    this.#here()
      .raw(this.#isRaw)
      .all(...values);
  get = (...values: unknown[]): unknown =>
    this.#here()
      .raw(this.#isRaw)
      .get(...values);
}

/** The connection of the scenario that is running: one at a time in a process. */
let there: BetterSqlite.Database | null = null;

/** Stands for every connection that a process will have, so that a query of the product is built once for all scenarios. */
class AnyConnection {
  readonly #logs = new Map<string, ServerLog>();

  prepare(source: string): ServerLog {
    const log = this.#logs.get(source) ?? new ServerLog(source);
    this.#logs.set(source, log);
    return log;
  }
}

function opened(image: Buffer): BetterSqlite.Database {
  there = remembering(new BetterSqlite(image));
  there.pragma('foreign_keys = ON');
  return there;
}

const queries: Db = sqliteQueries(new AnyConnection() as unknown as BetterSqlite.Database);

/** An SQLite database in memory behind the port of the product: one unit of work at a time, each an event of the stage. */
export function databaseOn(
  connection: BetterSqlite.Database,
  { stage, pause, unit }: { stage: Stage; pause: () => Promise<void>; unit: () => CrashAt | 'busy' | null },
  observer: Observer,
): Database {
  const db = queries;
  const mutex = new Mutex();
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const commit = connection.prepare('COMMIT');
  let raise: BetterSqlite.Statement | undefined;
  return {
    engine: 'sqlite',
    reader: db,
    post: () => Promise.resolve(),
    subscribe: () => Promise.resolve(() => {}),
    unitOfWork: async (command) => {
      const release = await stage.park(mutex.acquire());
      try {
        await pause();
        const fate = unit();
        if (fate === 'busy') throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
        begin.run();
        try {
          raise ??= connection.prepare('UPDATE sync_clock SET v = v + 1');
          raise.run();
          const result = await command(db);
          if (fate === 'before') {
            connection.exec('ROLLBACK');
            observer.undone();
            return await stage.forever();
          }
          commit.run();
          observer.committed(connection);
          return fate === 'kept' ? await stage.forever() : result;
        } catch (error) {
          if (connection.inTransaction) connection.exec('ROLLBACK');
          observer.undone();
          throw error;
        }
      } finally {
        release();
      }
    },
    restructure: () => Promise.reject(new Error('Nothing is rebuilt while the floor works.')),
    snapshot: async (read) => {
      await pause();
      const instant = observer.instant();
      const result = await read(db);
      // Sent with the cursor, so that each tablet's rows can be compared with the history.
      const cursor = (result as { cursor?: Record<string, unknown> } | null)?.cursor;
      if (cursor) cursor.instant = instant;
      return result;
    },
    close: async () => void connection.close(),
  };
}

/** Answers a request in place of the product, or passes it on: the place where a server can be made to lie. */
export type Serve = (body: unknown, next: (body: unknown) => Promise<NetworkAnswer>) => Promise<NetworkAnswer>;

type App = ReturnType<typeof getRequestListener>;

/** Calls the product as the server that it ships with does, without a socket in between. */
function sendRequest(app: App, method: string, url: string, token: string, body: unknown): Promise<NetworkAnswer> {
  const rawBody = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const of = { 'content-length': String(rawBody.length), ...(body !== undefined && { 'content-type': 'application/json' }) };
  const headers = { host: 'office', authorization: `Bearer ${token}`, ...(method !== 'GET' && of) };
  const incoming = { method, url, headers, rawHeaders: Object.entries(headers).flat(), rawBody, readableEnded: true };
  return new Promise((resolve, reject) => {
    let status = 0;
    const outgoing = {
      on: () => outgoing,
      setHeader: () => outgoing,
      writeHead: (by: number) => {
        status = by;
        return outgoing;
      },
      write: () => reject(new Error(`${method} ${url} answers bit by bit`)),
      end: (text?: string) => resolve({ status, body: text ? JSON.parse(text) : undefined }),
    };
    app(incoming as unknown as IncomingMessage, outgoing as unknown as ServerResponse).catch(reject);
  });
}

interface Incarnation {
  app: App;
  services: Services;
  died: Promise<null>;
  die: () => void;
  crash: { left: number; at: CrashAt } | null;
  isReady: boolean;
}

let rooms = 0;

/** The product's server on a database in memory; it can crash between any two units of work, come back, and be restored from a backup. */
export class ServerRoom {
  readonly stage: Stage;
  readonly dice: Dice;
  connection: BetterSqlite.Database;
  /** Null while the server is down. */
  #up: Incarnation | null = null;
  readonly #of: { settings: Settings; log: Logger; observer: Observer };
  readonly #markFile: string;
  readonly #streams = new Set<Listener>();
  #poke: { by: Set<string>; at: number } | null = null;
  /** Set for as long as the database answers that it is busy. */
  isBusy = false;
  /** While set, the server receives only the requests of tablets that this lets through, and no others. */
  hears: ((body: unknown) => boolean) | null = null;
  serve: Serve = (body, next) => next(body);
  around: (database: Database) => Database = (database) => database;
  onCrash: () => void = () => undefined;
  onBusy: () => void = () => undefined;
  /** Whether a poke on its way to a tablet is lost. */
  losesPoke: () => boolean = () => false;

  constructor(of: { stage: Stage; dice: Dice; template: Buffer; settings: Settings; log: Logger; observer: Observer }) {
    this.stage = of.stage;
    this.dice = of.dice;
    // A folder of its own for each scenario, so that late writes of the last one do not reach this one.
    const folder = join(of.settings.DATA_DIR, String(rooms++));
    this.#of = { ...of, settings: { ...of.settings, DATA_DIR: folder } };
    this.#markFile = join(folder, 'sync-mark.json');
    this.connection = opened(of.template);
    // The mark is a link to a file whose name is as long as a name may be. The product writes a file with a longer name beside it first,
    // and so cannot write its mark outside the scenario's control.
    mkdirSync(folder, { recursive: true });
    symlinkSync('m'.repeat(255), this.#markFile);
    this.leaveMark(null);
  }

  /** Whether there is a process, listening or about to. */
  get isRunning(): boolean {
    return this.#up !== null;
  }

  get isUp(): boolean {
    return this.#up?.isReady === true;
  }

  get database(): Database {
    if (!this.#up) throw new Error('The server is down.');
    return this.#up.services.database;
  }

  async start(): Promise<void> {
    let die = (): void => undefined;
    const died = new Promise<null>((resolve) => {
      die = () => resolve(null);
    });
    const { settings, log, observer } = this.#of;
    const pause = async (): Promise<void> => {
      await this.stage.park(this.stage.sleep(this.dice.between(0, 4)));
      if (this.#up !== up) await this.stage.forever();
    };
    const unit = (): CrashAt | 'busy' | null => {
      if (this.isBusy && this.dice.chance(0.5)) {
        this.onBusy();
        return 'busy';
      }
      if (!up.crash || --up.crash.left > 0) return null;
      const { at } = up.crash;
      queueMicrotask(() => this.crash());
      return at;
    };
    const database = this.around(databaseOn(this.connection, { stage: this.stage, pause, unit }, observer));
    const changed = (by = ''): void => this.#changed(by);
    const services = createServices({
      database,
      settings,
      log,
      clock: () => new Date(this.stage.now),
      changed,
      pokes: {
        changed,
        current: () => floorVersion(database.reader),
        listen: () => () => undefined,
        close: async () => undefined,
      },
    });
    const app = getRequestListener(createApp(services).fetch, { autoCleanupIncoming: false });
    const up: Incarnation = { app, services, died, die, crash: null, isReady: false };
    this.#up = up;
    // As the product does when it starts: no request is accepted before.
    const comparing = this.stage
      .busy(() => compareMark(services))
      .then(
        () => {
          up.isReady = true;
        },
        () => this.crash(),
      );
    await Promise.race([comparing, died]);
  }

  /** Makes it die at the n-th unit of work from now. */
  crashAt(remaining: number, at: CrashAt): void {
    if (this.#up) this.#up.crash = { left: remaining, at };
  }

  crash(): void {
    const up = this.#up;
    if (!up) return;
    this.#up = null;
    this.#poke = null;
    for (const { end } of [...this.#streams]) end();
    this.#streams.clear();
    this.onCrash();
    up.die();
  }

  /** Carries a request out; null where the server died during it, or is down. */
  async receive(method: string, path: string, token: string, body?: unknown): Promise<NetworkAnswer | null> {
    const up = this.#up;
    if (!up?.isReady || (this.hears && (path !== '/api/sync' || !this.hears(body)))) return null;
    const next = (sent: unknown): Promise<NetworkAnswer> => sendRequest(up.app, method, path, token, sent);
    const answering = this.stage.busy(() => (path === '/api/sync' ? this.serve(body, next) : next(body)));
    return await Promise.race([answering, up.died]);
  }

  /** One unit of work outside any request; undefined where the server died during it. */
  async unit<T>(work: (db: Db) => Promise<T>): Promise<T | undefined> {
    const up = this.#up;
    if (!up?.isReady || this.hears) return undefined;
    const working = this.stage.busy(async () => {
      for (;;) {
        try {
          return await up.services.database.unitOfWork(work);
        } catch (error) {
          if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
        }
      }
    });
    return (await Promise.race([working, up.died])) ?? undefined;
  }

  /** The contents of a backup. */
  backup(): Buffer {
    return this.connection.serialize();
  }

  /**
   * Puts a backup in place of the database while the server is down. With the mark beside it the server can detect that; without it only the tablets
   * can.
   */
  restore(backup: Buffer, mark: { epoch: string; v: number } | null): void {
    this.connection.close();
    this.connection = opened(backup);
    this.leaveMark(mark);
  }

  leaveMark(mark: { epoch: string; v: number } | null): void {
    writeFileSync(this.#markFile, mark ? JSON.stringify(mark) : '');
  }

  /** The mark that the product would have written beside the database by now. */
  mark(): { epoch: string; v: number } {
    return this.connection.prepare('select epoch, v + 1 as v from sync_clock').get() as { epoch: string; v: number };
  }

  /** Whether the database is behind what a tablet sends in a request: its position, or which of its actions were carried out. */
  knowsLess({ pull: { cursor, lm } }: SyncRequest): boolean {
    const { epoch, v } = this.mark();
    if (cursor?.epoch !== epoch) return false;
    const stored = this.connection.prepare('select lm from sync_clients where c = ?').pluck();
    return cursor.v > v || (!isFillingUp(cursor) && Object.entries(lm).some(([c, s]) => s > Number(stored.get(c) ?? 0)));
  }

  /** A stream of pokes, until it ends. */
  listen(listener: Listener): () => void {
    this.#streams.add(listener);
    return () => void this.#streams.delete(listener);
  }

  #changed(by: string): void {
    if (this.#poke) {
      this.#poke.by.add(by);
      return;
    }
    const poke = { by: new Set([by]), at: this.stage.now };
    this.#poke = poke;
    this.stage.after(COALESCE, () => {
      if (this.#poke !== poke) return;
      this.#poke = null;
      void this.sendAll(poke.by);
    });
  }

  async sendAll(by: ReadonlySet<string>): Promise<void> {
    const up = this.#up;
    if (!up || this.#streams.size === 0) return;
    const poke = await this.stage.busy(() => up.services.pokes.current());
    const [only] = by;
    for (const { device, send } of [...this.#streams]) {
      if (by.size === 1 && device === only) continue;
      if (!this.losesPoke()) this.stage.after(this.dice.between(5, 200), () => send(poke));
    }
  }

  close(): void {
    this.crash();
    this.connection.close();
  }
}
