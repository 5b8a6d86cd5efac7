import { join } from 'node:path';
import { readSettings, type Settings } from '../server/core/settings.ts';
import { BackupRefusal, type BackupSummary, backUp } from '../server/db/backup.ts';
import { openDatabase } from '../server/db/db.ts';
import { backUpPostgres } from '../server/db/postgres-backup.ts';
import { startFault } from '../server/start-fault.ts';

// npm run backup -- <file>: saves all data in one file, while the product may run.
const [file] = process.argv.slice(2);
const about: { database_url?: string } = {};

async function backUpAll({ database_url, DATA_DIR }: Settings, to: string): Promise<BackupSummary> {
  const filesFolder = join(DATA_DIR, 'files');
  if (!/^postgres(ql)?:/.test(database_url)) return backUp(database_url, filesFolder, to);
  const database = await openDatabase(database_url);
  try {
    return await backUpPostgres(database, filesFolder, to);
  } finally {
    await database.close();
  }
}

const started = Date.now();
try {
  if (!file) throw new BackupRefusal('Usage: npm run backup -- <file>');
  const settings = readSettings(process.env);
  about.database_url = settings.database_url;
  const { bytes, files } = await backUpAll(settings, file);
  process.stdout.write(`${file}: ${(bytes / 1e6).toFixed(1)} MB, with ${files} stored files, in ${((Date.now() - started) / 1000).toFixed(1)} s.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof BackupRefusal ? error.message : startFault(error, about)}\n`);
  process.exitCode = 1;
}
