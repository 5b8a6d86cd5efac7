import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
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
  const lines = ['POST /api/auth/login HTTP/1.1', 'Host: kitroom', 'Content-Type: application/json', `Content-Length: ${body.length}`];
  // The product asks for the body once it has read the head: then the request has begun.
  socket.write([...lines, 'Expect: 100-continue', '', body.slice(0, 10)].join('\r\n'));
  await vi.waitUntil(() => answer === 'HTTP/1.1 100 Continue\r\n\r\n', 20_000);

  // Another client keeps its connection open without a request.
  await (await fetch(`${product.url}/healthz`)).text();
  const stoppedAt = Date.now();
  product.kill('SIGTERM');
  product.kill('SIGTERM');
  const isRefused = () =>
    fetch(`${product.url}/healthz`).then(
      () => false,
      () => true,
    );
  await vi.waitUntil(isRefused, 20_000);

  socket.write(body.slice(10));
  await closeEvent;
  expect(answer).toMatch(/\r\n\r\nHTTP\/1\.1 422 /);
  expect(answer).toContain('"errors"');
  expect(await product.ended).toEqual({ code: 0, signal: null, stderr: '' });
  // All connections are cut after eight seconds; the idle one does not keep the product that long.
  expect(Date.now() - stoppedAt).toBeLessThan(7500);
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

test('tablets that send impossible epochs without a pause do not keep a product from stopping', async () => {
  const data_dir = folderWithDatabase();
  const token = await signInPicker(data_dir);
  const product = await start({ data_dir });
  const answers: string[] = [];
  const ask = async (epoch: string): Promise<void> => {
    const tablet = newTablet();
    const pull = { cursor: { epoch, scope: 'floor', v: 1 }, lm: {} };
    for (;;) {
      const answer = await sync(product, token, { ...tablet, pull });
      const { errors } = (await answer.json()) as { errors?: object };
      answers.push(`${answer.status} ${Object.keys(errors ?? {}).join()}`);
    }
  };
  const epochs = ['999999999-x', `999999999-${'a'.repeat(32)}`];
  const asking = [...epochs, ...epochs, ...epochs].map((epoch) => ask(epoch).catch(() => undefined));
  await vi.waitUntil(() => answers.length >= 100, 20_000);
  product.kill('SIGTERM');
  const tooLong = new Promise((resolve) => setTimeout(resolve, 30_000, 'It still runs.'));
  expect(await Promise.race([product.ended, tooLong])).toEqual({ code: 0, signal: null, stderr: '' });
  await Promise.all(asking);
  expect(new Set(answers)).toEqual(new Set(['422 pull.cursor.epoch']));
});
