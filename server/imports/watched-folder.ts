import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { NewImport } from '../../shared/imports/import.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { limits } from '../../shared/limits.ts';
import type { Services } from '../core/context.ts';
import { firstMessage, Problem } from '../core/problem.ts';
import type { Settings } from '../core/settings.ts';
import type { Db } from '../db/db.ts';
import { importMappings, imports } from '../db/tables/index.ts';
import { recurring, TryLater } from '../jobs/job.ts';
import { officeActor } from '../sessions/office-actor.ts';
import { checkImport } from './check-import.ts';
import { createImport } from './create-import.ts';
import { importContext } from './import-context.ts';
import { importFileName } from './import-file.ts';
import { beginRun } from './run-import.ts';
import { storeUpload } from './store-upload.ts';
import { tellOffice, waitsForOffice } from './tell-people.ts';

/** A file may be incomplete until this many milliseconds after the last write. */
const SETTLED = 10_000;
/** The folder for files that cannot be imported, inside the folder of their mapping. */
const refusedFolder = 'refused';

export const watchedFolder = ({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): string => join(DATA_DIR, 'imports', 'in');

interface Arrival {
  mapping_name: string;
  file_name: string;
  path: string;
  /** Identifies the file until it has been read: path, time and size as one text. */
  look: string;
  isLink: boolean;
}

/** The wait before a file that failed for a temporary reason is tried again, in milliseconds; it doubles with each further failure. */
const FIRST_WAIT = 60_000;
const LONGEST_WAIT = 60 * 60_000;

/** When each failed file (by `look`) or import (by id) is tried again. A new process has no waits, and tries all files and imports at once. */
const waits = new Map<string, { wait: number; until: number }>();

const isWaiting = (key: string): boolean => (waits.get(key)?.until ?? 0) > Date.now();

/** Makes a file or import wait before its next attempt; returns true the first time. */
function letWait(key: string): boolean {
  const before = waits.get(key);
  const wait = before ? Math.min(before.wait * 2, LONGEST_WAIT) : FIRST_WAIT;
  waits.set(key, { wait, until: Date.now() + wait });
  return !before;
}

/** The names in a folder, sorted; none if the folder cannot be read or is a symbolic link. */
async function namesIn(folder: string): Promise<string[]> {
  const about = await lstat(folder).catch(() => null);
  return about?.isDirectory() ? (await readdir(folder).catch((): string[] => [])).sort() : [];
}

/** The files that have arrived and are complete, sorted by name. */
async function arrivals(settings: Settings, now: number): Promise<Arrival[]> {
  const folder = watchedFolder(settings);
  const settled: Arrival[] = [];
  for (const mapping_name of await readdir(folder).then(
    (names) => names.sort(),
    (): string[] => [],
  )) {
    for (const file_name of await namesIn(join(folder, mapping_name))) {
      const path = join(folder, mapping_name, file_name);
      const about = await lstat(path).catch(() => null);
      const isLink = about?.isSymbolicLink() ?? false;
      const age = now - (about?.mtimeMs ?? now);
      // A time far in the future comes from a machine with a wrong clock: such a file counts as complete.
      if (file_name.startsWith('.') || !(about?.isFile() || isLink) || (age < SETTLED && age > -SETTLED)) continue;
      settled.push({ mapping_name, file_name, path, isLink, look: `${mapping_name}/${file_name}@${about?.mtimeMs}:${about?.size}` });
    }
  }
  return settled;
}

/** Tell the office that a file was not imported, and why. */
const tellAbout = ({ database, clock }: Services, { mapping_name, file_name, look }: Arrival, reason: string): Promise<void> =>
  database.unitOfWork((db) =>
    tellOffice(
      { db, now: clock().toISOString() },
      {
        title: importMessages.notification.refused(importFileName(file_name)),
        message: importMessages.notification.reason(mapping_name, reason),
        url: '/admin/imports',
      },
      `import_file:${createHash('sha256').update(look).digest('hex')}`,
    ),
  );

/** The longest name that file systems accept, in bytes. */
const NAME_BYTES = 255;

/** The name for a file that is put aside: the time, followed by the file's name. If both are too long, only the end of the file's name is used. */
function asideName(file_name: string): string {
  const time = `${Date.now()}-`;
  let name = file_name;
  while (Buffer.byteLength(time + name) > NAME_BYTES) name = [...name].slice(1).join('');
  return time + name;
}

/** Move a file that cannot be imported into the folder `refused` beside it, or into `refused-files` if a file is named `refused`. */
async function putAside({ path, file_name }: Arrival): Promise<void> {
  for (const name of [refusedFolder, `${refusedFolder}-files`]) {
    const folder = join(path, '..', name);
    const isFolder = await mkdir(folder).then(
      () => true,
      async () => (await lstat(folder).catch(() => null))?.isDirectory() ?? false,
    );
    if (!isFolder) continue;
    await rename(path, join(folder, asideName(file_name)));
    return;
  }
  throw new Error(`There is no folder for ${path}.`);
}

/** The present content of a file, never that of a link's target; 422 for a link and for a file that is too large. */
async function contentOf({ path, file_name, isLink }: Arrival): Promise<{ csv: File; hash: string }> {
  if (isLink) throw new Problem(422, { message: importMessages.is_link });
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    if ((await file.stat()).size > limits.import_bytes) throw new Problem(422, { message: importMessages.file_too_large });
    const bytes = await file.readFile();
    return { csv: new File([bytes], file_name), hash: createHash('sha256').update(bytes).digest('hex') };
  } finally {
    await file.close();
  }
}

/**
 * The mapping of a folder, found by the folder's name. Only mappings that a person has stored apply to folders; mappings that a machine has stored by
 * a token do not. 422 if no mapping applies, or more than one.
 */
async function mappingOfFolder(db: Db, name: string) {
  const which = and(eq(importMappings.name, name), isNull(importMappings.api_token_id));
  const [mapping, other] = await db.select().from(importMappings).where(which).orderBy(asc(importMappings.id)).limit(2);
  if (!mapping) throw new Problem(422, { message: importMessages.mapping_unknown });
  if (other) throw new Problem(422, { message: importMessages.folder_of_several });
  return mapping;
}

/** Store one file as an import, unless the same content of this file was stored before: a crash may have left the file in the folder. */
async function takeIn(services: Services, arrival: Arrival): Promise<void> {
  const { database } = services;
  const { mapping_name, look } = arrival;
  const { csv, hash } = await contentOf(arrival);
  const source = `${look}#${hash}`;
  const [before] = await database.reader.select({ id: imports.id }).from(imports).where(eq(imports.source, source));
  if (before) return;
  const mapping = await mappingOfFolder(database.reader, mapping_name);
  const actor = await officeActor(database.reader, mapping.created_by);
  const { type, account_id, header_row, sheet, update_employees, complete } = mapping;
  const input: NewImport = {
    ...{ csv, type, header_row, sheet, mapping_name, update_employees, complete },
    account_id: account_id ?? undefined,
    create_missing: false,
    mapping: [],
  };
  await storeUpload(importContext(services, database.reader, actor), input, (plan) =>
    database.unitOfWork((db) => createImport(importContext(services, db, actor), { ...plan, source, runs_itself: true }, { remember: false })),
  );
}

/**
 * Store one file as an import and remove the file. A file that cannot be imported is put aside; after any other failure, the file is tried again
 * later. In both cases the office is notified, and the other files are not delayed.
 */
async function takeInOrAside(services: Services, arrival: Arrival): Promise<void> {
  try {
    await takeIn(services, arrival);
    await rm(arrival.path, { force: true });
    waits.delete(arrival.look);
  } catch (error) {
    const isFirst = letWait(arrival.look);
    services.log.warn({ err: error, file: arrival.path }, 'a file of the watched folder is not imported');
    if (isFirst) await tellAbout(services, arrival, error instanceof Problem ? firstMessage(error) : importMessages.file_waits);
    if (error instanceof Problem) {
      await putAside(arrival);
      waits.delete(arrival.look);
    }
  }
}

/** Check an import and let it run. An import that has errors or must be confirmed is not run, and the office is notified why. */
async function checkAndRun(services: Services, id: number, signal: AbortSignal): Promise<void> {
  const { database, clock } = services;
  await checkImport(services, id, { signal });
  const [row] = await database.reader.select().from(imports).where(eq(imports.id, id));
  if (!row) return;
  const begin = async (): Promise<void> => {
    const actor = await officeActor(database.reader, row.created_by);
    await database.unitOfWork((db) =>
      beginRun(importContext(services, db, actor, { import_id: id, api_token: undefined }), id, { skip_faulty: false }),
    );
  };
  const reason = await begin().then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      return row.error ?? firstMessage(error);
    },
  );
  if (reason === null) return;
  await database.unitOfWork(async (db) => {
    await db.update(imports).set({ runs_itself: false, error: reason }).where(eq(imports.id, id));
    await tellOffice({ db, now: clock().toISOString() }, waitsForOffice(row, reason), `import:${id}`);
  });
}

/** Check one import and let it run. If this fails, the office is notified, and the import is tried again later. Other imports are not delayed. */
async function checkAndRunOrWait(services: Services, id: number, signal: AbortSignal): Promise<void> {
  const { database, clock } = services;
  const key = `import:${id}`;
  try {
    await checkAndRun(services, id, signal);
    waits.delete(key);
  } catch (error) {
    if (error instanceof TryLater) throw error;
    const isFirst = letWait(key);
    services.log.warn({ err: error, import: id }, 'an import of the watched folder is tried again later');
    if (!isFirst) return;
    const [row] = await database.reader.select().from(imports).where(eq(imports.id, id));
    if (row) await database.unitOfWork((db) => tellOffice({ db, now: clock().toISOString() }, waitsForOffice(row, importMessages.file_waits), key));
  }
}

/** The ids of the watched folder's imports that have not run yet: new imports, and imports that were interrupted before they ran. */
async function pending({ database }: Services): Promise<number[]> {
  const which = and(eq(imports.runs_itself, true), inArray(imports.status, ['checking', 'checked']));
  return (await database.reader.select({ id: imports.id }).from(imports).where(which).orderBy(asc(imports.id))).map(({ id }) => id);
}

/** Process these items one after the other. `TryLater` ends the sequence; after any other error, which is logged, the next item is processed. */
async function each<One>(services: Services, signal: AbortSignal, all: readonly One[], act: (one: One) => Promise<void>): Promise<void> {
  for (const one of all) {
    if (signal.aborted) return;
    try {
      await act(one);
    } catch (error) {
      if (error instanceof TryLater) throw error;
      services.log.error({ err: error }, 'the watched folder goes on with the next file');
    }
  }
}

/**
 * Once a minute, imports the files that machines leave in `DATA_DIR/imports/in/<mapping name>/`, with the mapping of that name. Files that cannot be
 * imported, and symbolic links, are moved to the folder `refused` inside the folder of the mapping.
 */
export const watchFolder = recurring('watch_imports', '* * * * *', async (services, signal) => {
  const files = (await arrivals(services.settings, Date.now())).filter(({ look }) => !isWaiting(look));
  await each(services, signal, files, (arrival) => takeInOrAside(services, arrival));
  const ids = (await pending(services)).filter((id) => !isWaiting(`import:${id}`));
  await each(services, signal, ids, async (id) => {
    await checkAndRunOrWait(services, id, signal);
    services.changed();
  });
});
