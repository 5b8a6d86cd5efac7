import { pino } from 'pino';
import { jobKinds } from '../server/background.ts';
import { readSettings } from '../server/core/settings.ts';
import { migrate, openDatabase } from '../server/db/db.ts';
import { createServices } from '../server/services.ts';

// npm run job -- discontinue: runs a recurring job now, whether or not a server is running.
const names = jobKinds.filter(({ schedule }) => schedule !== undefined).map(({ kind }) => kind);
const [name] = process.argv.slice(2);
const job = jobKinds.find(({ kind, schedule }) => kind === name && schedule !== undefined);
if (!job) {
  process.stderr.write(`kitroom: name one of these jobs: ${names.join(', ')}\n`);
  process.exit(1);
}

const settings = readSettings(process.env);
const database = await openDatabase(settings.database_url, settings.postgres);
const services = createServices({ database, settings, log: pino({ level: settings.LOG_LEVEL }) });
try {
  await migrate(database);
  await job.run(services, {}, AbortSignal.timeout(3_600_000));
  process.stdout.write(`${job.kind} is done.\n`);
} finally {
  await services.pokes.close();
  await database.close();
}
