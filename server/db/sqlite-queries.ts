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

/**
 * How many compiled statements a connection keeps at least. It keeps twice as many at most; the least recently used ones are compiled again when
 * needed.
 */
const MIN_COMPILED = 250;

/** A statement that returns rows as objects and as lists of values, in turns. */
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

/** Compiles a statement once for each text. One that is found is not moved: each move would keep the text of that one request. */
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
 * The type for queries on one SQLite connection. Their statements are compiled once, and their rows read fast. A LIMIT is written as
 * a number, or as a sum where it is a placeholder: SQLite reads the value of a bound LIMIT when it plans, and so would plan the
 * statement again for each run.
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

/** The connection that such queries run on. */
export const connectionOf = (db: Db): BetterSqlite.Database => (db as unknown as { $client: BetterSqlite.Database }).$client;
