import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { openSession } from '../../server/auth/login.ts';
import { openDatabase } from '../../server/db/db.ts';
import { builders } from '../builders.ts';
import { folderWithDatabase, start, stop } from './product.ts';

const SKUS = 6000;
const KILLS = 3;
/** The number of prices that change before the next kill: a small part of all, so that even a late kill comes before the last price. */
const STEP = 500;

/** Fills a data folder with a style of many SKUs at £10.00. Returns the style's id and the token of a super. */
async function catalogue(data_dir: string): Promise<{ style_id: number; token: string }> {
  const file = join(data_dir, 'kitroom.db');
  const database = await openDatabase(file);
  const now = new Date();
  const build = builders(database, () => now.toISOString());
  const boss = await build.user('super');
  const style = await build.product({ sku: 'MANY', price: 1000 });
  const { token } = await database.unitOfWork((db) => openSession(db, boss, now, {}));
  await database.close();
  const connection = new Database(file);
  const columns = (connection.prepare('select name from pragma_table_info(?)').pluck().all('products') as string[]).filter(
    (name) => !['id', 'sku', 'parent_id', 'barcode'].includes(name),
  );
  connection
    .prepare(
      `with recursive n(n) as (select 1 union all select n + 1 from n where n < ?)
       insert into products (sku, parent_id, ${columns}) select 'MANY-' || n.n, id, ${columns} from products, n where id = ?`,
    )
    .run(SKUS, style.id);
  connection.close();
  return { style_id: style.id, token };
}

test('a price change whose server is killed several times changes each price exactly once', async () => {
  const data_dir = folderWithDatabase();
  const { style_id, token } = await catalogue(data_dir);
  let product = await start({ data_dir });
  const response = await fetch(`${product.url}/api/admin/price-changes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ product_ids: [style_id], field: 'price', percent: 10 }),
  });
  expect([response.status, await response.json()]).toMatchObject([201, { count: SKUS + 1 }]);

  const connection = new Database(join(data_dir, 'kitroom.db'), { readonly: true });
  const state = connection.prepare('select progress, done_at from price_changes');
  const read = () => state.get() as { progress: number; done_at: string | null };
  const changed = connection.prepare('select count(*) from products where price = 1100').pluck();
  let kills = 0;
  for (let from = 0; ; ) {
    await vi.waitUntil(() => read().done_at !== null || (kills < KILLS && read().progress >= from + STEP), { timeout: 30_000, interval: 1 });
    if (read().done_at) break;
    product.kill('SIGKILL');
    await product.ended;
    kills += 1;
    const { progress } = read();
    expect(progress).toBeGreaterThan(from);
    // The progress is exactly the number of changed prices.
    expect(changed.get()).toBe(progress);
    from = progress;
    product = await start({ data_dir });
  }
  expect(kills).toBeGreaterThan(1);
  expect(connection.prepare('select distinct price from products').pluck().all()).toEqual([1100]);
  const events = connection.prepare(`select count(*) as events, count(distinct on_id) as products from audit where what = 'product.changed'`);
  expect(events.get()).toEqual({ events: SKUS + 1, products: SKUS + 1 });
  connection.close();
  expect((await stop(product)).code).toBe(0);
}, 180_000);
