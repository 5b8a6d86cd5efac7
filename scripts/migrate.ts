import { mkdirSync } from 'node:fs';
import { readSettings } from '../server/core/settings.ts';
import { bringUpToDate } from '../server/db/bring-up-to-date.ts';
import { openDatabase } from '../server/db/db.ts';

const settings = readSettings(process.env);
mkdirSync(settings.DATA_DIR, { recursive: true });
const database = await openDatabase(settings.database_url);
const applied = await bringUpToDate(database);
await database.close();
process.stdout.write(`${applied} migration${applied === 1 ? '' : 's'} applied.\n`);
