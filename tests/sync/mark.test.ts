import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createApp } from '../../server/app.ts';
import { openDatabase } from '../../server/db/db.ts';
import { flushMark } from '../../server/sync/epoch.ts';
import { openPokes } from '../../server/sync/pokes.ts';
import type { SyncAnswer } from '../../shared/sync/wire.ts';
import { floor } from './tablet.ts';

test('tablets get a new epoch when the database is older than the sync mark in the data folder', async () => {
  const here = await floor();
  const { services, picker } = here;
  const t = here.tablet(picker);
  const { cursor } = await t.sync();
  const file = join(services.settings.DATA_DIR, 'sync-mark.json');
  let mark: { epoch: string; v: number } | null = null;
  for (let tries = 0; tries < 60 && !mark; tries++) {
    await pause(100);
    mark = await readFile(file, 'utf8').then(JSON.parse, () => null);
  }
  expect(mark).toEqual({ epoch: cursor?.epoch, v: expect.any(Number) });

  // When the server stops, it writes the mark at once.
  await here.polosAndCaps();
  const { cursor: later } = await t.sync();
  await flushMark(services);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ epoch: cursor?.epoch, v: later?.v });
  expect(later?.v).toBeGreaterThan(mark?.v ?? Number.POSITIVE_INFINITY);

  /** Syncs with a new instance of the server on the same data folder. */
  const startAgain = async ({ token } = picker): Promise<SyncAnswer> => {
    const database = await openDatabase(services.settings.database_url);
    const pokes = openPokes(database, services.log);
    const app = createApp({ ...services, database, pokes, changed: pokes.changed });
    const response = await app.request('/api/sync', {
      method: 'POST',
      body: JSON.stringify(t.envelope([])),
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    });
    await pokes.close();
    await database.close();
    return (await response.json()) as SyncAnswer;
  };
  expect(await startAgain()).toMatchObject({ cursor: { epoch: cursor?.epoch }, full: false });
  const office = await here.as('super');
  const token = here.caller((await office.post('/api/admin/api-tokens', { name: 'Feed', scopes: ['imports'] })).body.token, office.id);
  expect((await token.get('/api/admin/imports')).status).toBe(200);

  await writeFile(file, JSON.stringify({ epoch: cursor?.epoch, v: 1e12 }));
  const answer = await startAgain();
  expect(answer.full).toBe(true);
  expect(answer.cursor?.epoch).not.toBe(cursor?.epoch);
  // Everybody has to sign in again, because the backup may contain sessions that were ended after the backup was made.
  expect((await token.get('/api/admin/imports')).status).toBe(401);
  expect((await office.get('/api/auth/me')).status).toBe(401);

  // A mark with an earlier epoch, as another server may write it, does not make the server conclude that a backup was restored.
  const again = await here.as('warehouse');
  await writeFile(file, JSON.stringify({ epoch: cursor?.epoch, v: 1e12 }));
  expect((await startAgain(again)).cursor?.epoch).toBe(answer.cursor?.epoch);
  expect((await again.get('/api/auth/me')).status).toBe(200);
});
