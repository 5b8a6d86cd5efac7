import { mkdirSync } from 'node:fs';
import { readSettings } from '../server/core/settings.ts';
import { bringUpToDate } from '../server/db/bring-up-to-date.ts';
import { openDatabase } from '../server/db/db.ts';
import { checkKeys } from '../server/operations/check-keys.ts';

const settings = readSettings(process.env);
mkdirSync(settings.DATA_DIR, { recursive: true });
const database = await openDatabase(settings.database_url);
const applied = await bringUpToDate(database);
const clashes = applied ? await checkKeys(database, new Date().toISOString()) : [];
await database.close();
process.stdout.write(`${applied} migration${applied === 1 ? '' : 's'} applied.\n`);
for (const { label, keys } of clashes) process.stdout.write(`${label}: ${keys.join(' · ')} read alike.\n`);
