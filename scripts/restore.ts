import { readSettings, type Settings } from '../server/core/settings.ts';
import { BackupRefusal, restore } from '../server/db/backup.ts';
import { openDatabase } from '../server/db/db.ts';
import { restorePostgres } from '../server/db/postgres-backup.ts';
import { startFault } from '../server/start-fault.ts';
import { beginEpochOfRestored, markRestored } from '../server/sync/epoch.ts';

// npm run restore -- <file>: replaces the present data by a backup and moves the old data to a folder beside; on PostgreSQL it restores into an empty
// database. The server must be stopped.
const [file] = process.argv.slice(2);
const about: { database_url?: string } = {};

async function restoreAll({ database_url, DATA_DIR }: Settings, from: string): Promise<string | null> {
  if (!/^postgres(ql)?:/.test(database_url)) {
    const aside = restore(from, database_url, DATA_DIR);
    await markRestored(DATA_DIR);
    return aside;
  }
  const database = await openDatabase(database_url);
  try {
    const aside = await restorePostgres(from, database, DATA_DIR);
    await beginEpochOfRestored(database);
    return aside;
  } finally {
    await database.close();
  }
}

try {
  if (!file) throw new BackupRefusal('Usage: npm run restore -- <file>');
  const settings = readSettings(process.env);
  about.database_url = settings.database_url;
  const aside = await restoreAll(settings, file);
  process.stdout.write(`Restored from ${file}.${aside ? ` The previous data is in ${aside}.` : ''}\n`);
  process.stdout.write(
    'Everybody signs in again. Make new API tokens, and send invitations and links to choose a size again: those of before have ended.\n',
  );
} catch (error) {
  process.stderr.write(`${error instanceof BackupRefusal ? error.message : startFault(error, about)}\n`);
  process.exitCode = 1;
}
