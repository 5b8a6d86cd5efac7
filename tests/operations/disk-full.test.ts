import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { messages } from '../../shared/messages.ts';
import { emptyFolder, folderWithDatabase, launch, start, stop } from './product.ts';

// The server gets a small disk of its own, in a mount namespace that ends when the server ends.
const privately = process.getuid?.() === 0 ? ['unshare', '--mount'] : ['unshare', '--map-root-user', '--mount'];
const onSmallDisk = (script: string): string[] => [...privately, 'sh', '-c', `mount -t tmpfs -o size=4m tmpfs "$DATA_DIR" && ${script}`, 'sh'];

/** Returns the path of a database that this release created. */
const madeDatabase = (): string => join(folderWithDatabase(), 'kitroom.db');

function tablesOf(file: string): unknown {
  const database = new Database(file);
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    return database.prepare("select count(*) as n from sqlite_master where type = 'table'").get();
  } finally {
    database.close();
  }
}

test('on a full disk the server does not start and prints one line, and the database stays intact', async () => {
  const filledDatabase = madeDatabase();
  const backupFolder = emptyFolder();
  const script =
    'cp "$MADE" "$DATA_DIR/kitroom.db"; cat /dev/zero > "$DATA_DIR/ballast" 2>/dev/null; "$@"; code=$?; cp "$DATA_DIR"/kitroom.db* "$KEPT"; exit $code';
  const { ended } = await launch({ data_dir: emptyFolder(), environment: { MADE: filledDatabase, KEPT: backupFolder }, inside: onSmallDisk(script) });
  const { code, stderr } = await ended;
  expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 1, lines: 1 });
  expect(stderr).toMatch(/kitroom\.db .*disk/);
  expect(tablesOf(join(backupFolder, 'kitroom.db'))).toEqual(tablesOf(filledDatabase));
});

test('a server whose new database does not fit on the disk prints one line and ends, and starts once the disk has space', async () => {
  const backupFolder = emptyFolder();
  const script = 'head -c 3800000 /dev/zero > "$DATA_DIR/ballast"; "$@"; code=$?; cp "$DATA_DIR"/kitroom.db* "$KEPT"; exit $code';
  const { code, stderr } = await (await launch({ data_dir: emptyFolder(), environment: { KEPT: backupFolder }, inside: onSmallDisk(script) })).ended;
  expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 1, lines: 1 });
  expect(stderr).toMatch(/disk/);

  const data_dir = emptyFolder();
  for (const file of readdirSync(backupFolder)) copyFileSync(join(backupFolder, file), join(data_dir, file));
  expect(await stop(await start({ data_dir }))).toMatchObject({ code: 0 });
  expect(tablesOf(join(data_dir, 'kitroom.db'))).toEqual(tablesOf(madeDatabase()));
});

test('if the disk fills up while the server runs, the server refuses writes, answers reads, and recovers once the disk has space', async () => {
  const made = madeDatabase();
  const token = 'a-token-of-the-office';
  const database = new Database(made);
  const [now, later] = ['2026-11-20T09:00:00.000Z', '2099-01-01T00:00:00.000Z'];
  database.exec(`insert into users (role, forenames, surname, email, created_at) values ('super', 'Jo', 'Pike', 'jo@company.example', '${now}');
    insert into sessions (user_id, token_hash, created_at, last_seen_at, expires_at)
    select id, '${hash('sha256', token, 'hex')}', '${now}', '${later}', '${later}' from users`);
  database.close();
  const product = await start({
    data_dir: emptyFolder(),
    environment: { MADE: dirname(made) },
    inside: onSmallDisk('cp "$MADE"/kitroom.db "$MADE"/secret.key "$DATA_DIR" && exec "$@"'),
  });
  let nobody = 0;
  // A sign-in with a wrong password writes to the database, which stores and counts failed sign-ins.
  const write = (): Promise<Response> =>
    fetch(`${product.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `nobody.${++nobody}@example.test`, password: 'not the password' }),
    });
  expect((await write()).status).toBe(422);

  const disk = spawnSync('sh', ['-c', `tr '\\0' '\\n' < /proc/${product.pid}/environ | sed -n 's/^DATA_DIR=//p'`], {
    encoding: 'utf8',
  }).stdout.trim();
  const ballast = join(`/proc/${product.pid}/root`, disk, 'ballast');
  try {
    writeFileSync(ballast, Buffer.alloc(8_000_000));
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
  let response: Response | undefined;
  for (let tries = 0; tries < 20 && response?.status !== 503; tries++) response = await write();
  expect(response?.status).toBe(503);
  expect(response?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  const form = new FormData();
  form.append('csv', new File(['sku,count\n', 'AB-1,1\n'.repeat(100_000)], 'stock.csv', { type: 'text/csv' }));
  for (const [name, value] of Object.entries({ type: 'stock', 'mapping[0]': 'sku', 'mapping[1]': 'count' })) form.append(name, value);
  const upload = await fetch(`${product.url}/api/admin/imports`, { method: 'POST', body: form, headers: { Authorization: `Bearer ${token}` } });
  expect([upload.status, upload.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  expect(await upload.json()).toMatchObject({ message: messages.disk_full });

  rmSync(ballast);
  expect((await write()).status).toBe(422);
  expect(await stop(product)).toMatchObject({ code: 0, stderr: '' });
});
