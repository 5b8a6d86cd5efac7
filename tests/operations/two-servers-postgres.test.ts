import { randomUUID } from 'node:crypto';
import { mkdirSync, symlinkSync } from 'node:fs';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf } from '../auth/code-of.ts';
import { type PostgresServer, startPostgres } from '../engines/postgres-server.ts';
import { emptyFolder, launch, type Product, runScript, start, stop } from './product.ts';

const SECRET_KEY = Buffer.alloc(32, 9).toString('base64');
const email = 'jo@company.example';
const password = 'a long enough secret';

let postgres: PostgresServer;
let servers: Product[];
let balancer: Server;
let address: string;
/** The server that got each request, in turn. */
let turn = 0;

/** A data folder of a server's own, in which only the stored files are shared. */
function folderWithSharedFiles(files: string): string {
  const folder = emptyFolder();
  symlinkSync(files, join(folder, 'files'));
  return folder;
}

beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.query('create database shared');
  const files = join(emptyFolder(), 'files');
  mkdirSync(files);
  const environment = { DATABASE_URL: postgres.url('shared'), SECRET_KEY };
  servers = [];
  for (let n = 0; n < 2; n++) servers.push(await start({ data_dir: folderWithSharedFiles(files), environment, start_timeout: 120_000 }));
  balancer = createServer((incoming, answer) => {
    const { port } = servers[turn++ % servers.length] as Product;
    const outgoing = forward({ port, path: incoming.url, method: incoming.method, headers: incoming.headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    answer.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
}, 300_000);
afterAll(async () => {
  balancer.closeAllConnections();
  balancer.close();
  await Promise.all(servers.map(stop));
  await postgres.stop();
});

async function ask(query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(postgres.url('shared'));
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

/** A caller behind the balancer: each of its requests goes to the other server than the one before. */
const caller =
  (token?: string) =>
  async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
    const isForm = body instanceof FormData;
    const headers = {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}),
      ...more,
    };
    const response = await fetch(address + path, { method, headers, ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}) });
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    const answer: any = response.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : text;
    return { status: response.status, body: answer, headers: response.headers };
  };

const formOf = (rows: string, fields: Record<string, string>): FormData => {
  const form = new FormData();
  form.append('csv', new File([rows], 'stock.csv', { type: 'text/csv' }));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

/** Ask again until the answer is as it has to be. Throws with the last one after half a minute. */
async function until<Answer>(read: () => Promise<Answer>, isThere: (answer: Answer) => boolean): Promise<Answer> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const answer = await read();
    if (isThere(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`Not there in time: ${JSON.stringify(answer).slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The office signed in with a second factor that was set up across both servers. */
async function signIn(): Promise<string> {
  const anyone = caller();
  const environment = { DATABASE_URL: postgres.url('shared'), DATA_DIR: emptyFolder() };
  const { stdout } = await runScript('add-super', ['--email', email, '--name', 'Jo Pike'], environment);
  const link = /token=(\S+)/.exec(stdout)?.[1];
  expect((await anyone('POST', '/api/auth/reset-password', { token: link, password })).status).toBe(200);
  expect((await anyone('POST', '/api/auth/reset-password', { token: link, password })).status).toBe(422);
  const first = await anyone('POST', '/api/auth/login', { email, password });
  expect(first.status).toBe(200);
  const { secret } = (await caller(first.body.token)('POST', '/api/auth/totp', {})).body;
  const now = new Date().toISOString();
  expect((await caller(first.body.token)('PUT', '/api/auth/totp', { code: codeOf(secret, now) })).status).toBe(200);
  expect(await anyone('POST', '/api/auth/login', { email, password })).toMatchObject({ status: 401, body: { code: 'totp_required' } });
  const signedIn = await anyone('POST', '/api/auth/login', { email, password, totp: codeOf(secret, now, 1) });
  expect(signedIn.status).toBe(200);
  // The code counts once, whichever server gets it.
  for (let n = 0; n < 2; n++)
    expect((await anyone('POST', '/api/auth/login', { email, password, totp: codeOf(secret, now, 1) })).status).not.toBe(200);
  return signedIn.body.token;
}

test('two servers with folders of their own are one product behind one address', async () => {
  const token = await signIn();
  const office = caller(token);
  for (let n = 0; n < 2; n++) expect((await office('GET', '/api/auth/me')).body.user.email).toBe(email);

  // A repeated request gets the first answer at the other server.
  const once = { 'Idempotency-Key': randomUUID() };
  const account = { name: 'Northgate', reference: 'NG' };
  const made = await office('POST', '/api/admin/accounts', account, once);
  expect(made.status).toBeLessThan(300);
  const again = await office('POST', '/api/admin/accounts', account, once);
  expect([again.status, again.body.id, again.headers.get('Idempotent-Replay')]).toEqual([made.status, made.body.id, 'true']);

  // A stream at one server hears what the other one causes.
  const heard = new AbortController();
  const stream = await fetch(`${address}/api/notifications/stream`, { headers: { Authorization: `Bearer ${token}` }, signal: heard.signal });
  expect(stream.status).toBe(200);
  const events: string[] = [];
  const listening = (async () => {
    for await (const bytes of stream.body as unknown as AsyncIterable<Uint8Array>) events.push(new TextDecoder().decode(bytes));
  })().catch(() => undefined);

  // An import is looked at, uploaded, mended, run and read wherever its requests arrive.
  const rows = 'sku,name,price\nAB-1,Polo,five\nAB-2,Cap,3.50\n';
  const fields = { type: 'products', 'mapping[0]': 'sku', 'mapping[1]': 'name', 'mapping[2]': 'price' };
  for (let n = 0; n < 2; n++) expect((await office('POST', '/api/admin/imports/preview', formOf(rows, { type: 'products' }))).status).toBe(200);
  const uploaded = await office('POST', '/api/admin/imports', formOf(rows, fields));
  expect(uploaded).toMatchObject({ status: 201, body: { status: 'checked', check: { new: 1, faulty: 1 } } });
  const path = `/api/admin/imports/${uploaded.body.id}`;
  expect(await office('POST', `${path}/fixes`, { row: 2, column: 2, value: '5.00' })).toMatchObject({
    status: 200,
    body: { check: { new: 2, faulty: 0 } },
  });
  turn++;
  expect(await office('POST', `${path}/fixes`, { row: 2, column: 2, value: '5.50' })).toMatchObject({ status: 200, body: { check: { new: 2 } } });
  expect((await office('POST', `${path}/run`, {})).status).toBe(202);
  const done = await until(
    () => office('GET', path),
    ({ body }) => !['queued', 'running'].includes(body.status),
  );
  expect(done.body).toMatchObject({ status: 'done', progress: { new: 2 } });
  for (let n = 0; n < 2; n++) expect((await office('GET', `${path}/log.csv`)).body).toContain('Done: 2 new');
  await until(
    async () => events.join(''),
    (text) => /"unread_count":[1-9]/.test(text),
  );
  heard.abort();
  await listening;

  // A file that one server stored is a document of both, and a search finds what the other one stored.
  const [product] = await ask("select id from products where sku = 'AB-1'");
  const sheet = new FormData();
  sheet.append('file', new File(['%PDF-1.4 care'], 'care.pdf', { type: 'application/pdf' }));
  sheet.append('name', 'Care');
  expect((await office('POST', `/api/admin/products/${product?.id}/datasheets`, sheet)).status).toBeLessThan(300);
  const [stored] = await ask('select hash from files order by id desc limit 1');
  for (let n = 0; n < 2; n++) expect((await office('GET', `/files/${stored?.hash}`)).status).toBe(200);
  for (let n = 0; n < 2; n++) expect((await office('GET', '/api/admin/products?search=polo&fts=polo')).body.items.length).toBe(1);

  // A link that one server sent opens at the other one, once.
  expect((await caller()('POST', '/api/auth/forgot-password', { email })).status).toBe(202);
  const [mail] = await until(
    () => ask("select text from outbox where text like '%reset-password?token=%' order by id desc limit 1"),
    ({ length }) => length > 0,
  );
  const link = /token=([\w-]+)/.exec(String(mail?.text))?.[1];
  expect((await caller()('POST', '/api/auth/reset-password', { token: link, password: `${password} too` })).status).toBe(200);
  expect((await caller()('POST', '/api/auth/reset-password', { token: link, password: `${password} too` })).status).toBe(422);
  for (let n = 0; n < 2; n++) expect((await office('GET', '/api/auth/me')).status).toBe(401);
}, 120_000);

test('a server with another secret key says so and does not start', async () => {
  const environment = { DATABASE_URL: postgres.url('shared'), SECRET_KEY: Buffer.alloc(32, 8).toString('base64') };
  for (const one of [environment, { DATABASE_URL: environment.DATABASE_URL }]) {
    const { ended } = await launch({ data_dir: emptyFolder(), environment: one });
    expect(await ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^kitroom: SECRET_KEY: the database was used with another key\.[^\n]*\n$/),
    });
  }
}, 120_000);
