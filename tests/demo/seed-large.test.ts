import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../../server/core/settings.ts';
import { type Database, openDatabase, rows } from '../../server/db/db.ts';
import { orders, sites } from '../../server/db/tables/index.ts';
import { seedLarge } from '../../server/demo/large/seed-large.ts';
import { orderFacts } from '../../server/orders/order-facts.ts';
import { type OrderFacts, orderStatus } from '../../shared/ordering/order-status.ts';

const scale = { accounts: 6, wearers: 240, skus: 1000, orders: 800 };
let database: Database;

beforeAll(async () => {
  const settings = readSettings(process.env);
  await seedLarge(settings.database_url, settings.DATA_DIR, scale, new Date('2026-11-20T09:00:00.000Z'));
  database = await openDatabase(settings.database_url);
});
afterAll(() => database.close());

const count = async (table: string): Promise<number> => {
  const [row] = await rows<{ n: number }>(database.reader, sql.raw(`select count(*) as n from ${table}`));
  return Number(row?.n);
};

test('the database has the requested number of each kind of record', async () => {
  expect(await count('accounts')).toBe(6);
  expect(await count('users where account_id is not null')).toBe(240);
  expect(await count('products where parent_id is not null')).toBe(1000);
  expect(await count('orders')).toBe(800);
  expect(await count('order_lines')).toBe(3200);
});

test('stock levels are the sums of the ledger, and allocated quantities are the sums of the lines', async () => {
  const wrong = await rows(
    database.reader,
    sql`select product_id from stock_levels
      where qty_available <> (select coalesce(sum(qty), 0) from stock_movements m where m.product_id = stock_levels.product_id)
        or qty_allocated <> (select coalesce(sum(qty_allocated), 0) from order_lines l where l.product_id = stock_levels.product_id)`,
  );
  expect(wrong).toEqual([]);
});

test('the stored status of each order equals the status computed from its facts', async () => {
  const all = await database.reader.select({ id: orders.id }).from(orders);
  const facts = await orderFacts(
    database.reader,
    all.map(({ id }) => id),
  );
  expect(facts).toHaveLength(800);
  expect(facts.filter((one) => one.status !== orderStatus(one as OrderFacts))).toEqual([]);
});

test('no row refers to a missing row, and the tally of orders is right', async () => {
  for (const [child, column, parent] of [
    ['order_lines', 'order_id', 'orders'],
    ['order_lines', 'product_id', 'products'],
    ['order_lines', 'employee_role_id', 'employee_roles'],
    ['pick_lines', 'pick_id', 'picks'],
    ['dispatch_lines', 'order_line_id', 'order_lines'],
    ['product_media', 'file_id', 'files'],
    ['returns', 'order_id', 'orders'],
  ]) {
    expect(
      await count(`${child} c left join ${parent} p on p.id = c.${column} where p.id is null and c.${column} is not null`),
      `${child}.${column}`,
    ).toBe(0);
  }
  const [tally] = await rows<{ n: number }>(database.reader, sql`select sum(n) as n from order_tally`);
  expect(Number(tally?.n)).toBe(800);
});

test('rows that are added later get new ids', async () => {
  const [site] = await rows<{ id: number }>(database.reader, sql`select max(id) as id from sites`);
  const [added] = await database.unitOfWork((db) =>
    db
      .insert(sites)
      .values({
        account_id: 1,
        name: 'New',
        delivery_address: { address_line_1: '1 Mill Lane', postcode: 'LS1 4AP' },
        created_at: '2026-11-20T09:00:00.000Z',
      })
      .returning({ id: sites.id }),
  );
  expect(added?.id).toBe(Number(site?.id) + 1);
});

test('the seeded spend tally equals the tally that the triggers would have computed', async () => {
  expect(await count('spend_tally')).toBeGreaterThan(1000);
  const wrong = await rows(
    database.reader,
    sql`select kind, of_id, period, key_id from (
        select kind, of_id, period, key_id, n, spent, returned from spend_sums
        union all select kind, of_id, period, key_id, -n, -spent, -returned from spend_notes
      ) as both_ways group by kind, of_id, period, key_id having sum(n) <> 0 or sum(spent) <> 0 or sum(returned) <> 0`,
  );
  expect(wrong).toEqual([]);
});
