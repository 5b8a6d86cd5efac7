import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { addSuper } from '../server/auth/add-super.ts';
import { readSettings } from '../server/core/settings.ts';
import { migrate, openDatabase } from '../server/db/db.ts';
import { isDuplicate } from '../server/db/faults.ts';
import { createServices } from '../server/services.ts';

const { email, name } = parseArgs({ options: { email: { type: 'string' }, name: { type: 'string' } } }).values;
const [forenames = '', ...rest] = (name ?? '').trim().split(/\s+/);
if (!email?.includes('@') || !forenames || rest.length === 0) {
  process.stderr.write('kitroom: give the person: npm run add-super -- --email jo@company.example --name "Jo Pike"\n');
  process.exit(1);
}

const settings = readSettings(process.env);
mkdirSync(settings.DATA_DIR, { recursive: true });
const database = await openDatabase(settings.database_url);
const services = createServices({ database, settings, log: pino({ level: 'silent' }), changed: () => {} });
try {
  await migrate(database);
  const link = await addSuper(services, { email, forenames, surname: rest.join(' ') });
  process.stdout.write(`${name} may sign in as ${email}. Choose a password within the hour:\n${link}\n`);
} catch (error) {
  if (!isDuplicate(error)) throw error;
  process.stderr.write(`kitroom: ${email} belongs to somebody already\n`);
  process.exitCode = 1;
} finally {
  await services.pokes.close();
  await database.close();
}
