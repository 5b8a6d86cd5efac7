import { realpathSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { pg } from './dialect.ts';

/** How long a server waits for the one before it to end, in milliseconds: a restart overlaps. */
const WAIT_FOR_PREDECESSOR = 5_000;

/** Another server uses this SQLite file. */
class SecondServerError extends Error {
  constructor(database: string) {
    super(`Another server runs on ${database}: stop it, or set ALLOW_SECOND_SERVER=1 where two are meant to share it.`);
  }
}

/**
 * Be the only server on an SQLite file until the returned function is called or the process ends, however it ends: it is a lock of
 * the operating system, on an empty file beside the database. Commands such as a backup take no such lock. PostgreSQL allows several
 * servers.
 */
export function lockForServer(database: string): () => void {
  if (pg) return () => {};
  // The real path is used, because two paths may lead to one file.
  const lock = new BetterSqlite(`${realpathSync(database)}.server-lock`, { timeout: WAIT_FOR_PREDECESSOR });
  try {
    // Without a journal nothing is written: the file stays empty.
    lock.pragma('journal_mode = OFF');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) throw new SecondServerError(database);
    throw error;
  }
  return () => lock.close();
}
