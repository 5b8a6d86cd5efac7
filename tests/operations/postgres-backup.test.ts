import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoSignIns } from '../../data/demo/sign-ins.ts';
import { type PostgresServer, startPostgres } from '../engines/postgres-server.ts';
import { emptyFolder, runScript, start, stop } from './product.ts';

/** The secret key. It is not in a backup, so the operator also passes it to the restored server. */
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
  for (const name of ['busy', 'restored', 'empty']) await server.query(`create database ${name}`);
});
afterAll(() => server.stop());

const environment = (database: string, data_dir: string) => ({ DATABASE_URL: server.url(database), DATA_DIR: data_dir });
const backup = (file: string, database: string, data_dir: string) => runScript('backup', [file], environment(database, data_dir));
const restore = (file: string, database: string, data_dir: string) => runScript('restore', [file], environment(database, data_dir));

async function ask(database: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(server.url(database));
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

test('a backup of a PostgreSQL database during constant writes can be restored; the restored server works and its stock is correct', async () => {
  const data_dir = emptyFolder();
  const product = await start({ data_dir, environment: { DATABASE_URL: server.url('busy'), DEMO: '1', SECRET_KEY }, start_timeout: 300_000 });
  mkdirSync(join(data_dir, 'files', 'ab'), { recursive: true });
  writeFileSync(join(data_dir, 'files', 'ab', 'abcd'), Buffer.from([0, 1, 2, 255]));
  const call = async (url: string, method: string, path: string, body: unknown, token?: string, more: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}), ...more };
    const answer = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const signIn = (url: string) => call(url, 'POST', '/api/auth/login', { email: 'super@kitroom.test', password: demoSignIns.password });
  const { token } = (await signIn(product.url)).body;
  const makingKey = randomUUID();
  const makeToken = (url: string, by: string) =>
    call(url, 'POST', '/api/admin/api-tokens', { name: 'Payroll', scopes: ['imports'] }, by, { 'Idempotency-Key': makingKey });
  const machine = (await makeToken(product.url, token)).body.token;
  // A person impersonates a client while the backup is made.
  const [acted] = await ask('busy', "select id from users where role = 'client_admin' order by id limit 1");
  const acting = await call(product.url, 'POST', `/api/impersonate/take/${acted?.id}`, { reason: 'Help', password: demoSignIns.password }, token);
  expect(acting.status).toBe(200);

  // Three loops count stock, and one allocates and unallocates orders.
  const skus = (await ask('busy', 'select product_id from stock_levels order by product_id limit 60')).map(({ product_id }) => Number(product_id));
  const orders = (await ask('busy', "select uuid from orders where status in ('submitted', 'allocated') limit 20")).map(({ uuid }) => uuid);
  let writes = 0;
  let going = true;
  const count = async (who: number): Promise<void> => {
    for (let n = who; going; n += 3) {
      const path = `/api/admin/products/${skus[n % skus.length]}`;
      const { status } = await call(product.url, 'PUT', path, { field: 'qty_available', value: 100 + (n % 50) }, token);
      if (status < 300) writes++;
      else if (status !== 409 && status !== 422) throw new Error(`Not written: ${status}`);
    }
  };
  const allocate = async (): Promise<void> => {
    for (let n = 0; going; n++) {
      const path = `/api/admin/orders/${orders[Math.floor(n / 2) % orders.length]}`;
      const { status } =
        n % 2 === 0
          ? await call(product.url, 'POST', `${path}/allocate-all`, {}, token)
          : await call(product.url, 'PUT', path, { unallocate: true }, token);
      if (status < 300) writes++;
    }
  };
  const load = Promise.all([count(0), count(1), count(2), allocate()]);
  while (writes < 50) await new Promise((resolve) => setTimeout(resolve, 20));

  const file = join(emptyFolder(), 'kitroom.backup');
  const before = writes;
  expect(await backup(file, 'busy', data_dir)).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('stored files') });
  expect(writes).toBeGreaterThan(before);
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  going = false;
  await load;

  expect(await restore(file, 'busy', data_dir)).toMatchObject({ code: 1, stderr: expect.stringContaining('stop every server') });
  expect(await stop(product)).toMatchObject({ code: 0, stderr: '' });
  expect(await restore(file, 'busy', data_dir)).toMatchObject({ code: 1, stderr: expect.stringContaining('not empty') });
  expect(await restore(file, '', data_dir)).toMatchObject({ code: 1 });

  const elsewhere = emptyFolder();
  expect(await restore(file, 'restored', elsewhere)).toMatchObject({ code: 0, stderr: '' });
  expect(await runScript('stock-verify', [], environment('restored', elsewhere))).toMatchObject({ code: 0, stderr: '' });
  expect(readFileSync(join(elsewhere, 'files', 'ab', 'abcd'))).toEqual(Buffer.from([0, 1, 2, 255]));
  const counts =
    'select (select count(*) from users) as users, (select count(*) from order_lines) as lines, (select count(*) from sync_outcomes) as facts';
  expect(await ask('restored', counts)).toEqual(await ask('busy', counts));
  const secrets =
    'select 1 from sessions union all select 1 from password_resets union all select 1 from size_links union all select 1 from api_tokens where revoked_at is null';
  expect(await ask('restored', secrets)).toEqual([]);
  const constraints =
    "select conname, pg_get_constraintdef(oid) as is, convalidated from pg_constraint where connamespace = 'public'::regnamespace order by 1";
  expect(await ask('restored', constraints)).toEqual(await ask('busy', constraints));
  expect(await ask('restored', "select tgname from pg_trigger where tgenabled = 'D'")).toEqual([]);
  const epoch = 'select epoch from sync_clock';
  expect(await ask('restored', epoch)).not.toEqual(await ask('busy', epoch));

  const again = await start({ data_dir: elsewhere, environment: { DATABASE_URL: server.url('restored'), SECRET_KEY } });
  const signedIn = await signIn(again.url);
  expect(signedIn.status).toBe(200);
  expect((await call(again.url, 'GET', '/api/admin/imports', undefined, machine)).status).toBe(401);
  expect(await makeToken(again.url, signedIn.body.token)).toMatchObject({ status: 409, body: { code: 'before_restore' } });
  const path = `/api/admin/products/${skus[0]}`;
  const response = await call(again.url, 'PUT', path, { field: 'qty_available', value: 500 }, signedIn.body.token);
  expect(response).toMatchObject({ status: 200, body: { qty_available: 500 } });
  expect(await stop(again)).toMatchObject({ code: 0, stderr: '' });
  expect(await runScript('stock-verify', [], environment('restored', elsewhere))).toMatchObject({ code: 0, stderr: '' });

  // The messages name a backup of the other engine, and a database without Kitroom's tables.
  expect(await runScript('restore', [file], { DATA_DIR: emptyFolder() })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('of a PostgreSQL database'),
  });
  expect(await backup(join(emptyFolder(), 'x'), 'empty', data_dir)).toMatchObject({ code: 1, stderr: expect.stringMatching(/no Kitroom tables/) });
}, 600_000);
