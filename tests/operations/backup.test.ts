import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { emptyFolder, folderWithDatabase, type Product, runScript, runSource, start, stop } from './product.ts';

const backup = (file: string, data_dir: string) => runScript('backup', [file], { DATA_DIR: data_dir });
const restore = (file: string, data_dir: string, run = runScript) => run('restore', [file], { DATA_DIR: data_dir });

/** Returns the email addresses whose failed sign-ins the database has stored. */
function namesIn(file: string): Set<string> {
  const database = new Database(file, { readonly: true });
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    return new Set(
      database
        .prepare<[], { email: string }>("select substr(key, 7) as email from attempts where key like 'email:%'")
        .all()
        .map(({ email }) => email),
    );
  } finally {
    database.close();
  }
}

/** Returns the epoch that the database gives to tablets. */
function epochIn(file: string): string {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare<[], string>('select epoch from sync_clock').pluck().get() ?? '';
  } finally {
    database.close();
  }
}

/** Starts four clients that write without a pause. `confirmed` gets an entry with every response. */
function writers(product: Product): { confirmed: string[]; stop: () => Promise<void> } {
  const confirmed: string[] = [];
  let going = true;
  const client = async (who: number): Promise<void> => {
    for (let n = 0; going; n++) {
      const email = `nobody.${who}.${n}@example.test`;
      const answer = await fetch(`${product.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${who}.${n >> 8}.${n & 255}` },
        body: JSON.stringify({ email, password: 'not the password' }),
      });
      if (answer.status !== 422) throw new Error(`Not written: ${answer.status} ${await answer.text()}`);
      confirmed.push(email);
    }
  };
  const all = Promise.all([1, 2, 3, 4].map(client));
  return {
    confirmed,
    stop: async () => {
      going = false;
      await all;
    },
  };
}

test('a backup made during constant writes is complete; a restore brings back its data and puts the replaced data aside', async () => {
  const data_dir = folderWithDatabase();
  const file = join(emptyFolder(), 'kitroom.backup');
  const folder = join(data_dir, 'files', 'ab');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'abcd'), Buffer.from([0, 1, 2, 255]));

  const product = await start({ data_dir, environment: { TRUST_PROXY: '1' } });
  const { confirmed, stop: stopWriting } = writers(product);
  while (confirmed.length < 50) await new Promise((resolve) => setTimeout(resolve, 20));
  const beforeBackup = confirmed.slice();
  expect(await backup(file, data_dir)).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('1 stored files') });
  const afterBackup = confirmed.length;
  while (confirmed.length < afterBackup + 50) await new Promise((resolve) => setTimeout(resolve, 20));
  await stopWriting();
  expect(afterBackup).toBeGreaterThan(beforeBackup.length);

  expect(await restore(file, data_dir)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/kitroom\.db is in use: stop the server first\.\n$/),
  });
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  expect(await stop(product)).toMatchObject({ code: 0 });

  const database = join(data_dir, 'kitroom.db');
  expect([...namesIn(database)].sort()).toEqual(confirmed.toSorted());
  writeFileSync(join(folder, 'abcd'), 'changed since');
  expect(await restore(file, data_dir, runSource)).toMatchObject({ code: 0, stderr: '' });

  const restoredNames = namesIn(database);
  expect(beforeBackup.filter((name) => !restoredNames.has(name))).toEqual([]);
  expect(restoredNames.size).toBeLessThan(confirmed.length);
  expect(readFileSync(join(folder, 'abcd'))).toEqual(Buffer.from([0, 1, 2, 255]));

  const aside = join(data_dir, readdirSync(data_dir).find((name) => name.startsWith('before-restore-')) ?? '');
  expect(namesIn(join(aside, 'kitroom.db')).size).toBe(confirmed.length);
  expect(readFileSync(join(aside, 'files', 'ab', 'abcd'), 'utf8')).toBe('changed since');

  const epoch = epochIn(database);
  const again = await start({ data_dir });
  expect(await stop(again)).toMatchObject({ code: 0, stderr: '' });
  expect(epochIn(database)).not.toBe(epoch);
});

test('a database that is restored on another machine begins a new sync epoch for the tablets', async () => {
  const data_dir = folderWithDatabase();
  const file = join(emptyFolder(), 'kitroom.backup');
  expect(await backup(file, data_dir)).toMatchObject({ code: 0 });

  const elsewhere = emptyFolder();
  expect(await restore(file, elsewhere)).toMatchObject({ code: 0, stderr: '' });
  expect(await stop(await start({ data_dir: elsewhere }))).toMatchObject({ code: 0, stderr: '' });
  expect(epochIn(join(elsewhere, 'kitroom.db'))).not.toBe(epochIn(join(data_dir, 'kitroom.db')));
});

test('a backup never overwrites a file; a file that is not a backup, is incomplete or is from a newer version is not restored', async () => {
  const data_dir = folderWithDatabase();
  const folder = emptyFolder();
  const file = join(folder, 'kitroom.backup');
  expect(await backup(file, data_dir)).toMatchObject({ code: 0 });
  expect(await backup(file, data_dir)).toMatchObject({ code: 1, stderr: `${file} exists already; name a new file.\n` });
  expect(await backup('', data_dir)).toMatchObject({ code: 1, stderr: expect.stringContaining('Usage') });

  const text = join(folder, 'a.txt');
  writeFileSync(text, 'not a backup');
  const half = join(folder, 'half.backup');
  writeFileSync(half, readFileSync(file));
  truncateSync(half, 100_000);
  for (const wrong of [text, half, join(data_dir, 'kitroom.db'), join(folder, 'nowhere')]) {
    expect(await restore(wrong, data_dir)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^[^\n]+\n$/) });
  }
  expect(readdirSync(data_dir).filter((name) => name.includes('restor'))).toEqual([]);

  const newer = new Database(file);
  newer.exec("insert into migrations (name, at) values ('9999_of_tomorrow', '2030-01-01T00:00:00.000Z')");
  newer.close();
  expect(await restore(file, data_dir)).toMatchObject({ code: 1, stderr: expect.stringContaining('newer version') });
});

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

test('a backup and the restored data are readable only by their owner; no session, link or token works after a restore', async () => {
  const data_dir = folderWithDatabase();
  const folder = join(data_dir, 'files', 'ab');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'abcd'), 'a picture', { mode: 0o644 });
  expect(await runSource('add-super', ['--email', 'jo@company.example', '--name', 'Jo Pike'], { DATA_DIR: data_dir })).toMatchObject({
    code: 0,
  });
  const database = new Database(join(data_dir, 'kitroom.db'));
  database.exec(`insert into sessions (user_id, token_hash, created_at, last_seen_at, expires_at)
    select id, 'x', '2026-11-20T09:00:00.000Z', '2026-11-20T09:00:00.000Z', '2099-01-01T00:00:00.000Z' from users;
    insert into email_changes (user_id, email, token_hash, created_at, expires_at)
    select id, 'jo.pike@company.example', 'y', '2026-11-20T09:00:00.000Z', '2099-01-01T00:00:00.000Z' from users;
    insert into api_tokens (name, token_hash, scopes, created_by, created_at)
    select 'Payroll', 'z', '["imports"]', id, '2026-11-20T09:00:00.000Z' from users;
    insert into idempotency_keys (user_id, key, request_hash, status, body, created_at)
    select id, 'k', 'h', 201, '{"token":"kitroom_x"}', '2026-11-20T09:00:00.000Z' from users;
    pragma foreign_keys = off;
    insert into size_links (order_id, employee_id, token_hash, created_at, expires_at)
    select 1, id, 'l', '2026-11-20T09:00:00.000Z', '2099-01-01T00:00:00.000Z' from users`);
  const countRows = (from: Database.Database) =>
    ['users', 'sessions', 'password_resets', 'email_changes', 'size_links', 'api_tokens where revoked_at is null'].map((table) =>
      from.prepare(`select count(*) from ${table}`).pluck().get(),
    );
  expect(countRows(database)).toEqual([1, 1, 1, 1, 1, 1]);
  database.close();

  const file = join(emptyFolder(), 'kitroom.backup');
  expect(await backup(file, data_dir)).toMatchObject({ code: 0 });
  expect(modeOf(file)).toBe('600');
  copyFileSync(file, `${file}.copied`);
  const elsewhere = emptyFolder();
  expect(await restore(`${file}.copied`, elsewhere)).toMatchObject({ code: 0, stderr: '' });
  const restoredFile = join(elsewhere, 'kitroom.db');
  expect([modeOf(restoredFile), modeOf(join(elsewhere, 'files', 'ab', 'abcd'))]).toEqual(['600', '600']);
  const after = new Database(restoredFile, { readonly: true });
  expect(countRows(after)).toEqual([1, 0, 0, 0, 0, 0]);
  expect(after.prepare('select status, body from idempotency_keys').all()).toEqual([
    { status: 409, body: expect.stringContaining('before_restore') },
  ]);
  expect(after.prepare("select before from audit where what = 'api_token.revoked'").pluck().all()).toEqual(['{"name":"Payroll"}']);
  after.close();
});

test('the backup of a damaged database fails with a message of one line, and leaves no file', async () => {
  const data_dir = folderWithDatabase();
  const path = join(data_dir, 'kitroom.db');
  const bytes = readFileSync(path);
  // Overwrites the headers and the pointers to rows in pages in the middle of the file.
  for (let page = 20; page < 60; page++) bytes.fill(0xff, page * 4096, page * 4096 + 64);
  writeFileSync(path, bytes);
  const folder = emptyFolder();
  const ending = await backup(join(folder, 'kitroom.backup'), data_dir);
  expect(ending).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^[^\n]*kitroom\.db is damaged, so no backup was made[^\n]*\n$/),
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('a restore refuses a backup in which a file name points outside the data folder, and writes nothing', async () => {
  const data_dir = folderWithDatabase();
  const file = join(emptyFolder(), 'kitroom.backup');
  expect(await backup(file, data_dir)).toMatchObject({ code: 0 });
  for (const name of ['../../stolen', '/tmp/kitroom-stolen', 'ab/../../../stolen', '..\\stolen', 'C:stolen']) {
    const crafted = new Database(file);
    crafted.exec('delete from backup_files');
    crafted.prepare('insert into backup_files (name, content) values (?, ?)').run(name, Buffer.from('stolen'));
    crafted.close();
    const elsewhere = join(emptyFolder(), 'a', 'b');
    expect(await restore(file, elsewhere)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('would be written outside the data folder'),
    });
    expect(existsSync(elsewhere)).toBe(false);
  }
  expect(existsSync('/tmp/kitroom-stolen')).toBe(false);
});
