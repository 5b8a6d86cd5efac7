import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { announce, type Database, openDatabase, rows, run } from '../../server/db/db.ts';
import { isUnavailable } from '../../server/db/faults.ts';
import { type Caller, type World, world } from '../world.ts';

// The pool has one connection, and the time limits are short enough for a test to wait.
process.env.DATABASE_POOL = '1';
process.env.DATABASE_LOCK_TIMEOUT = '1';
process.env.DATABASE_STATEMENT_TIMEOUT = '2';
process.env.DATABASE_IDLE_TIMEOUT = '1';

const isPostgres = /^postgres/.test(process.env.DATABASE_URL ?? '');
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe.runIf(isPostgres)('on PostgreSQL', () => {
  let w: World;
  let office: Caller;
  let product: { id: number };
  let operator: pg.Client;
  beforeAll(async () => {
    w = await world();
    office = await w.as('super');
    product = await w.product();
    operator = new pg.Client(process.env.DATABASE_URL);
    await operator.connect();
  });
  afterAll(() => operator.end());

  const count = (value: number) => office.put(`/api/admin/products/${product.id}`, { field: 'qty_available', value });
  /** Ends every other connection to this database, as a restart of the server or a failover does. */
  const breakConnections = () =>
    operator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');
  /** Locks the product's stock until the returned function is called. */
  const lockStock = async (): Promise<() => Promise<unknown>> => {
    await operator.query('begin');
    await operator.query('select 1 from products where id = $1 for update', [product.id]);
    await operator.query('select 1 from stock_levels where product_id = $1 for update', [product.id]);
    return () => operator.query('rollback');
  };
  const unavailable = { status: 503, body: { message: expect.any(String), request_id: expect.any(String) } };

  test('a request whose connection breaks inside a transaction gets 503 with Retry-After, and the next request succeeds', async () => {
    expect((await count(5)).status).toBe(200);
    const release = await lockStock();
    const counting = count(6);
    await pause(300);
    await breakConnections();
    const answer = await counting;
    expect(answer).toMatchObject(unavailable);
    expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/);
    await release();
    expect(await count(7)).toMatchObject({ status: 200, body: { qty_available: 7 } });
  });

  test('a transaction whose connection breaks between two statements is rolled back, and the process goes on', async () => {
    const unit = w.database.unitOfWork(async (db) => {
      await run(db, sql`update products set name = 'half done' where id = ${product.id}`);
      await breakConnections();
      await pause(100);
      await run(db, sql`update products set name = 'done' where id = ${product.id}`);
    });
    expect(isUnavailable(await unit.catch((error: unknown) => error))).toBe(true);
    const [storedProduct] = await rows<{ name: string }>(w.database.reader, sql`select name from products where id = ${product.id}`);
    expect(storedProduct?.name).not.toMatch(/done/);
  });

  test('a request that waits for a lock longer than the setting allows gets 503', async () => {
    const release = await lockStock();
    expect(await count(8)).toMatchObject(unavailable);
    await release();
    expect((await count(8)).status).toBe(200);
  });

  /** Calls `work` with a database that has its own connections and the same settings, so that tests can wait at the same time. */
  const onOwnConnection = async <Result>(work: (database: Database) => Promise<Result>): Promise<Result> => {
    const { database_url, postgres } = w.services.settings;
    const database = await openDatabase(database_url, postgres);
    return work(database).finally(() => database.close());
  };

  test.concurrent('a statement that takes longer than the setting allows is ended, except in a migration', async () => {
    const [error] = await Promise.all([
      onOwnConnection(({ reader }) => rows(reader, sql`select pg_sleep(3)`)).catch((fault: unknown) => fault),
      onOwnConnection(({ restructure }) => restructure((db) => run(db, sql`select pg_sleep(2.2)`))),
    ]);
    expect(isUnavailable(error)).toBe(true);
  });

  test.concurrent('a transaction that is idle for too long is ended and loses its locks', async () => {
    const unit = onOwnConnection(({ unitOfWork }) =>
      unitOfWork(async (db) => {
        await run(db, sql`select 1 from products where id = ${product.id} for update`);
        await pause(1500);
        await run(db, sql`select 1`);
      }),
    );
    expect(isUnavailable(await unit.catch((error: unknown) => error))).toBe(true);
    expect((await count(9)).status).toBe(200);
  });

  test('a unit of work that ignores a failed statement is rejected, not reported as committed', async () => {
    const unit = w.database.unitOfWork((db) => run(db, sql`select 1 / 0`).catch(() => {}));
    await expect(unit).rejects.toThrow('after one of its statements had failed');
  });

  test('subscriptions have a connection outside the pool, and receive announcements again after this connection was lost', async () => {
    const announcements: Record<string, string[]> = { kitroom_one: [], kitroom_two: [] };
    let missCount = 0;
    for (const [channel, messages] of Object.entries(announcements))
      await w.database.subscribe(
        channel,
        (message) => messages.push(message),
        () => missCount++,
      );
    const say = () =>
      w.database.unitOfWork(async (db) => {
        for (const channel of Object.keys(announcements)) await announce(db, channel, 'news');
      });
    await say();
    await expect.poll(() => announcements, { timeout: 5000 }).toEqual({ kitroom_one: ['news'], kitroom_two: ['news'] });
    expect((await count(10)).status).toBe(200);

    await breakConnections();
    await expect.poll(() => missCount, { timeout: 5000 }).toBeGreaterThanOrEqual(2);
    await say();
    await expect.poll(() => announcements, { timeout: 5000 }).toEqual({ kitroom_one: ['news', 'news'], kitroom_two: ['news', 'news'] });
  });
});
