import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { migrations } from './db.ts';
import { pg } from './dialect.ts';
import { credentialEnds } from './end-credentials.ts';

/** A backup or restore that was refused; the message is the single line that a person reads. */
export class BackupRefusal extends Error {}

/** The contents of a backup, for the message that reports them. */
export interface BackupSummary {
  bytes: number;
  files: number;
}

/** All pages in one step: a copy in several steps starts again whenever somebody writes between two steps. */
const ALL_PAGES = 0x7fff_ffff;

/** A backup holds password hashes and everybody's addresses: only the user who made it may read it. */
const OWNER_ONLY = 0o600;

/** Copies the database, as of one point in time, and every stored file into one new file. The server may keep writing meanwhile. */
export async function backUp(database: string, filesFolder: string, to: string): Promise<BackupSummary> {
  if (!existsSync(database)) throw new BackupRefusal(`There is no database at ${database}.`);
  return writeBackup(to, filesFolder, async (partial) => {
    try {
      await copyDatabase(database, partial);
      checkIntegrity(partial);
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string };
      if (!/^SQLITE_(CORRUPT|NOTADB)/.test(code)) throw error;
      throw new BackupRefusal(`${database} is damaged, so no backup was made: keep the last good one. ${message}`);
    }
  });
}

/**
 * Makes a backup file: `fill` writes the data to an empty file, and the stored files are added. The file is renamed to its final name only when it is
 * complete.
 */
export async function writeBackup(to: string, filesFolder: string, fill: (partial: string) => Promise<void>): Promise<BackupSummary> {
  if (existsSync(to)) throw new BackupRefusal(`${to} exists already; name a new file.`);
  const partial = `${resolve(to)}.partial`;
  mkdirSync(dirname(partial), { recursive: true });
  rmSync(partial, { force: true });
  try {
    closeSync(openSync(partial, 'wx', OWNER_ONLY));
    await fill(partial);
    const files = addFiles(partial, filesFolder);
    renameSync(partial, to);
    return { bytes: statSync(to).size, files };
  } catch (error) {
    for (const remaining of [partial, `${partial}-wal`, `${partial}-shm`]) rmSync(remaining, { force: true });
    throw error;
  }
}

async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new BetterSqlite(from, { readonly: true, timeout: 30_000 });
  try {
    await source.backup(to, { progress: () => ALL_PAGES });
  } finally {
    source.close();
  }
}

/** Reads every page and index of an SQLite file. Throws SQLite's error if the file is damaged. */
function checkIntegrity(file: string): void {
  const database = new BetterSqlite(file, { readonly: true });
  try {
    const first = database.pragma('integrity_check(1)', { simple: true });
    if (first !== 'ok') throw new BetterSqlite.SqliteError(String(first), 'SQLITE_CORRUPT');
  } finally {
    database.close();
  }
}

/** Copies every stored file into the backup and returns the number of files. */
function addFiles(backup: string, filesFolder: string): number {
  const database = new BetterSqlite(backup);
  try {
    database.pragma('journal_mode = DELETE');
    database.exec('create table backup_files (name text primary key, content blob not null)');
    const keep = database.prepare('insert into backup_files (name, content) values (?, ?)');
    const names = filesBelow(filesFolder);
    database.transaction(() => {
      for (const name of names) keep.run(name.replaceAll(sep, '/'), readFileSync(join(filesFolder, name)));
    })();
    return names.length;
  } finally {
    database.close();
  }
}

/** Replaces the present data by a backup. Returns the folder to which the present data was moved, or null if there was none. */
export function restore(backup: string, database: string, dataFolder: string): string | null {
  checkBackup(backup);
  closeToOthers(database);

  const restoringFile = `${database}.restoring`;
  mkdirSync(dirname(database), { recursive: true });
  unpackDatabase(backup, restoringFile);
  const files = unpackFiles(backup, dataFolder);

  const aside = moveAside([database, `${database}-wal`, `${database}-shm`, files.place]);
  renameSync(files.coming, files.place);
  renameSync(restoringFile, database);
  return aside;
}

/**
 * Moves each of `paths` that exists into a new folder beside it. Returns the folder into which the first of them was moved, or null if none exists.
 */
export function moveAside(paths: readonly string[]): string | null {
  const name = `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  const present = paths.filter((path) => existsSync(path));
  for (const path of present) {
    const folder = join(dirname(path), name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    renameSync(path, join(folder, basename(path)));
  }
  const [first] = present;
  return first === undefined ? null : join(dirname(first), name);
}

/** Refuses a backup unless it is complete, was made by this release or an older one, and is of the engine in use. */
export function checkBackup(backup: string): void {
  if (!existsSync(backup)) throw new BackupRefusal(`There is no backup at ${backup}.`);
  let applied: string[];
  try {
    const file = new BetterSqlite(backup, { readonly: true });
    try {
      if (file.pragma('integrity_check(1)', { simple: true }) !== 'ok') throw new BackupRefusal(`${backup} is damaged.`);
      const names = file.prepare<[], string>('select name from backup_files').pluck().all();
      const stray = names.find((name) => !isBelow(name));
      if (stray !== undefined)
        throw new BackupRefusal(`${backup} was changed by somebody: its file ${JSON.stringify(stray)} would be written outside the data folder.`);
      const isOfPostgres = file.prepare("select 1 from sqlite_master where name = 'postgres_rows'").get() !== undefined;
      if (isOfPostgres && !pg) throw new BackupRefusal(`${backup} is of a PostgreSQL database: name one with DATABASE_URL.`);
      if (!isOfPostgres && pg) throw new BackupRefusal(`${backup} is of an SQLite database: restore it without DATABASE_URL.`);
      applied = file
        .prepare<[], { name: string }>('select name from migrations')
        .all()
        .map(({ name }) => name);
    } finally {
      file.close();
    }
  } catch (error) {
    if (error instanceof BackupRefusal) throw error;
    throw new BackupRefusal(`${backup} is not a backup made by "npm run backup".`);
  }
  const migrationNames = new Set(migrations().map(({ name }) => name));
  const newer = applied.find((name) => !migrationNames.has(name));
  if (newer) throw new BackupRefusal(`${backup} was made by a newer version of Kitroom (it has ${newer}); restore it with that version.`);
}

/**
 * Merges the write-ahead log into the file and turns the log off. This needs exclusive access, so it is refused while another process has the file
 * open.
 */
function closeToOthers(database: string): void {
  if (!existsSync(database)) return;
  let connection: BetterSqlite.Database | undefined;
  try {
    connection = new BetterSqlite(database, { timeout: 500 });
    connection.pragma('journal_mode = DELETE');
  } catch (error) {
    const { code } = error as { code?: string };
    if (code?.startsWith('SQLITE_BUSY') || code?.startsWith('SQLITE_LOCKED')) {
      throw new BackupRefusal(`${database} is in use: stop the server first.`);
    }
    // If the present database cannot be opened, the restore continues: the database is moved aside unchanged.
  } finally {
    connection?.close();
  }
}

function unpackDatabase(backup: string, to: string): void {
  copyFileSync(backup, to);
  chmodSync(to, OWNER_ONLY);
  const restoredDatabase = new BetterSqlite(to);
  try {
    restoredDatabase.exec('drop table backup_files');
    const hasTable = restoredDatabase.prepare<[string], number>("select 1 from sqlite_master where type = 'table' and name = ?").pluck();
    for (const { table, statement } of credentialEnds(new Date().toISOString())) if (hasTable.get(table)) restoredDatabase.exec(statement);
    restoredDatabase.exec('vacuum');
  } finally {
    restoredDatabase.close();
  }
}

/** Writes the stored files of a checked backup into the new folder `coming`, beside their final folder `place`. */
export function unpackFiles(backup: string, dataFolder: string): { coming: string; place: string } {
  const place = join(dataFolder, 'files');
  const restoringFolder = `${place}.restoring`;
  rmSync(restoringFolder, { recursive: true, force: true });
  mkdirSync(restoringFolder, { recursive: true, mode: 0o700 });
  const copy = new BetterSqlite(backup, { readonly: true });
  try {
    for (const { name, content } of copy.prepare<[], { name: string; content: Buffer }>('select name, content from backup_files').iterate()) {
      const path = join(restoringFolder, name);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, content, { flush: true, mode: OWNER_ONLY, flag: 'wx' });
    }
  } finally {
    copy.close();
  }
  return { coming: restoringFolder, place };
}

/** Whether a name in a backup stays within the folder into which it is unpacked, on every system. */
const isBelow = (name: unknown): boolean =>
  typeof name === 'string' && name.split('/').every((part) => !['', '.', '..'].includes(part) && !/[\\:\0]/.test(part));

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
    : [];
