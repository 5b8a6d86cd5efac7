import { join } from 'node:path';
import { BackupRefusal, backUp } from '../server/db/backup.ts';
import { readSettings } from '../server/settings.ts';
import { startFault } from '../server/start-fault.ts';

// npm run backup -- <file>: the whole of the data in one file, taken while the product runs.
const [file] = process.argv.slice(2);
const started = Date.now();
try {
  if (!file) throw new BackupRefusal('Usage: npm run backup -- <file>');
  const settings = readSettings(process.env);
  const stored = join(settings.DATA_DIR, 'files');
  if (/^postgres(ql)?:/.test(settings.database_url)) {
    throw new BackupRefusal(`The data is in PostgreSQL: back it up with pg_dump, and copy the folder ${stored} beside it.`);
  }
  const { bytes, files } = await backUp(settings.database_url, stored, file);
  process.stdout.write(`${file}: ${(bytes / 1e6).toFixed(1)} MB, with ${files} stored files, in ${((Date.now() - started) / 1000).toFixed(1)} s.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof BackupRefusal ? error.message : startFault(error, { database_url: file ?? '' })}\n`);
  process.exitCode = 1;
}
