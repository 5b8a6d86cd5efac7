import { readdir, stat } from 'node:fs/promises';
import { and, inArray, isNotNull, lt, notInArray } from 'drizzle-orm';
import { runningStatuses } from '../../shared/imports/import-states.ts';
import { importChanges, importFaults, imports } from '../db/tables/index.ts';
import { recurring } from '../jobs/job.ts';
import { importFolder, importPath, removeImportFile } from './import-file.ts';

const DAY = 24 * 60 * 60_000;
/**
 * The file of an import, its errors and its rollback data are deleted after this many days, because they hold people’s data. Its row in the history
 * stays.
 */
const DETAILS_DAYS = 90;
const AT_ONCE = 50;

/** Once a night, deletes the files and the details of old imports, and the files that have no import because their upload failed. */
export const expireImports = recurring('expire_imports', '10 4 * * *', async ({ database, settings, clock }, signal) => {
  const before = new Date(clock().getTime() - DETAILS_DAYS * DAY).toISOString();
  const isOld = and(isNotNull(imports.stored_as), lt(imports.created_at, before), notInArray(imports.status, [...runningStatuses, 'reverting']));
  for (;;) {
    const old = await database.reader.select({ id: imports.id, stored_as: imports.stored_as }).from(imports).where(isOld).limit(AT_ONCE);
    if (!old.length || signal.aborted) break;
    const ids = old.map(({ id }) => id);
    await database.unitOfWork(async (db) => {
      await db.delete(importFaults).where(inArray(importFaults.import_id, ids));
      await db.delete(importChanges).where(inArray(importChanges.import_id, ids));
      await db.update(imports).set({ stored_as: null, fixes: [] }).where(inArray(imports.id, ids));
    });
    for (const { stored_as } of old) if (stored_as) await removeImportFile(settings, stored_as);
  }
  const names = await readdir(importFolder(settings)).catch(() => []);
  for (let from = 0; from < names.length && !signal.aborted; from += AT_ONCE) {
    const some = names.slice(from, from + AT_ONCE);
    const used = await database.reader.select({ stored_as: imports.stored_as }).from(imports).where(inArray(imports.stored_as, some));
    const inUse = new Set(used.map(({ stored_as }) => stored_as));
    for (const name of some) {
      if (inUse.has(name)) continue;
      const about = await stat(importPath(settings, name)).catch(() => null);
      if (about && Date.now() - about.mtimeMs > DAY) await removeImportFile(settings, name);
    }
  }
});
