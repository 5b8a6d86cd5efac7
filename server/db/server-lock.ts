import { realpathSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { pg } from './dialect.ts';

/** How long a server waits for the previous server to end, in milliseconds: on a restart the two overlap. */
const WAIT_FOR_PREDECESSOR = 5_000;

/** Another server uses this SQLite file. */
class SecondServerError extends Error {
  constructor(database: string) {
    super(`Another server runs on ${database}: stop it, or set ALLOW_SECOND_SERVER=1 where two are meant to share it.`);
  }
}

/**
 * Lock an SQLite file for this server alone until the returned function is called or the process ends. The operating system holds the lock, on an
 * empty file beside the database, so even a crash releases it. Commands such as a backup do not take the lock. PostgreSQL allows several servers.
 */
export function lockForServer(database: string): () => void {
  if (pg) return () => {};
  // The real path is used, because two paths may name the same file.
  const lock = new BetterSqlite(`${realpathSync(database)}.server-lock`, { timeout: WAIT_FOR_PREDECESSOR });
  try {
    // Without a journal SQLite writes nothing, so the file stays empty.
    lock.pragma('journal_mode = OFF');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) throw new SecondServerError(database);
    throw error;
  }
  return () => lock.close();
}
