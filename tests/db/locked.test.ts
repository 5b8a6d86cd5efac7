import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../server/db/db.ts';
import { type Caller, type World, world } from '../world.ts';

const isSqlite = !/^postgres/.test(process.env.DATABASE_URL ?? '');

/** The program of a process that locks an SQLite file for writing until its standard input ends. */
const otherWriter = `
  const writer = new (require('better-sqlite3'))(process.argv[1]);
  writer.exec('BEGIN IMMEDIATE');
  console.log('locked');
  process.stdin.resume().on('end', () => writer.exec('COMMIT'));
`;

describe.runIf(isSqlite)('while another process writes to the SQLite file', () => {
  let w: World;
  let office: Caller;
  beforeAll(async () => {
    w = await world();
    office = await w.as('super');
  });

  const releases: (() => Promise<unknown>)[] = [];
  afterAll(() => Promise.all(releases.map((release) => release())));
  /** Locks the file in another process until the returned function is called. */
  const lock = async (): Promise<() => Promise<unknown>> => {
    const other = spawn(process.execPath, ['-e', otherWriter, w.services.settings.database_url], { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(other, 'exit');
    await once(other.stdout, 'data');
    const release = () => {
      other.stdin.end();
      return ended;
    };
    releases.push(release);
    return release;
  };
  /** Returns the promise with `isPending`, which is true until the promise settles. */
  const watch = <Result>(result: Promise<Result>) => {
    const watched = { result, isPending: true };
    const settle = () => {
      watched.isPending = false;
    };
    result.then(settle, settle);
    return watched;
  };
  const count = ({ id }: { id: number }, value: number) => office.put(`/api/admin/products/${id}`, { field: 'qty_available', value });
  const counted = async ({ id }: { id: number }): Promise<number> => (await office.get(`/api/admin/products/${id}`)).body.qty_available;

  test('reads are answered at once; writes wait until the other process has finished writing, and are then carried out', async () => {
    const [one, two, three] = [await w.product(), await w.product(), await w.product()];
    const release = await lock();
    const writes = [watch(count(one, 1)), watch(count(two, 2))];
    // Before each read, the event loop takes a turn, in which the writes try to begin.
    for (let read = 0; read < 50; read++) {
      await setImmediate();
      expect(await counted(one)).toBe(0);
    }
    writes.push(watch(count(three, 3)));
    expect(await counted(three)).toBe(0);
    expect(writes.map(({ isPending }) => isPending)).toEqual([true, true, true]);
    await release();
    for (const { result } of writes) expect(await result).toMatchObject({ status: 200 });
    expect([await counted(one), await counted(two), await counted(three)]).toEqual([1, 2, 3]);
  });

  test('writes that wait too long get 503 with Retry-After and change nothing, and later writes are carried out', async () => {
    const [one, two] = [await w.product(), await w.product()];
    const release = await lock();
    const writes = [count(one, 1), count(two, 2)];
    for (const { status, body, headers } of await Promise.all(writes)) {
      expect({ status, body }).toEqual({ status: 503, body: { message: expect.any(String), request_id: expect.any(String) } });
      expect(headers.get('Retry-After')).toMatch(/^\d+$/);
    }
    const later = watch(count(one, 3));
    expect([await counted(one), await counted(two)]).toEqual([0, 0]);
    expect(later.isPending).toBe(true);
    await release();
    expect(await later.result).toMatchObject({ status: 200 });
    expect([await counted(one), await counted(two)]).toEqual([3, 0]);
  });

  test('a migration waits until the other process has finished writing', async () => {
    const release = await lock();
    const migration = watch(w.database.restructure((db) => run(db, sql`create table nothings (id integer primary key)`)));
    for (let read = 0; read < 50; read++) {
      await setImmediate();
      expect((await office.get('/api/auth/me')).status).toBe(200);
    }
    expect(migration.isPending).toBe(true);
    await release();
    await migration.result;
    await w.database.unitOfWork((db) => run(db, sql`drop table nothings`));
  });
});
