import type BetterSqlite from 'better-sqlite3';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { Db } from './db.ts';
import { readRowsFast } from './read-rows.ts';

/** The parts of drizzle that write a LIMIT and compile a statement; the version that has them is pinned. */
interface Parts {
  dialect: { buildLimit(limit: unknown): SQL | undefined };
  session: { client: Pick<BetterSqlite.Database, 'prepare'>; prepareQuery(...query: unknown[]): object };
}

/** A full cache of a connection has between this many compiled statements and twice as many. Other statements are compiled again when needed. */
const MIN_COMPILED = 250;

/** Wraps a statement so that calls of the statement itself return rows as objects, and calls of its `raw()` return them as lists of values. */
function inTurns(statement: BetterSqlite.Statement): BetterSqlite.Statement {
  const lists = {
    all: (...values: unknown[]) => statement.raw(true).all(...values),
    get: (...values: unknown[]) => statement.raw(true).get(...values),
  };
  return {
    run: (...values: unknown[]) => statement.run(...values),
    all: (...values: unknown[]) => statement.raw(false).all(...values),
    get: (...values: unknown[]) => statement.raw(false).get(...values),
    raw: () => lists,
  } as unknown as BetterSqlite.Statement;
}

/** Compiles a statement once for each text. A text that is cached is not stored again, because its new copy would stay in memory. */
function compiledOnce(connection: BetterSqlite.Database): (text: string) => BetterSqlite.Statement {
  let recent = new Map<string, BetterSqlite.Statement>();
  let earlier = new Map<string, BetterSqlite.Statement>();
  const compile = (text: string): BetterSqlite.Statement => {
    const statement = earlier.get(text) ?? inTurns(connection.prepare(text));
    if (recent.size >= MIN_COMPILED) [earlier, recent] = [recent, new Map()];
    recent.set(text, statement);
    return statement;
  };
  return (text) => recent.get(text) ?? compile(text);
}

/**
 * The `Db` of one SQLite connection, which compiles each statement once and decodes rows fast. A LIMIT is written as a number, or as a sum if it is
 * a placeholder: SQLite would plan a statement with a bound LIMIT again for each run, because the plan depends on its value.
 */
export function sqliteQueries(connection: BetterSqlite.Database): Db {
  const db = drizzle(connection) as unknown as Db & Parts;
  db.dialect.buildLimit = (limit) => {
    if (typeof limit === 'number') return sql.raw(` limit ${Math.trunc(limit)}`);
    return limit === undefined || limit === null ? undefined : sql` limit ${limit} + 0`;
  };
  const { session } = db;
  session.client = { prepare: compiledOnce(connection) as BetterSqlite.Database['prepare'] };
  const prepareQuery = session.prepareQuery.bind(session);
  session.prepareQuery = (...query) => {
    const prepared = prepareQuery(...query);
    readRowsFast(prepared);
    return prepared;
  };
  return db;
}

/** The SQLite connection behind a `Db`. */
export const connectionOf = (db: Db): BetterSqlite.Database => (db as unknown as { $client: BetterSqlite.Database }).$client;
