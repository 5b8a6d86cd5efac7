import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { migrations } from './db.ts';

/** A backup or restore that was refused; the message is the one line a person needs. */
export class BackupRefusal extends Error {}

/** What a backup holds, for the line that says so. */
export interface BackupSummary {
  bytes: number;
  files: number;
}

/** All pages in one step: a copy made in several starts again whenever somebody writes in between. */
const ALL_PAGES = 0x7fff_ffff;

/** Copies the database, as it stands at one moment, and every stored file into one new file. The product may go on writing meanwhile. */
export async function backUp(database: string, filesFolder: string, to: string): Promise<BackupSummary> {
  if (!existsSync(database)) throw new BackupRefusal(`There is no database at ${database}.`);
  if (existsSync(to)) throw new BackupRefusal(`${to} exists already; name a new file.`);
  const partial = `${resolve(to)}.partial`;
  mkdirSync(dirname(partial), { recursive: true });
  rmSync(partial, { force: true });

  try {
    await copyDatabase(database, partial);
    const files = addFiles(partial, filesFolder);
    renameSync(partial, to);
    return { bytes: statSync(to).size, files };
  } catch (error) {
    rmSync(partial, { force: true });
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

/** Puts every stored file into the copy; answers how many there were. */
function addFiles(copy: string, filesFolder: string): number {
  const database = new BetterSqlite(copy);
  try {
    database.pragma('journal_mode = DELETE');
    database.exec('create table backup_files (name text primary key, content blob not null)');
    const keep = database.prepare('insert into backup_files (name, content) values (?, ?)');
    const names = filesBelow(filesFolder);
    database.transaction(() => {
      for (const name of names) keep.run(name, readFileSync(join(filesFolder, name)));
    })();
    return names.length;
  } finally {
    database.close();
  }
}

/** Puts a backup in the place of the present data, which is kept: the answer is the folder it was moved to, or null where there was none. */
export function restore(backup: string, database: string, dataFolder: string): string | null {
  checkBackup(backup);
  closeToOthers(database);

  const filesFolder = join(dataFolder, 'files');
  const coming = { database: `${database}.restoring`, files: `${filesFolder}.restoring` };
  rmSync(coming.files, { recursive: true, force: true });
  mkdirSync(coming.files, { recursive: true });
  mkdirSync(dirname(database), { recursive: true });
  unpack(backup, coming.database, coming.files);

  const aside = `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  const present = [database, `${database}-wal`, `${database}-shm`, filesFolder].filter(existsSync);
  for (const path of present) {
    const kept = join(dirname(path), aside);
    mkdirSync(kept, { recursive: true });
    renameSync(path, join(kept, basename(path)));
  }
  renameSync(coming.files, filesFolder);
  renameSync(coming.database, database);
  return present.length > 0 ? join(dirname(database), aside) : null;
}

/** A whole backup of this release or an older one, or a refusal. */
function checkBackup(backup: string): void {
  if (!existsSync(backup)) throw new BackupRefusal(`There is no backup at ${backup}.`);
  let applied: string[];
  try {
    const file = new BetterSqlite(backup, { readonly: true });
    try {
      if (file.pragma('integrity_check', { simple: true }) !== 'ok') throw new BackupRefusal(`${backup} is damaged.`);
      file.prepare('select count(*) from backup_files').get();
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
  const known = new Set(migrations().map(({ name }) => name));
  const newer = applied.find((name) => !known.has(name));
  if (newer) throw new BackupRefusal(`${backup} was made by a newer version of Kitroom (it has ${newer}); restore it with that version.`);
}

/** Refuses while another process has the database open: leaving the write-ahead log needs the file to oneself. Folds the log into the file. */
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
    // A present database that cannot even be opened is a reason to restore, not to refuse; it is moved aside as it is.
  } finally {
    connection?.close();
  }
}

function unpack(backup: string, database: string, filesFolder: string): void {
  copyFileSync(backup, database);
  const restored = new BetterSqlite(database);
  try {
    for (const { name, content } of restored.prepare<[], { name: string; content: Buffer }>('select name, content from backup_files').iterate()) {
      const path = join(filesFolder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content, { flush: true });
    }
    restored.exec('drop table backup_files');
    restored.exec('vacuum');
  } finally {
    restored.close();
  }
}

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
    : [];
