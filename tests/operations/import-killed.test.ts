import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openSession } from '../../server/auth/login.ts';
import { openDatabase } from '../../server/db/db.ts';
import { builders } from '../builders.ts';
import { formOf } from '../imports/form-of.ts';
import { folderWithDatabase, type Product, start, stop } from './product.ts';

const SKUS = 3000;
/** How often the server is killed in each direction; `KILLS` in the environment sets another number. */
const KILLS = Number(process.env.KILLS ?? 3);

/** Fills a data folder with SKUs without stock. Returns the token of a super. */
async function warehouse(data_dir: string): Promise<string> {
  const file = join(data_dir, 'kitroom.db');
  const database = await openDatabase(file);
  const now = new Date();
  const build = builders(database, () => now.toISOString());
  const boss = await build.user('super');
  await build.product({ sku: 'ANY-0' });
  const { token } = await database.unitOfWork((db) => openSession(db, boss, now, {}));
  await database.close();
  const connection = new Database(file);
  const columns = (connection.prepare('select name from pragma_table_info(?)').pluck().all('products') as string[]).filter(
    (name) => !['id', 'sku', 'barcode'].includes(name),
  );
  connection
    .prepare(
      `with recursive n(n) as (select 1 union all select n + 1 from n where n < ?)
       insert into products (sku, ${columns}) select 'ANY-' || n.n, ${columns} from products, n where sku = 'ANY-0'`,
    )
    .run(SKUS - 1);
  connection.close();
  return token;
}

test('an import whose server is killed at random writes each row once, and its rollback reverses each row once', { timeout: 600_000 }, async () => {
  const data_dir = folderWithDatabase();
  const token = await warehouse(data_dir);
  const headers = { authorization: `Bearer ${token}` };
  const connection = new Database(join(data_dir, 'kitroom.db'), { readonly: true });
  const levels = connection.prepare(
    `select coalesce(sum(qty_available), 0) as items, coalesce(max(qty_available), 0) as most, (select count(*) from stock_movements) as movements,
     (select count(*) from import_changes) as changes, (select count(*) from import_changes where rollback = 'undone') as undone,
     (select current_line from imports) as line, (select status from imports) as status from stock_levels`,
  );
  type Levels = { items: number; most: number; movements: number; changes: number; undone: number; line: number; status: string };
  let last: { version: unknown; levels: Levels } | undefined;
  /** Returns the figures of the import. They are read again only if the server has written since the last call. */
  const read = (): Levels => {
    const version = connection.pragma('data_version', { simple: true });
    if (!last || last.version !== version) last = { version, levels: levels.get() as Levels };
    return last.levels;
  };
  const wait = () => new Promise((resolve) => setTimeout(resolve, 1));
  /** Waits until `figure` has grown by a random number of rows or reached the last row, then kills the server and starts it again. */
  const killAfter = async (product: Product, figure: () => number): Promise<Product> => {
    const until = figure() + 1 + Math.floor(Math.random() * (SKUS / (KILLS + 1)));
    const isOver = () => figure() >= SKUS;
    while (figure() < until && !isOver()) await wait();
    product.kill('SIGKILL');
    await product.ended;
    return start({ data_dir });
  };

  let product = await start({ data_dir });
  const rows = [['sku', 'change'], ...Array.from({ length: SKUS }, (_, n) => [`ANY-${n}`, '+1'])];
  const upload = await fetch(`${product.url}/api/admin/imports`, { method: 'POST', headers, body: formOf({ type: 'stock', rows }) });
  const { id } = (await upload.json()) as { id: number };
  const post = (path: string) =>
    fetch(`${product.url}/api/admin/imports/${id}/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    }).catch(() => null);
  expect((await post('run'))?.status).toBe(202);
  for (let kill = 0; kill < KILLS; kill++) {
    product = await killAfter(product, () => read().changes);
    const { items, most, movements, changes, line } = read();
    // The rows that the import counts as written are exactly the written rows.
    if (changes) expect([items, movements, changes]).toEqual([line, line, line]);
    else expect([items, movements]).toEqual([0, 0]);
    expect(most).toBeLessThanOrEqual(1);
  }
  while (read().status !== 'done') await wait();
  expect(read()).toMatchObject({ items: SKUS, most: 1, movements: SKUS, changes: SKUS });

  for (let kill = 0; kill < KILLS; kill++) {
    const call = post('rollback');
    product = await killAfter(product, () => read().undone);
    await call;
    const { items, undone, movements } = read();
    expect([SKUS - items, movements - SKUS]).toEqual([undone, undone]);
  }
  // The killed server sent no response, so the rollback is requested again, unless the job has already finished it.
  if (read().status !== 'reverted') expect([200, 409]).toContain((await post('rollback'))?.status);
  expect(read()).toMatchObject({ status: 'reverted', items: 0, undone: SKUS, movements: 2 * SKUS });
  connection.close();
  await stop(product);
});
