import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Semaphore } from 'async-mutex';
import type BetterSqlite from 'better-sqlite3';
import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';
import pgDriver from 'pg';
import { openChannels } from './channels.ts';
import { pg } from './dialect.ts';
import { isSerializationFault } from './faults.ts';
import { oneWriter } from './one-writer.ts';
import { readRowsFast } from './read-rows.ts';
import { connectSqlite } from './sqlite-connection.ts';
import { connectionOf, sqliteQueries } from './sqlite-queries.ts';

/** A table under a second name in one query. */
export { alias } from 'drizzle-orm/sqlite-core';

/** The type of the connection that queries use, the same for both engines. Await every query; never `.get()`, `.all()` or `.run()`. */
export type Db = BaseSQLiteDatabase<'async', unknown, Record<string, never>>;

export interface Database {
  engine: 'sqlite' | 'postgres';
  /** For reading outside a unit of work. */
  reader: Db;
  /** Run a command as one transaction: all of it is stored, or nothing. Inside it, await only the database. */
  unitOfWork<T>(command: (db: Db) => Promise<T>): Promise<T>;
  /** A unit of work that may rebuild tables: references are checked when it ends instead of at each statement. */
  restructure(change: (db: Db) => Promise<void>): Promise<void>;
  /** Several reads of one snapshot. */
  snapshot<T>(read: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Subscribe to a channel until the returned function is called. `onMessage` gets the announcements of units of work of every process on this
   * database. `onMissed` is called if an announcement may have been lost.
   */
  subscribe(channel: string, onMessage: (message: string) => void, onMissed: () => void): Promise<() => void>;
  /** Announce something on a channel to every other process on this database, outside a unit of work. On SQLite it does nothing. */
  post(channel: string, message: string): Promise<void>;
  close(): Promise<void>;
}

/** Limits of this process's use of a PostgreSQL server. Times are in seconds, 0 means no limit; SQLite needs none of these limits. */
export interface PostgresLimits {
  /** Connections that commands and queries share. */
  pool: number;
  /** How long a statement waits for a row or table that another transaction has locked. */
  lock_timeout: number;
  statement_timeout: number;
  /** How long a transaction may be idle before the server ends it and releases its locks. */
  idle_timeout: number;
}

/** The limits of commands at a terminal, which may take as long as they need. */
const unlimited: PostgresLimits = { pool: 10, lock_timeout: 0, statement_timeout: 0, idle_timeout: 0 };

/** Open the database that `url` names: `postgres://…`, or the path of an SQLite file. Throws if it cannot be used. */
export const openDatabase = (url: string, limits = unlimited): Promise<Database> => (pg ? openPostgres(url, limits) : openSqlite(url));

async function openSqlite(file: string): Promise<Database> {
  const writer = connectSqlite(file, { readonly: false });
  const reading = connectSqlite(file, { readonly: true });
  const snapshots = connectSqlite(file, { readonly: true });
  const writes = oneWriter(writer);
  const reads = new Semaphore(1);
  const writerDb = sqliteQueries(writer);
  const snapshotDb = sqliteQueries(snapshots);
  const channels = openChannels(null);
  const beginSnapshot = snapshots.prepare('BEGIN');
  const endSnapshot = snapshots.prepare('COMMIT');
  /** The statement that increments the sync version. Each unit of work gets its own version; tablets read it in the rows that the unit changes. */
  let raise: BetterSqlite.Statement | undefined;
  const raiseVersion = (): void => {
    // The table does not exist before the first migration.
    raise ??= writer.prepare("select 1 from sqlite_master where name = 'sync_clock'").get()
      ? writer.prepare('UPDATE sync_clock SET v = v + 1')
      : undefined;
    raise?.run();
  };

  return {
    engine: 'sqlite',
    reader: sqliteQueries(reading),
    post: async () => {},
    subscribe: channels.subscribe,
    unitOfWork: async (command) => {
      let pending: Announcement[] = [];
      const result = await writes.unitOfWork(() => {
        raiseVersion();
        // A unit of work that runs again makes its announcements again, so those of the first run are dropped.
        pending = [];
        announcements.set(writerDb, pending);
        return command(writerDb);
      });
      for (const { channel, message } of pending) channels.publish(channel, message);
      return result;
    },
    restructure: (change) =>
      writes.alone(async () => {
        // With foreign keys on, dropping a table would delete the rows that refer to it.
        writer.pragma('foreign_keys = OFF');
        try {
          await writes.begin();
          await change(writerDb);
          const [brokenReference] = writer.pragma('foreign_key_check') as { table: string; parent: string }[];
          if (brokenReference) throw new Error(`A row of ${brokenReference.table} refers to nothing in ${brokenReference.parent}`);
          writer.exec('COMMIT');
        } catch (error) {
          if (writer.inTransaction) writer.exec('ROLLBACK');
          throw error;
        } finally {
          writer.pragma('foreign_keys = ON');
        }
      }),
    snapshot: async (read) => {
      const [, release] = await reads.acquire();
      try {
        beginSnapshot.run();
        try {
          return await read(snapshotDb);
        } finally {
          endSnapshot.run();
        }
      } finally {
        release();
      }
    },
    close: () =>
      writes.alone(async () => {
        for (const connection of [snapshots, reading, writer]) connection.close();
      }),
  };
}

// Ids and sums of quantities and pence are far below 2^53, so they are read as numbers: both engines then return the same values, even from
// hand-written queries.
pgDriver.types.setTypeParser(pgDriver.types.builtins.INT8, Number);

/** How long to wait for a connection of the pool, or for a server that does not answer, in milliseconds. */
const CONNECT_WITHIN = 15_000;

async function openPostgres(url: string, limits: PostgresLimits): Promise<Database> {
  // If the server disappears without closing the connection, this process notices it within half a minute.
  const connection = { connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN, keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
  const pool = new pgDriver.Pool({
    ...connection,
    max: limits.pool,
    lock_timeout: limits.lock_timeout * 1000,
    statement_timeout: limits.statement_timeout * 1000,
    idle_in_transaction_session_timeout: limits.idle_timeout * 1000,
  });
  // A broken connection's statements fail, and the pool replaces the connection. Without a listener, the connection's error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const channels = openChannels(() => new pgDriver.Client(connection));
  const dbs = new WeakMap<pgDriver.Pool | pgDriver.PoolClient, Db>();
  /** Returns the same `Db` for the same connection, so that a prepared query is built once for each connection. */
  const db = (client: pgDriver.Pool | pgDriver.PoolClient): Db => {
    const wrapped = dbs.get(client) ?? (drizzlePg(client) as unknown as Db);
    dbs.set(client, wrapped);
    return wrapped;
  };

  const transaction = async <T>(begin: string, run: (db: Db) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    let connectionError: Error | undefined;
    try {
      await client.query(begin);
      const result = await run(db(client));
      const { command } = await client.query('COMMIT');
      // After a failed statement, PostgreSQL answers COMMIT with a rollback instead of an error.
      if (command !== 'COMMIT') throw new Error('A unit of work went on after one of its statements had failed');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((fault: Error) => {
        connectionError = fault;
      });
      throw error;
    } finally {
      client.release(connectionError);
    }
  };

  return {
    engine: 'postgres',
    reader: db(pool),
    post: async (channel, message) => void (await pool.query('select pg_notify($1, $2)', [channel, message])),
    subscribe: channels.subscribe,
    unitOfWork: async (command) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await transaction('BEGIN', command);
        } catch (error) {
          if (attempt === 5 || !isSerializationFault(error)) throw error;
          await new Promise((resume) => setTimeout(resume, 2 ** attempt + Math.random() * 10));
        }
      }
    },
    restructure: (change) =>
      transaction('BEGIN', async (db) => {
        await run(db, sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`);
        return change(db);
      }),
    snapshot: (read) => transaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', read),
    close: async () => {
      await channels.close();
      await pool.end();
    },
  };
}

/** The rows of a hand-written query, unchanged. */
export async function rows<Row>(db: Db, query: SQL): Promise<Row[]> {
  if (!pg) return (await db.all(query)) as Row[];
  return (await (db as unknown as { execute(query: SQL): Promise<{ rows: Row[] }> }).execute(query)).rows;
}

/** A statement without parameters or a result, which SQLite compiles once for each connection. */
function compileStatement(statement: string): (db: Db) => Promise<void> {
  const compiled = new WeakMap<Db, BetterSqlite.Statement>();
  return async (db) => {
    if (pg) return run(db, sql.raw(statement));
    const compiledStatement = compiled.get(db) ?? connectionOf(db).prepare(statement);
    compiled.set(db, compiledStatement);
    compiledStatement.run();
  };
}

/** Run a statement without result. */
export async function run(db: Db, statement: SQL): Promise<void> {
  if (pg) await (db as unknown as { execute(query: SQL): Promise<unknown> }).execute(statement);
  else await db.run(statement);
}

interface Announcement {
  channel: string;
  message: string;
}

/** The announcements that the unit of work in progress on the SQLite writer has made so far. */
const announcements = new WeakMap<Db, Announcement[]>();

/**
 * Announce something on a channel to every process on this database once the unit of work is committed, and only then. The message has at most 7,900
 * bytes.
 */
export async function announce(db: Db, channel: string, message: string): Promise<void> {
  if (pg) return run(db, sql`select pg_notify(${channel}, ${message})`);
  announcements.get(db)?.push({ channel, message });
}

const beginPart = compileStatement('savepoint part');
const keepPart = compileStatement('release savepoint part');
const undoPart = compileStatement('rollback to savepoint part');

/** Run `part` of a unit of work. An error in `part` undoes only `part` and is thrown again; a caller who catches it may continue the unit of work. */
export async function savepoint<Result>(db: Db, part: () => Promise<Result>): Promise<Result> {
  await beginPart(db);
  try {
    const result = await part();
    await keepPart(db);
    return result;
  } catch (error) {
    await undoPart(db);
    await keepPart(db);
    throw error;
  }
}

interface Preparable<Result> extends PromiseLike<Result> {
  prepare(name?: string): unknown;
}

const preparedNames = new Set<string>();

/** A frequent query, built and compiled once for each connection; call it with the values of its `sql.placeholder`s. */
export function prepared<Result>(name: string, build: (db: Db) => Preparable<Result>): (db: Db, values?: Record<string, unknown>) => Promise<Result> {
  // PostgreSQL identifies a prepared statement by its name alone, so two statements with one name would be confused.
  if (preparedNames.has(name)) throw new Error(`Two prepared queries are called ${name}`);
  preparedNames.add(name);
  const compiledQueries = new WeakMap<Db, { execute(values?: Record<string, unknown>): Promise<Result> }>();
  return (db, values) => {
    let query = compiledQueries.get(db);
    if (!query) {
      query = build(db).prepare(name) as { execute(values?: Record<string, unknown>): Promise<Result> };
      readRowsFast(query);
      compiledQueries.set(db, query);
    }
    return query.execute(values);
  };
}

/** Locks rows until the unit of work ends, except those that another process has locked, so that processes share the work. */
export const skipLocked = pg ? sql` for update skip locked` : sql``;

interface Migration {
  name: string;
  statements: string[];
}

/** The migrations of this engine in order, from their files. */
export function migrations(folder = join(import.meta.dirname, 'migrations', pg ? 'postgres' : 'sqlite')): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      name: file.replace('.sql', ''),
      statements: readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint'),
    }));
}

/** The database was made by a newer release, and this release could damage it. */
export class NewerDatabaseError extends Error {
  constructor(name: string) {
    super(`The database was made by a newer version of Kitroom (it has ${name}); start that version, or restore an older backup.`);
  }
}

/** Apply the migrations of this release, each in a transaction of its own; returns how many were applied. */
export async function migrate(database: Database, all: Migration[] = migrations()): Promise<number> {
  await database.unitOfWork((db) => run(db, sql`create table if not exists migrations (name text primary key, at text not null)`));
  const appliedNames = new Set((await rows<{ name: string }>(database.reader, sql`select name from migrations`)).map(({ name }) => name));
  const names = new Set(all.map(({ name }) => name));
  const newer = [...appliedNames].find((name) => !names.has(name));
  if (newer) throw new NewerDatabaseError(newer);

  const waiting = all.filter(({ name }) => !appliedNames.has(name));
  for (const { name, statements } of waiting) {
    await database.restructure(async (db) => {
      if (pg) await run(db, sql`select pg_advisory_xact_lock(727401)`);
      const [appliedMigration] = await rows(db, sql`select 1 from migrations where name = ${name}`);
      if (appliedMigration) return;
      for (const statement of statements) if (statement.replace(/--.*$/gm, '').trim()) await run(db, sql.raw(statement));
      await run(db, sql`insert into migrations (name, at) values (${name}, ${new Date().toISOString()})`);
    });
  }
  return waiting.length;
}

/** Whether every migration of this release has been applied. */
export async function isCurrent(database: Database): Promise<boolean> {
  const appliedMigrations = await rows<{ name: string }>(database.reader, sql`select name from migrations`);
  return appliedMigrations.length === migrations().length;
}
