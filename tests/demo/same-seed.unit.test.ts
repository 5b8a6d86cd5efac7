import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { migrate, openDatabase, rows } from '../../server/db/db.ts';
import { randomFrom } from '../../server/demo/random.ts';
import { seedDemo } from '../../server/demo/seed-demo.ts';
import { readSettings } from '../../server/settings.ts';
import { openPokes } from '../../server/sync/pokes.ts';

const today = new Date('2026-11-20T09:00:00.000Z');

/** What is meant to differ: salts, secrets, and the moments at which the sync engine itself looked at the clock. */
const chance: Record<string, string[]> = {
  users: ['password_hash', 'pin_hash'],
  size_links: ['token_hash'],
  sync_clock: ['epoch'],
  sync_tombstones: ['at'],
  migrations: ['at'],
};

/** A hash of each table of a freshly made demo. */
async function dumpOf(): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-seed-'));
  const settings = readSettings({ DATA_DIR: folder });
  const database = await openDatabase(settings.database_url);
  try {
    await migrate(database);
    const log = pino({ level: 'silent' });
    const pokes = openPokes(database, log);
    await seedDemo({ database, settings, log, clock: () => today, is_demo: true, changed: pokes.changed, pokes }, today);
    await pokes.close();
    const tables = await rows<{ name: string }>(
      database.reader,
      sql`select name from sqlite_schema where type = 'table' and name not like 'sqlite%' order by name`,
    );
    const hashes: Record<string, string> = {};
    for (const { name } of tables) {
      const all = await rows<Record<string, unknown>>(database.reader, sql.raw(`select * from "${name}" order by 1, 2`));
      for (const row of all) for (const column of chance[name] ?? []) delete row[column];
      // The secrets of links that were mailed differ too.
      const told = JSON.stringify(all).replace(/\/sizes\/[\w-]{43}/g, '/sizes/');
      hashes[name] = `${all.length} ${createHash('sha256').update(told).digest('hex').slice(0, 16)}`;
    }
    return hashes;
  } finally {
    await database.close();
    rmSync(folder, { recursive: true });
  }
}

test('the same seed and day make the same data', async () => {
  const first = await dumpOf();
  expect(await dumpOf()).toEqual(first);
}, 240_000);

test('another seed makes other choices', () => {
  const [one, same, other] = [randomFrom(1), randomFrom(1), randomFrom(2)].map((random) => Array.from({ length: 20 }, () => random.whole(1, 1000)));
  expect(same).toEqual(one);
  expect(other).not.toEqual(one);
});
