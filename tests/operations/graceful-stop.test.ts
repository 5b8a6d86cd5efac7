import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSession } from '../../server/auth/login.ts';
import { openDatabase } from '../../server/db/db.ts';
import type { SyncAnswer } from '../../shared/sync/wire.ts';
import { builders } from '../builders.ts';
import { folderWithDatabase, type Product, start } from './product.ts';

test('a stopped product answers the requests it has begun, accepts no new ones, and ends with success', async () => {
  const product = await start({ data_dir: folderWithDatabase() });
  const body = JSON.stringify({ email: 'nobody@example.test', password: 'not the password' });
  const socket = connect(product.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  const closeEvent = new Promise((resolve) => socket.once('close', resolve));
  const head = `POST /api/auth/login HTTP/1.1\r\nHost: kitroom\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  await new Promise<void>((resolve) => socket.write(head + body.slice(0, 10), () => resolve()));
  await new Promise((resolve) => setTimeout(resolve, 200));

  // Another client keeps its connection open without a request.
  await (await fetch(`${product.url}/healthz`)).text();
  product.kill('SIGTERM');
  product.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect(fetch(`${product.url}/healthz`)).rejects.toThrow();

  const requestedAt = Date.now();
  socket.write(body.slice(10));
  await closeEvent;
  expect(answer).toMatch(/^HTTP\/1\.1 422 /);
  expect(answer).toContain('"errors"');
  expect(await product.ended).toEqual({ code: 0, signal: null, stderr: '' });
  expect(Date.now() - requestedAt).toBeLessThan(3000);
});

test('Ctrl+C stops it in the same way', async () => {
  const product = await start({ data_dir: folderWithDatabase() });
  product.kill('SIGINT');
  expect(await product.ended).toEqual({ code: 0, signal: null, stderr: '' });
});

/** A picker's session in the database of a folder. */
async function signInPicker(data_dir: string): Promise<string> {
  const database = await openDatabase(join(data_dir, 'kitroom.db'));
  const now = new Date();
  const picker = await builders(database, () => now.toISOString()).user('warehouse');
  const { token } = await database.unitOfWork((db) => openSession(db, picker, now, {}));
  await database.close();
  return token;
}

const newTablet = () => ({ pv: 1, device: randomUUID(), secret: randomBytes(32).toString('hex'), pending: 0, push: [] });

const sync = (product: Product, token: string, body: object): Promise<Response> =>
  fetch(`${product.url}/api/sync`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('a product that stops right after a tablet has pulled leaves the mark of what the tablet knows', async () => {
  const data_dir = folderWithDatabase();
  const token = await signInPicker(data_dir);
  const product = await start({ data_dir });
  const { cursor } = (await (await sync(product, token, { ...newTablet(), pull: { cursor: null, lm: {} } })).json()) as SyncAnswer;
  product.kill('SIGTERM');
  expect(await product.ended).toEqual({ code: 0, signal: null, stderr: '' });
  expect(JSON.parse(readFileSync(join(data_dir, 'sync-mark.json'), 'utf8'))).toEqual({ epoch: cursor?.epoch, v: cursor?.v });
});

test('a product to which tablets send impossible epochs again and again stops within seconds', async () => {
  const data_dir = folderWithDatabase();
  const token = await signInPicker(data_dir);
  const product = await start({ data_dir });
  const answers = new Set<string>();
  const ask = async (epoch: string): Promise<void> => {
    const tablet = newTablet();
    const pull = { cursor: { epoch, scope: 'floor', v: 1 }, lm: {} };
    for (;;) {
      const answer = await sync(product, token, { ...tablet, pull });
      const { errors } = (await answer.json()) as { errors?: object };
      answers.add(`${answer.status} ${Object.keys(errors ?? {}).join()}`);
    }
  };
  const epochs = ['999999999-x', `999999999-${'a'.repeat(32)}`];
  const asking = [...epochs, ...epochs, ...epochs].map((epoch) => ask(epoch).catch(() => undefined));
  await new Promise((resolve) => setTimeout(resolve, 500));
  product.kill('SIGTERM');
  const seconds = new Promise((resolve) => setTimeout(resolve, 5000, 'It still runs.'));
  expect(await Promise.race([product.ended, seconds])).toEqual({ code: 0, signal: null, stderr: '' });
  await Promise.all(asking);
  expect([...answers]).toEqual(['422 pull.cursor.epoch']);
});
