import { existsSync } from 'node:fs';
import { readSettings } from '../server/core/settings.ts';
import { bringUpToDate } from '../server/db/bring-up-to-date.ts';
import { openDatabase } from '../server/db/db.ts';
import { clearDemo } from '../server/demo/clear-demo.ts';
import { startFault } from '../server/start-fault.ts';

// npm run clear-demo: ends the sign-in of the demo's people and archives its clients, so that the database may be used in production.
const about: { database_url?: string } = {};

try {
  const { database_url } = readSettings(process.env);
  about.database_url = database_url;
  if (!/^postgres(ql)?:/.test(database_url) && !existsSync(database_url)) throw new Error(`there is no database at ${database_url}`);
  const database = await openDatabase(database_url);
  try {
    await bringUpToDate(database);
    const { people, clients, staying } = await clearDemo(database, new Date().toISOString());
    process.stdout.write(
      people || clients || staying.length
        ? `${people} people of the demo can no longer sign in, and ${clients} clients of the demo are archived. Orders and stock stay.\n` +
            (staying.length ? `Without the demo's password, they choose one by "Forgot your password?": ${staying.join(', ')}\n` : '') +
            'npm run add-super adds somebody who can sign in.\n'
        : 'Nobody of the demo is in this database.\n',
    );
  } finally {
    await database.close();
  }
} catch (error) {
  process.stderr.write(`clear-demo: ${startFault(error, about)}\n`);
  process.exitCode = 1;
}
