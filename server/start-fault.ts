import { SettingsError } from './core/settings.ts';
import { NewerDatabaseError } from './db/db.ts';

const sentences: Record<string, string> = {
  SQLITE_READONLY: 'is read-only: it may not be written by this user',
  SQLITE_CANTOPEN: 'cannot be opened or made',
  SQLITE_NOTADB: 'is not a database',
  SQLITE_CORRUPT: 'is damaged; restore a backup',
  SQLITE_FULL: 'has no room to grow: the disk is full',
  SQLITE_IOERR: 'cannot be read or written: the disk is full or failing',
  SQLITE_BUSY: 'is in use by another process',
  EACCES: 'may not be written by this user',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'cannot be written: the disk is full',
  ECONNREFUSED: 'cannot be reached: nothing answers there',
  ENOTFOUND: 'is on a host that is not known',
  ETIMEDOUT: 'could not be reached in time',
  '28P01': 'refused the password',
  '28000': 'refused the user',
  '3D000': 'does not exist on that server',
};

const withoutPassword = (url: string): string => url.replace(/:\/\/[^@/]*@/, '://');

/** Why the server cannot start, in one line for the person at the terminal. */
export function startFault(error: unknown, about: { database_url?: string; port?: number }): string {
  if (error instanceof SettingsError || error instanceof NewerDatabaseError) return error.message;
  for (let at = error as (Error & { code?: string; errors?: Error[] }) | undefined; at; at = (at.errors?.[0] ?? at.cause) as typeof at) {
    if (at.code === 'EADDRINUSE') return `port ${about.port} is taken; set PORT to another one`;
    const sentence = at.code && (sentences[at.code] ?? sentences[at.code.replace(/^(SQLITE_[A-Z]+)_.*/, '$1')]);
    if (sentence) return `the database ${withoutPassword(about.database_url ?? '')} ${sentence}`;
  }
  const { message } = error instanceof Error ? error : new Error(String(error));
  return message.split('\n')[0] ?? 'unknown fault';
}
