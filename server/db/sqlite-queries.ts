import type BetterSqlite from 'better-sqlite3';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { Db } from './db.ts';

/** The part of drizzle's dialect that writes a LIMIT; the version that has it is pinned. */
interface LimitWriter {
  buildLimit(limit: unknown): SQL | undefined;
}

/**
 * What queries on one SQLite connection are written against. A LIMIT is written as a number, or as a sum where it is a placeholder: SQLite
 * looks at the value of a bound LIMIT when it plans, and so plans the statement anew each time it is run.
 */
export function sqliteQueries(connection: BetterSqlite.Database): Db {
  const db = drizzle(connection) as unknown as Db & { dialect: LimitWriter };
  db.dialect.buildLimit = (limit) => {
    if (typeof limit === 'number') return sql.raw(` limit ${Math.trunc(limit)}`);
    return limit === undefined || limit === null ? undefined : sql` limit ${limit} + 0`;
  };
  return db;
}

/** The connection that such queries run on. */
export const connectionOf = (db: Db): BetterSqlite.Database => (db as unknown as { $client: BetterSqlite.Database }).$client;
