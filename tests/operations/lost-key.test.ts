import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeOf } from '../auth/code-of.ts';
import { emptyFolder, folderWithDatabase, launch, type Product, runScript, runSource, start, stop } from './product.ts';

const email = 'jo@company.example';
const password = 'a long enough secret';

const send = async (url: string, body?: unknown, token?: string, method = 'POST') => {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  return { status: response.status, body: (await response.json()) as any };
};

const signIn = (product: Product, more: object = {}) => send(`${product.url}/api/auth/login`, { email, password, ...more });

/** Makes a data folder whose database has a super with a password, and starts a server with this folder. */
async function folderWithSuper(): Promise<{ data_dir: string; product: Product }> {
  const data_dir = folderWithDatabase();
  const { stdout } = await runScript('add-super', ['--email', email, '--name', 'Jo Pike'], { DATA_DIR: data_dir });
  const product = await start({ data_dir });
  const token = /token=(\S+)/.exec(stdout)?.[1];
  expect((await send(`${product.url}/api/auth/reset-password`, { token, password })).status).toBe(200);
  return { data_dir, product };
}

/** Makes a data folder whose database has a super with a second factor; its server is stopped. Returns the folder and the factor's secret. */
async function folderWithSecondFactor(): Promise<{ data_dir: string; secret: string }> {
  const { data_dir, product } = await folderWithSuper();
  const { token } = (await signIn(product)).body;
  const { secret } = (await send(`${product.url}/api/auth/totp`, {}, token)).body;
  expect((await send(`${product.url}/api/auth/totp`, { code: codeOf(secret, new Date().toISOString()) }, token, 'PUT')).status).toBe(200);
  expect(await signIn(product)).toMatchObject({ status: 401, body: { code: 'totp_required' } });
  expect(await stop(product)).toMatchObject({ code: 0, stderr: '' });
  return { data_dir, secret };
}

const removeEverySecondFactor = (data_dir: string) => runSource('remove-totp', ['--everybody'], { DATA_DIR: data_dir });

test('a server without its secret key does not start; after npm run remove-totp -- --everybody it starts, and a password is enough', async () => {
  const { data_dir } = await folderWithSecondFactor();
  rmSync(join(data_dir, 'secret.key'));
  const { ended } = await launch({ data_dir });
  expect(await ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/^kitroom: SECRET_KEY: [^\n]*npm run remove-totp -- --everybody\n$/) });

  expect(await removeEverySecondFactor(data_dir)).toMatchObject({
    code: 0,
    stderr: '',
    stdout: '1 second factor is removed. The server that starts next brings its key.\n',
  });
  const product = await start({ data_dir });
  const signedIn = await signIn(product);
  expect(signedIn.status).toBe(200);
  const { items } = await (
    await fetch(`${product.url}/api/admin/audit?on_type=user`, { headers: { Authorization: `Bearer ${signedIn.body.token}` } })
  ).json();
  expect(items).toContainEqual(expect.objectContaining({ what: 'totp.removed', who: null }));
  expect(await stop(product)).toMatchObject({ code: 0, stderr: '' });
  expect(await removeEverySecondFactor(data_dir)).toMatchObject({
    code: 0,
    stdout: '0 second factors are removed. The server that starts next brings its key.\n',
  });
});

test('if restored second factors need another key, the server starts and prints one line, and signing in causes no server error', async () => {
  const { data_dir, secret } = await folderWithSecondFactor();
  const file = join(emptyFolder(), 'kitroom.backup');
  expect(await runScript('backup', [file], { DATA_DIR: data_dir })).toMatchObject({ code: 0 });
  const elsewhere = emptyFolder();
  expect(await runScript('restore', [file], { DATA_DIR: elsewhere })).toMatchObject({ code: 0 });
  expect(existsSync(join(elsewhere, 'secret.key'))).toBe(false);

  const product = await start({ data_dir: elsewhere });
  expect(await signIn(product)).toMatchObject({ status: 401, body: { code: 'totp_required' } });
  const { status, body } = await signIn(product, { totp: codeOf(secret, new Date().toISOString(), 1) });
  expect([status, body.errors]).toEqual([422, { totp: [expect.any(String)] }]);
  expect(await stop(product)).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^kitroom: SECRET_KEY: 1 second factor was encrypted with another key[^\n]*npm run remove-totp -- --everybody\n$/),
  });

  expect(await removeEverySecondFactor(elsewhere)).toMatchObject({ code: 0, stderr: '' });
  const after = await start({ data_dir: elsewhere });
  expect((await signIn(after)).status).toBe(200);
  expect(await stop(after)).toMatchObject({ code: 0, stderr: '' });
});

test('at its start the server moves import files from the folder of an earlier release, and these imports can still be run', async () => {
  const { data_dir, product } = await folderWithSuper();
  const { token } = (await signIn(product)).body;
  const form = new FormData();
  form.append('csv', new File(['sku,name,price\nAB-1,Polo,5.00\n'], 'products.csv', { type: 'text/csv' }));
  for (const [name, value] of Object.entries({ type: 'products', 'mapping[0]': 'sku', 'mapping[1]': 'name', 'mapping[2]': 'price' }))
    form.append(name, value);
  const headers = { Authorization: `Bearer ${token}` };
  const { id } = await (await fetch(`${product.url}/api/admin/imports`, { method: 'POST', headers, body: form })).json();
  expect(await stop(product)).toMatchObject({ code: 0 });

  const [now, before] = [join(data_dir, 'files', 'imports'), join(data_dir, 'imports', 'files')];
  const names = readdirSync(now);
  expect(names).toHaveLength(1);
  mkdirSync(before, { recursive: true });
  for (const name of names) renameSync(join(now, name), join(before, name));
  rmSync(now, { recursive: true });

  const later = await start({ data_dir });
  expect([readdirSync(now), readdirSync(before)]).toEqual([names, []]);
  const { token: again } = (await signIn(later)).body;
  expect((await send(`${later.url}/api/admin/imports/${id}/run`, {}, again)).status).toBe(202);
  const read = async () => (await fetch(`${later.url}/api/admin/imports/${id}`, { headers: { Authorization: `Bearer ${again}` } })).json();
  await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('done');
  expect(await stop(later)).toMatchObject({ code: 0, stderr: '' });
});
