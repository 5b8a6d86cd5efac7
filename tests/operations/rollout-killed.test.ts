import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openSession } from '../../server/auth/login.ts';
import { openDatabase } from '../../server/db/db.ts';
import { recordedSizes, userClothingSets, userSites, users } from '../../server/db/tables/index.ts';
import { insertMany } from '../../server/db/write-many.ts';
import { builders } from '../builders.ts';
import { folderWithDatabase, type Product, start, stop } from './product.ts';

const PEOPLE = 400;
/** How often the server is killed; `KILLS` in the environment sets another number. */
const KILLS = Number(process.env.KILLS ?? 4);

/** Fills a data folder with a client of many people whose sizes are on file, at two sites. */
async function client(data_dir: string) {
  const database = await openDatabase(join(data_dir, 'kitroom.db'));
  const now = new Date();
  const build = builders(database, () => now.toISOString());
  const boss = await build.user('super');
  const account = await build.account();
  const sites = [await build.site(account.id), await build.site(account.id)];
  const { parent, children } = await build.style(['M']);
  const set = await build.clothingSet(account.id, { products: [{ product_id: parent.id }] });
  const first = await build.user('employee', { account_id: account.id });
  const { token } = await database.unitOfWork(async (db) => {
    const ids = Array.from({ length: PEOPLE }, (_, n) => first.id + 1 + n);
    const created_at = now.toISOString();
    await insertMany(
      db,
      users,
      ids.map((id) => ({ id, account_id: account.id, role: 'employee' as const, forenames: 'Person', surname: `Number ${id}`, created_at })),
    );
    await insertMany(
      db,
      userSites,
      ids.map((user_id) => ({ user_id, site_id: sites[user_id % 2]?.id ?? 0 })),
    );
    await insertMany(
      db,
      userClothingSets,
      ids.map((user_id) => ({ user_id, clothing_set_id: set.id })),
    );
    await insertMany(
      db,
      recordedSizes,
      ids.map((user_id) => ({
        user_id,
        style_id: parent.id,
        account_id: account.id,
        product_id: children[0]?.id ?? 0,
        recorded_by: boss.id,
        recorded_at: created_at,
      })),
    );
    return openSession(db, boss, now, {});
  });
  await database.close();
  return { token, account_id: account.id, style: parent.id, ids: Array.from({ length: PEOPLE }, (_, n) => first.id + 1 + n) };
}

test.each(['wearer', 'site'])(
  'a roll-out with orders per %s whose server is killed at random orders for each person once',
  { timeout: 300_000 },
  async (order_per) => {
    const data_dir = folderWithDatabase();
    const { token, account_id, style, ids } = await client(data_dir);
    const connection = new Database(join(data_dir, 'kitroom.db'), { readonly: true });
    const figures = connection.prepare(`select (select count(*) from rollout_people where ordered_at is not null) as ordered,
    (select coalesce(max(run_done), 0) from rollouts) as done, (select count(*) from order_lines) as lines,
    (select count(distinct employee_id) from order_lines) as wearers, (select coalesce(max(is_running), 0) from rollouts) as running,
    (select count(*) from rollout_people where not is_prepared) as unprepared, (select count(*) from orders where is_frozen) as frozen`);
    type Figures = Record<'ordered' | 'done' | 'lines' | 'wearers' | 'running' | 'unprepared' | 'frozen', number>;
    const read = () => figures.get() as Figures;
    const wait = () => new Promise((resolve) => setTimeout(resolve, 1));
    const until = async (isReached: () => boolean) => {
      while (!isReached()) await wait();
    };
    let product: Product = await start({ data_dir });
    const post = async (path: string, body: unknown) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await fetch(`${product.url}/api/accounts/${account_id}/rollouts${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
      return { status: response.status, body: (await response.json()) as any };
    };
    const made = await post('', {
      name: 'Winter kit',
      deadline: '2999-12-31',
      people: { ids },
      kit: { lines: [{ product_id: style, quantity: 1 }] },
      order_per,
    });
    expect(made.status).toBe(201);
    await until(() => read().unprepared === 0);
    const { orders } = (await post(`/${made.body.id}/preview`, {})).body;
    expect((await post(`/${made.body.id}/submit`, { confirm: orders })).status).toBe(202);
    for (let kill = 1; kill <= KILLS; kill++) {
      const from = read().ordered;
      await until(() => read().ordered > from || read().running === 0);
      product.kill('SIGKILL');
      await product.ended;
      const { ordered, done, lines, wearers } = read();
      // Each part is stored as a whole: the people, their lines and the progress agree.
      expect([done, lines, wearers]).toEqual([ordered, ordered, ordered]);
      product = await start({ data_dir });
    }
    await until(() => read().running === 0);
    expect(read()).toMatchObject({ ordered: PEOPLE, done: PEOPLE, lines: PEOPLE, wearers: PEOPLE, frozen: 0 });
    connection.close();
    await stop(product);
  },
);
