import { openAsBlob } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { NewImport } from '../../shared/imports/import.ts';
import { messages } from '../../shared/imports/messages.ts';
import type { Services } from '../core/context.ts';
import { firstMessage, Problem } from '../core/problem.ts';
import type { Settings } from '../core/settings.ts';
import type { Db } from '../db/db.ts';
import { importMappings, imports } from '../db/tables/index.ts';
import { recurring } from '../jobs/job.ts';
import { officeActor } from '../sessions/office-actor.ts';
import { checkImport } from './check-import.ts';
import { createImport, storeUpload } from './create-import.ts';
import { importCtx } from './import-kind.ts';
import { beginRun } from './run-import.ts';
import { tellOffice, waitsForOffice } from './tell-people.ts';

/** A file that was written to less than this many milliseconds ago may not be whole yet. */
const SETTLED = 10_000;
/** Where files go that cannot be imported, beside the others of their mapping. */
const refusedFolder = 'refused';

export const watchedFolder = ({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): string => join(DATA_DIR, 'imports', 'in');

interface Arrival {
  mapping_name: string;
  file_name: string;
  path: string;
  /** Its path, time and size: a file that is left there by a crash is not imported twice. */
  source: string;
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** The files that have arrived and are not being written any more, in the sequence of their names. */
async function arrivals(settings: Settings, now: number): Promise<Arrival[]> {
  const folder = watchedFolder(settings);
  const settled: Arrival[] = [];
  for (const mapping_name of (await namesIn(folder)).sort()) {
    for (const file_name of (await namesIn(join(folder, mapping_name))).sort()) {
      const path = join(folder, mapping_name, file_name);
      const about = await stat(path).catch(() => null);
      if (file_name.startsWith('.') || !about?.isFile() || now - about.mtimeMs < SETTLED) continue;
      settled.push({ mapping_name, file_name, path, source: `${mapping_name}/${file_name}@${about.mtimeMs}:${about.size}` });
    }
  }
  return settled;
}

/** Tell the office about a file, and put it aside where it cannot be imported. */
async function refuse({ database, clock }: Services, { mapping_name, file_name, path, source }: Arrival, reason: string): Promise<void> {
  await database.unitOfWork((db) =>
    tellOffice(
      { db, now: clock().toISOString() },
      { title: messages.notification.refused(file_name), message: messages.notification.reason(mapping_name, reason), url: '/admin/imports' },
      `import_file:${source}`,
    ),
  );
  const folder = join(path, '..', refusedFolder);
  await mkdir(folder, { recursive: true });
  await rename(path, join(folder, `${Date.now()}-${file_name}`));
}

/**
 * The mapping of a folder, kept by a person: a machine that keeps a mapping of this name for its own client reads no file of the folder.
 * 422 where there is none, or more than one.
 */
async function mappingOfFolder(db: Db, name: string) {
  const which = and(eq(importMappings.name, name), isNull(importMappings.api_token_id));
  const [mapping, other] = await db.select().from(importMappings).where(which).orderBy(asc(importMappings.id)).limit(2);
  if (!mapping) throw new Problem(422, { message: messages.mapping_unknown });
  if (other) throw new Problem(422, { message: messages.folder_of_several });
  return mapping;
}

/** Store one file as an import, unless it was stored before. */
async function takeIn(services: Services, arrival: Arrival): Promise<void> {
  const { database } = services;
  const { mapping_name, file_name, path, source } = arrival;
  const [before] = await database.reader.select({ id: imports.id }).from(imports).where(eq(imports.source, source));
  if (before) return;
  const mapping = await mappingOfFolder(database.reader, mapping_name);
  const actor = await officeActor(database.reader, mapping.created_by);
  const csv = new File([await openAsBlob(path)], file_name);
  const { type, account_id, header_row, sheet, update_employees, complete } = mapping;
  const input: NewImport = {
    ...{ csv, type, header_row, sheet, mapping_name, update_employees, complete },
    account_id: account_id ?? undefined,
    create_missing: false,
    mapping: [],
  };
  await storeUpload(importCtx(services, database.reader, actor), input, (plan) =>
    database.unitOfWork((db) => createImport(importCtx(services, db, actor), { ...plan, source, runs_itself: true }, { remember: false })),
  );
}

/** Check an import and let it run, unless it has errors or has to be confirmed: then it waits, and the office is told why. */
async function checkAndRun(services: Services, id: number, signal: AbortSignal): Promise<void> {
  const { database, clock } = services;
  await checkImport(services, id, { signal });
  const [row] = await database.reader.select().from(imports).where(eq(imports.id, id));
  if (!row) return;
  const actor = await officeActor(database.reader, row.created_by);
  const reason = await database
    .unitOfWork((db) => beginRun(importCtx(services, db, actor, { import_id: id, api_token: undefined }), id, { skip_faulty: false }))
    .then(
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

/** The imports of the watched folder that are not run yet: those of this time, and those that an interruption left. */
async function pending({ database }: Services): Promise<number[]> {
  const which = and(eq(imports.runs_itself, true), inArray(imports.status, ['checking', 'checked']));
  return (await database.reader.select({ id: imports.id }).from(imports).where(which).orderBy(asc(imports.id))).map(({ id }) => id);
}

/**
 * Imports the files that machines leave in `DATA_DIR/imports/in/<mapping name>/`, once a minute, as the mapping of that name says.
 * A file that cannot be read is put into the folder `refused` beside it.
 */
export const watchFolder = recurring('watch_imports', '* * * * *', async (services, signal) => {
  for (const arrival of await arrivals(services.settings, Date.now())) {
    if (signal.aborted) return;
    try {
      await takeIn(services, arrival);
      await rm(arrival.path, { force: true });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      await refuse(services, arrival, firstMessage(error));
    }
  }
  for (const id of await pending(services)) {
    if (signal.aborted) return;
    await checkAndRun(services, id, signal);
    services.changed();
  }
});
