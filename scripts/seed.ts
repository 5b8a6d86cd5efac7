import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { readSettings, SettingsError } from '../server/core/settings.ts';
import { migrate, openDatabase } from '../server/db/db.ts';
import { isEmpty } from '../server/demo/is-empty.ts';
import { scales } from '../server/demo/large/scale.ts';
import { seedLarge } from '../server/demo/large/seed-large.ts';
import { NotEmptyError, seedDemo } from '../server/demo/seed-demo.ts';
import { createServices } from '../server/services.ts';

const started = Date.now();

async function seed(): Promise<void> {
  const { scale = 'demo', 'as-of': asOf } = parseArgs({ options: { scale: { type: 'string' }, 'as-of': { type: 'string' } } }).values;
  const today = asOf === undefined ? new Date() : new Date(asOf);
  if (Number.isNaN(today.getTime())) throw new SettingsError(`--as-of: a date and time such as 2026-11-20T09:00Z, not ${asOf}`);
  if (scale !== 'demo' && scale !== 'large' && scale !== 'huge') throw new SettingsError(`--scale: demo, large or huge, not ${scale}`);
  const settings = readSettings(process.env);
  mkdirSync(settings.DATA_DIR, { recursive: true });
  const database = await openDatabase(settings.database_url);
  try {
    await migrate(database);
    if (!(await isEmpty(database.reader))) throw new NotEmptyError();
    if (scale === 'demo') {
      const log = pino({ level: settings.LOG_LEVEL });
      const services = createServices({ database, settings, log, clock: () => today, is_demo: true });
      await seedDemo(services);
      await services.pokes.close();
    }
  } finally {
    await database.close();
  }
  // The bulk load needs the database to itself.
  if (scale !== 'demo') await seedLarge(settings.database_url, settings.DATA_DIR, scales[scale], today);
  process.stdout.write(`${scale} data made in ${((Date.now() - started) / 1000).toFixed(1)} s.\n`);
}

seed().catch((error: unknown) => {
  const isForeseen = error instanceof NotEmptyError || error instanceof SettingsError;
  process.stderr.write(`kitroom: ${isForeseen ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
