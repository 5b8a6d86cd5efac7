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
import type { Scheduler } from './scheduler.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Milliseconds for which changes are collected into one poke. */
const COALESCE = 300;

/** When a server crashes: before the commit of a unit of work, so that the work is undone, or after the commit. */
export type CrashAt = 'before' | 'after';

/** The events of the database that the history of a scenario follows. */
export interface Observer {
  /** Called after a unit of work is committed. */
  onCommit(connection: BetterSqlite.Database): void;
  /** Called after a unit of work is undone. */
  onRollback(): void;
  /** Returns the present point of the history. A snapshot contains this point, besides the rows. */
  instant(): string;
}

/** Makes a connection compile each statement only once, because a scenario repeats the same statements. */
function cacheStatements(connection: BetterSqlite.Database): BetterSqlite.Database {
  const statements = new Map<string, BetterSqlite.Statement>();
  const prepare = connection.prepare.bind(connection);
  connection.prepare = ((source: string) => {
    const statement = statements.get(source) ?? prepare(source);
    statements.set(source, statement);
    return statement;
  }) as typeof connection.prepare;
  return connection;
}

/** A statement for the connection that is open; it is compiled at its first use on each connection. */
class SharedStatement {
  readonly #source: string;
  #connection: BetterSqlite.Database | null = null;
  #compiled: BetterSqlite.Statement | null = null;
  #isRaw = false;

  constructor(source: string) {
    this.#source = source;
  }

  #current(): BetterSqlite.Statement {
    if (this.#connection === currentConnection && this.#compiled) return this.#compiled;
    if (!currentConnection) throw new Error('There is no database.');
    this.#connection = currentConnection;
    this.#compiled = currentConnection.prepare(this.#source);
    return this.#compiled;
  }

  /** Switches between rows as lists of values and as objects: the product uses one compiled statement for both. */
  raw(isRaw = true): this {
    this.#isRaw = isRaw;
    return this;
  }

  run = (...values: unknown[]): BetterSqlite.RunResult => this.#current().run(...values);
  all = (...values: unknown[]): unknown[] =>
    this.#current()
      .raw(this.#isRaw)
      .all(...values);
  get = (...values: unknown[]): unknown =>
    this.#current()
      .raw(this.#isRaw)
      .get(...values);
}

/** The connection of the running scenario; a process runs one scenario at a time. */
let currentConnection: BetterSqlite.Database | null = null;

/** Replaces the connections of all scenarios of a process, so that the product builds each of its queries only once. */
class SharedConnection {
  readonly #statements = new Map<string, SharedStatement>();

  prepare(source: string): SharedStatement {
    const log = this.#statements.get(source) ?? new SharedStatement(source);
    this.#statements.set(source, log);
    return log;
  }
}

function openConnection(image: Buffer): BetterSqlite.Database {
  currentConnection = cacheStatements(new BetterSqlite(image));
  currentConnection.pragma('foreign_keys = ON');
  return currentConnection;
}

const queries: Db = sqliteQueries(new SharedConnection() as unknown as BetterSqlite.Database);

/** Wraps an SQLite connection as the product's `Database`. One unit of work runs at a time, and the scheduler knows each unit that waits. */
export function createDatabase(
  connection: BetterSqlite.Database,
  { scheduler, pause, nextFailure }: { scheduler: Scheduler; pause: () => Promise<void>; nextFailure: () => CrashAt | 'busy' | null },
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
      const release = await scheduler.suspend(mutex.acquire());
      try {
        await pause();
        const failure = nextFailure();
        if (failure === 'busy') throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
        begin.run();
        try {
          raise ??= connection.prepare('UPDATE sync_clock SET v = v + 1');
          raise.run();
          const result = await command(db);
          if (failure === 'before') {
            connection.exec('ROLLBACK');
            observer.onRollback();
            return await scheduler.suspendForever();
          }
          commit.run();
          observer.onCommit(connection);
          return failure === 'after' ? await scheduler.suspendForever() : result;
        } catch (error) {
          if (connection.inTransaction) connection.exec('ROLLBACK');
          observer.onRollback();
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
      // The point of the history is added to the cursor, so that a tablet's rows can be compared with the history at this point.
      const cursor = (result as { cursor?: Record<string, unknown> } | null)?.cursor;
      if (cursor) cursor.instant = instant;
      return result;
    },
    close: async () => void connection.close(),
  };
}

/** Answers a sync request in place of the product, or passes it on, so that a scenario can make a server lie. */
export type SyncHandler = (body: unknown, next: (body: unknown) => Promise<NetworkAnswer>) => Promise<NetworkAnswer>;

type App = ReturnType<typeof getRequestListener>;

/** Sends a request to the product in the way in which the product's own HTTP server does, but without a socket. */
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

interface ServerProcess {
  app: App;
  services: Services;
  exit: Promise<null>;
  resolveExit: () => void;
  crash: { left: number; at: CrashAt } | null;
  isReady: boolean;
}

let serverCount = 0;

/** The product's server on a database in memory; it can crash between any two units of work, come back, and be restored from a backup. */
export class SimulatedServer {
  readonly scheduler: Scheduler;
  readonly random: SeededRandom;
  connection: BetterSqlite.Database;
  /** Null while the server is down. */
  #process: ServerProcess | null = null;
  readonly #options: { settings: Settings; log: Logger; observer: Observer };
  readonly #markFile: string;
  readonly #streams = new Set<Listener>();
  #poke: { by: Set<string>; at: number } | null = null;
  /** True while the database answers that it is busy. */
  isBusy = false;
  /** While set, the server receives only the sync requests for which this returns true. */
  acceptsRequest: ((body: unknown) => boolean) | null = null;
  handleSync: SyncHandler = (body, next) => next(body);
  wrapDatabase: (database: Database) => Database = (database) => database;
  onCrash: () => void = () => undefined;
  onBusy: () => void = () => undefined;
  /** Whether a poke on its way to a tablet is lost. */
  isPokeLost: () => boolean = () => false;

  constructor(of: { scheduler: Scheduler; random: SeededRandom; template: Buffer; settings: Settings; log: Logger; observer: Observer }) {
    this.scheduler = of.scheduler;
    this.random = of.random;
    // A folder for each scenario, so that late writes of the previous scenario do not reach this one.
    const folder = join(of.settings.DATA_DIR, String(serverCount++));
    this.#options = { ...of, settings: { ...of.settings, DATA_DIR: folder } };
    this.#markFile = join(folder, 'sync-mark.json');
    this.connection = openConnection(of.template);
    // The mark is a link to a file whose name has the maximum length. To replace a mark, the product first writes a file with a longer name. This
    // fails, so only the scenario writes marks.
    mkdirSync(folder, { recursive: true });
    symlinkSync('m'.repeat(255), this.#markFile);
    this.writeMark(null);
  }

  /** Whether the server's process is running, even if it does not accept requests yet. */
  get isRunning(): boolean {
    return this.#process !== null;
  }

  get isUp(): boolean {
    return this.#process?.isReady === true;
  }

  get database(): Database {
    if (!this.#process) throw new Error('The server is down.');
    return this.#process.services.database;
  }

  async start(): Promise<void> {
    let resolveExit = (): void => undefined;
    const exit = new Promise<null>((resolve) => {
      resolveExit = () => resolve(null);
    });
    const { settings, log, observer } = this.#options;
    const pause = async (): Promise<void> => {
      await this.scheduler.suspend(this.scheduler.sleep(this.random.between(0, 4)));
      if (this.#process !== serverProcess) await this.scheduler.suspendForever();
    };
    const nextFailure = (): CrashAt | 'busy' | null => {
      if (this.isBusy && this.random.chance(0.5)) {
        this.onBusy();
        return 'busy';
      }
      if (!serverProcess.crash || --serverProcess.crash.left > 0) return null;
      const { at } = serverProcess.crash;
      queueMicrotask(() => this.crash());
      return at;
    };
    const database = this.wrapDatabase(createDatabase(this.connection, { scheduler: this.scheduler, pause, nextFailure }, observer));
    const changed = (by = ''): void => this.#changed(by);
    const services = createServices({
      database,
      settings,
      log,
      clock: () => new Date(this.scheduler.now),
      changed,
      pokes: {
        changed,
        current: () => floorVersion(database.reader),
        listen: () => () => undefined,
        endStreams: () => undefined,
        close: async () => undefined,
      },
    });
    const app = getRequestListener(createApp(services).fetch, { autoCleanupIncoming: false });
    const serverProcess: ServerProcess = { app, services, exit, resolveExit, crash: null, isReady: false };
    this.#process = serverProcess;
    const signedIn = this.connection.prepare('select * from sessions').all();
    // As in the product, no request is accepted before the mark has been compared with the database.
    const comparison = this.scheduler
      .trackWork(() => compareMark(services))
      .then(
        () => {
          // A restore ends all sessions. In a scenario everybody has signed in again before the first request.
          for (const session of signedIn as Record<string, unknown>[]) {
            const columns = Object.keys(session);
            const insert = `insert or ignore into sessions (${columns.join()}) values (${columns.map((column) => `@${column}`).join()})`;
            this.connection.prepare(insert).run(session);
          }
          serverProcess.isReady = true;
        },
        () => this.crash(),
      );
    await Promise.race([comparison, exit]);
  }

  /** Makes the server crash at the n-th unit of work from now. */
  crashAt(remaining: number, at: CrashAt): void {
    if (this.#process) this.#process.crash = { left: remaining, at };
  }

  crash(): void {
    const serverProcess = this.#process;
    if (!serverProcess) return;
    this.#process = null;
    this.#poke = null;
    for (const { end } of [...this.#streams]) end();
    this.#streams.clear();
    this.onCrash();
    serverProcess.resolveExit();
  }

  /** Carries out a request. Returns null if the server is down, does not accept the request, or crashes during it. */
  async receive(method: string, path: string, token: string, body?: unknown): Promise<NetworkAnswer | null> {
    const serverProcess = this.#process;
    if (!serverProcess?.isReady || (this.acceptsRequest && (path !== '/api/sync' || !this.acceptsRequest(body)))) return null;
    const next = (content: unknown): Promise<NetworkAnswer> => sendRequest(serverProcess.app, method, path, token, content);
    const response = this.scheduler.trackWork(() => (path === '/api/sync' ? this.handleSync(body, next) : next(body)));
    return await Promise.race([response, serverProcess.exit]);
  }

  /** Carries out a unit of work outside any request. Returns undefined if the server is not available or crashes during it. */
  async unitOfWork<T>(work: (db: Db) => Promise<T>): Promise<T | undefined> {
    const serverProcess = this.#process;
    if (!serverProcess?.isReady || this.acceptsRequest) return undefined;
    const result = this.scheduler.trackWork(async () => {
      for (;;) {
        try {
          return await serverProcess.services.database.unitOfWork(work);
        } catch (error) {
          if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
        }
      }
    });
    return (await Promise.race([result, serverProcess.exit])) ?? undefined;
  }

  /** The contents of a backup. */
  backup(): Buffer {
    return this.connection.serialize();
  }

  /**
   * Replaces the database by a backup while the server is down. If `mark` is written beside the database, the server can detect the restore; without
   * a mark, only tablets can.
   */
  restore(backup: Buffer, mark: { epoch: string; v: number } | null): void {
    this.connection.close();
    this.connection = openConnection(backup);
    this.writeMark(mark);
  }

  writeMark(mark: { epoch: string; v: number } | null): void {
    writeFileSync(this.#markFile, mark ? JSON.stringify(mark) : '');
  }

  /** The mark that the product would have written beside the database by now. */
  mark(): { epoch: string; v: number } {
    return this.connection.prepare('select epoch, v + 1 as v from sync_clock').get() as { epoch: string; v: number };
  }

  /** Whether the cursor or the last action number in a request shows that the tablet has seen a newer state than the database has. */
  isBehind({ pull: { cursor, lm } }: SyncRequest): boolean {
    const { epoch, v } = this.mark();
    if (cursor?.epoch !== epoch) return false;
    const lastMutationQuery = this.connection.prepare('select lm from sync_clients where c = ?').pluck();
    return cursor.v > v || (!isFillingUp(cursor) && Object.entries(lm).some(([c, s]) => s > Number(lastMutationQuery.get(c) ?? 0)));
  }

  /** Adds a listener for pokes; returns the function that removes it. */
  listen(listener: Listener): () => void {
    this.#streams.add(listener);
    return () => void this.#streams.delete(listener);
  }

  #changed(by: string): void {
    if (this.#poke) {
      this.#poke.by.add(by);
      return;
    }
    const poke = { by: new Set([by]), at: this.scheduler.now };
    this.#poke = poke;
    this.scheduler.schedule(COALESCE, () => {
      if (this.#poke !== poke) return;
      this.#poke = null;
      void this.sendPokes(poke.by);
    });
  }

  async sendPokes(by: ReadonlySet<string>): Promise<void> {
    const serverProcess = this.#process;
    if (!serverProcess || this.#streams.size === 0) return;
    const poke = await this.scheduler.trackWork(() => serverProcess.services.pokes.current());
    const [only] = by;
    for (const { device, send } of [...this.#streams]) {
      if (by.size === 1 && device === only) continue;
      if (!this.isPokeLost()) this.scheduler.schedule(this.random.between(5, 200), () => send(poke));
    }
  }

  close(): void {
    this.crash();
    this.connection.close();
  }
}
