import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { type Ending, emptyFolder, folderWithDatabase, launch, start, stop } from './product.ts';

/** Root may write to every file. The tests drop this right, so that file modes apply. */
const obeyingModes = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--'] : [];

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

function expectOneLine(ending: Ending, saying: RegExp): void {
  expect(ending).toMatchObject({ code: 1, stderr: expect.stringMatching(saying) });
  expect(ending.stderr.trim().split('\n')).toHaveLength(1);
}

const integrity = (file: string): unknown => {
  const database = new Database(file, { readonly: true });
  try {
    return database.pragma('integrity_check', { simple: true });
  } finally {
    database.close();
  }
};

test('a missing database is created', async () => {
  const data_dir = emptyFolder();
  expect(await stop(await start({ data_dir }))).toMatchObject({ code: 0 });
  const database = join(data_dir, 'kitroom.db');
  expect(existsSync(database)).toBe(true);
  expect(integrity(database)).toBe('ok');
});

test('the server does not start with a read-only database, and does not change the database', async () => {
  const data_dir = folderWithDatabase();
  const database = join(data_dir, 'kitroom.db');
  chmodSync(database, 0o444);
  chmodSync(data_dir, 0o555);
  const [before, files] = [hashOf(database), readdirSync(data_dir)];
  const ending = await (await launch({ data_dir, inside: obeyingModes })).ended;
  chmodSync(data_dir, 0o755);
  expectOneLine(ending, /kitroom\.db is read-only/);
  expect(hashOf(database)).toBe(before);
  expect(readdirSync(data_dir)).toEqual(files);
});

test('the server does not start in a folder in which it cannot create a database', async () => {
  const data_dir = emptyFolder();
  chmodSync(data_dir, 0o555);
  const ending = await (await launch({ data_dir, inside: obeyingModes })).ended;
  chmodSync(data_dir, 0o755);
  expectOneLine(ending, /kitroom\.db/);
});

test('the server does not start with a file that is not a database, and does not change the file', async () => {
  const data_dir = emptyFolder();
  const ending = await (await launch({ data_dir, environment: { DATABASE_URL: join(import.meta.dirname, 'bad-luck.test.ts') } })).ended;
  expectOneLine(ending, /bad-luck\.test\.ts is not a database/);
  expect(readFileSync(import.meta.filename, 'utf8')).toContain('is left alone');
});

test('the server does not start with the database of a newer version, and does not change the database', async () => {
  const data_dir = folderWithDatabase();
  const database = join(data_dir, 'kitroom.db');
  const newer = new Database(database);
  newer.exec("insert into migrations (name, at) values ('9999_of_tomorrow', '2030-01-01T00:00:00.000Z')");
  newer.pragma('journal_mode = DELETE');
  newer.close();
  expectOneLine(await (await launch({ data_dir })).ended, /newer version.*9999_of_tomorrow/);
  const after = new Database(database, { readonly: true });
  expect(after.prepare('select count(*) as n from migrations where name = ?').get('9999_of_tomorrow')).toEqual({ n: 1 });
  after.close();
  expect(integrity(database)).toBe('ok');
});

test('the server does not start if PostgreSQL cannot be reached', async () => {
  const nobodyThere = `postgres://kitroom@127.0.0.1:${await freePort()}/kitroom`;
  expectOneLine(
    await (await launch({ data_dir: emptyFolder(), environment: { DATABASE_URL: nobodyThere } })).ended,
    /the database postgres:\/\/127\.0\.0\.1:\d+\/kitroom cannot be reached/,
  );
});

test('the server does not start if its port is in use, and names the port', async () => {
  const other = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  const ending = await (await launch({ data_dir: emptyFolder(), environment: { PORT: String(port) } })).ended;
  await new Promise((resolve) => other.close(resolve));
  expectOneLine(ending, new RegExp(`port ${port} is taken`));
});

const unusable: [string, string][] = [
  ['PORT', 'eighty'],
  ['VAT_RATE', '120'],
  ['SMTP_URL', 'mail.example'],
  ['TLS_CERT', 'only.pem'],
  ['LOG_LEVEL', 'loud'],
];

test.each(unusable)('the server does not start with an invalid setting, and names the setting: %s=%s', async (name, value) => {
  const data_dir = emptyFolder();
  expectOneLine(await (await launch({ data_dir, environment: { [name]: value } })).ended, new RegExp(name));
  expect(readdirSync(data_dir)).toEqual([]);
});
