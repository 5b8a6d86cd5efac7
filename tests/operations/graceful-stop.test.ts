import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openSession } from '../../server/auth/login.ts';
import { openDatabase } from '../../server/db/db.ts';
import type { SyncAnswer } from '../../shared/sync/wire.ts';
import { builders } from '../builders.ts';
import { folderWithDatabase, type Product, start } from './product.ts';

test('a server that is told to stop finishes begun requests, answers requests that still arrive, and ends without an error', async () => {
  const product = await start({ data_dir: folderWithDatabase() });
  const body = JSON.stringify({ email: 'nobody@example.test', password: 'not the password' });
  const socket = connect(product.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  const closeEvent = new Promise((resolve) => socket.once('close', resolve));
  const lines = ['POST /api/auth/login HTTP/1.1', 'Host: kitroom', 'Content-Type: application/json', `Content-Length: ${body.length}`];
  // The server asks for the body once it has read the headers. From then on the request has begun.
  socket.write([...lines, 'Expect: 100-continue', '', body.slice(0, 10)].join('\r\n'));
  await vi.waitUntil(() => answer === 'HTTP/1.1 100 Continue\r\n\r\n', 20_000);

  // Another client keeps its connection open without a request.
  await (await fetch(`${product.url}/healthz`)).text();
  const stoppedAt = Date.now();
  product.kill('SIGTERM');
  product.kill('SIGTERM');
  // The server reports that it is not ready. While a request is in progress, the server still accepts connections, each for one response.
  await vi.waitUntil(async () => (await fetch(`${product.url}/readyz`)).status === 503, 20_000);
  const { status, headers } = await fetch(`${product.url}/healthz`);
  expect([status, headers.get('Connection')]).toEqual([200, 'close']);

  socket.write(body.slice(10));
  await closeEvent;
  expect(answer).toMatch(/\r\n\r\nHTTP\/1\.1 422 /);
  expect(answer).toMatch(/\r\nConnection: close\r\n/i);
  expect(answer).toContain('"errors"');
  expect(await product.ended).toEqual({ code: 0, signal: null, stderr: '' });
  // All connections are cut after eight seconds. The server ends earlier, in spite of the idle connection and of requests that arrive.
  expect(Date.now() - stoppedAt).toBeLessThan(7500);
});

test('Ctrl+C also stops the server without an error', async () => {
  const product = await start({ data_dir: folderWithDatabase() });
  product.kill('SIGINT');
  expect(await product.ended).toEqual({ code: 0, signal: null, stderr: '' });
});

/** Opens a picker's session in the database of a folder. Returns the token. */
async function signInPicker(data_dir: string): Promise<string> {
  const database = await openDatabase(join(data_dir, 'kitroom.db'));
  const now = new Date();
  const picker = await builders(database, () => now.toISOString()).user('warehouse');
  const { token } = await database.unitOfWork((db) => openSession(db, picker, now, {}));
  await database.close();
  return token;
}

const newTablet = () => ({ pv: 1, device: randomUUID(), secret: randomBytes(32).toString('hex'), pending: 0, push: [] });

/** Makes a tablet's first sync over a connection of the agent. Returns the status of the response. */
const post = ({ port }: Product, token: string, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    request({ agent, port, host: '127.0.0.1', path: '/api/sync', method: 'POST', headers }, (response) => {
      response.resume().once('error', reject);
      response.once('end', () => resolve(response.statusCode ?? 0));
    })
      .once('error', reject)
      .end(JSON.stringify({ ...newTablet(), pull: { cursor: null, lm: {} } }));
  });

const sync = (product: Product, token: string, body: object): Promise<Response> =>
  fetch(`${product.url}/api/sync`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('fifty requests that are sent before and after the server begins to stop all get a response', async () => {
  const data_dir = folderWithDatabase();
  const token = await signInPicker(data_dir);
  const product = await start({ data_dir });
  const stream = await fetch(`${product.url}/api/sync/poke?device=${randomUUID()}`, { headers: { authorization: `Bearer ${token}` } });
  // A browser may open a connection before it has a request.
  const earlyConnection = connect(product.port, '127.0.0.1');
  await new Promise((resolve) => earlyConnection.once('connect', resolve));

  const answers: Promise<number | string>[] = [];
  // Half of the requests use a connection kept from an earlier request, the others a new one.
  const agents = [new Agent({ keepAlive: true }), new Agent()];
  for (const agent of agents) await post(product, token, agent);
  let stoppedAt = 0;
  for (let sent = 0; sent < 50; sent++) {
    if (sent === 25) {
      stoppedAt = Date.now();
      product.kill('SIGTERM');
    }
    answers.push(post(product, token, agents[sent % 2] as Agent).catch(String));
    await new Promise((resolve) => setTimeout(resolve, 0.5));
  }
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
  expect(await stream.text()).toContain('data:');
  expect(await product.ended).toEqual({ code: 0, signal: null, stderr: '' });
  // The stream and the connection without a request do not delay the end.
  expect(Date.now() - stoppedAt).toBeLessThan(7500);
});

test('a server that stops right after a tablet’s pull stores the sync epoch and version that the tablet has', async () => {
  const data_dir = folderWithDatabase();
  const token = await signInPicker(data_dir);
  const product = await start({ data_dir });
  const { cursor } = (await (await sync(product, token, { ...newTablet(), pull: { cursor: null, lm: {} } })).json()) as SyncAnswer;
  product.kill('SIGTERM');
  expect(await product.ended).toEqual({ code: 0, signal: null, stderr: '' });
  expect(JSON.parse(readFileSync(join(data_dir, 'sync-mark.json'), 'utf8'))).toEqual({ epoch: cursor?.epoch, v: cursor?.v });
});

test('tablets that send invalid sync epochs without a pause do not prevent the server from stopping', async () => {
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
