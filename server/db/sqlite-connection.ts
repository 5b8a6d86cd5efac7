import BetterSqlite from 'better-sqlite3';
import { foldText } from '../../shared/folded.ts';

/** Open an SQLite file with the settings and the SQL function on which the product's queries rely. */
export function connectSqlite(file: string, { readonly }: { readonly: boolean }): BetterSqlite.Database {
  const connection = new BetterSqlite(file, { readonly, timeout: 5000 });
  if (!readonly) connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  // Two gigabytes of the file are read through the operating system's cache, which all processes share, so the cache of the connection is small.
  connection.pragma('mmap_size = 2147418112');
  connection.pragma('cache_size = -16384');
  connection.function('folded', { deterministic: true }, (text: unknown) => (typeof text === 'string' ? foldText(text) : text));
  return connection;
}
