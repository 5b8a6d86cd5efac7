import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import { files } from '../db/tables/index.ts';
import { recurring } from '../jobs/job.ts';
import { arrivalsOf, pathOf } from './store-file.ts';

const DAY = 24 * 60 * 60_000;

/**
 * Delete, once a night, files that were stored but never registered because their upload or unit of work failed; never files younger
 * than a day.
 */
export const sweepFiles = recurring('sweep_files', '40 3 * * *', async ({ database, settings, log }, signal) => {
  const { DATA_DIR } = settings;
  let swept = await removeOld(await pathsIn(arrivalsOf(DATA_DIR)));
  for (const shard of await namesIn(join(DATA_DIR, 'files'))) {
    if (signal.aborted) return;
    if (!/^[0-9a-f]{2}$/.test(shard)) continue;
    const hashes = (await namesIn(join(DATA_DIR, 'files', shard))).filter((name) => /^[0-9a-f]{64}$/.test(name));
    if (hashes.length === 0) continue;
    const rows = await database.reader.select({ hash: files.hash }).from(files).where(inArray(files.hash, hashes));
    const keptHashes = new Set(rows.map(({ hash }) => hash));
    swept += await removeOld(hashes.filter((hash) => !keptHashes.has(hash)).map((hash) => pathOf(DATA_DIR, hash)));
  }
  if (swept > 0) log.info({ swept }, 'unused files were removed');
});

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
const pathsIn = async (folder: string): Promise<string[]> => (await namesIn(folder)).map((name) => join(folder, name));

/** Removes files older than a day by the machine's clock, because that clock has set the files' times. */
async function removeOld(paths: string[]): Promise<number> {
  let removed = 0;
  for (const path of paths) {
    const stored = await stat(path).catch(() => null);
    if (!stored || Date.now() - stored.mtimeMs < DAY) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
