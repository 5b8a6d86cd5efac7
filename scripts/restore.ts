import { BackupRefusal, restore } from '../server/db/backup.ts';
import { readSettings } from '../server/settings.ts';
import { startFault } from '../server/start-fault.ts';
import { markRestored } from '../server/sync/epoch.ts';

// npm run restore -- <file>: puts a backup in the place of the present data, which is kept aside. The server must be stopped.
const [file] = process.argv.slice(2);
try {
  if (!file) throw new BackupRefusal('Usage: npm run restore -- <file>');
  const { database_url, DATA_DIR } = readSettings(process.env);
  if (/^postgres(ql)?:/.test(database_url)) throw new BackupRefusal('The data is in PostgreSQL: restore it with pg_restore or psql.');
  const aside = restore(file, database_url, DATA_DIR);
  await markRestored(DATA_DIR);
  process.stdout.write(`Restored from ${file}.${aside ? ` The data of before is in ${aside}.` : ''}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof BackupRefusal ? error.message : startFault(error, { database_url: file ?? '' })}\n`);
  process.exitCode = 1;
}
