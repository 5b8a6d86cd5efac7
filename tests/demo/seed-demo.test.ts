import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoSignIns } from '../../data/demo/sign-ins.ts';
import { rows, run } from '../../server/db/db.ts';
import { clearDemo, refuseDemoPeople } from '../../server/demo/clear-demo.ts';
import { seedDemo } from '../../server/demo/seed-demo.ts';
import { verifyStock } from '../../server/operations/verify-stock.ts';
import { statusNames } from '../../shared/ordering/order-status.ts';
import { type World, world } from '../world.ts';
import { testGraphs } from './graphs.ts';

let here: World;

beforeAll(async () => {
  here = await world();
  await seedDemo(here.services);
}, 240_000);

const count = async (what: string): Promise<number> => {
  const [row] = await rows<{ n: number }>(here.database.reader, sql.raw(`select count(*) as n from ${what}`));
  return Number(row?.n);
};

test('the demo has the promised number of each kind of record', async () => {
  expect(await count('accounts')).toBe(3);
  expect(await count('accounts where deleted_at is not null')).toBe(1);
  expect(await count('sites')).toBe(12);
  expect(await count('users where account_id is not null')).toBe(80);
  expect(await count('suppliers')).toBe(8);
  expect(await count('categories')).toBe(6);
  expect(await count('orders')).toBe(150);
  const parents = await count('products where parent_id is null');
  const skus = await count('products where parent_id is not null');
  expect([parents, skus].map((n) => Math.round(n / 50) * 50)).toEqual([50, 900]);
  expect(await count('products p where not exists (select 1 from product_media m where m.product_id = p.id)')).toBe(0);
  for (const table of ['purchase_orders', 'returns', 'notices', 'error_codes', 'return_reasons', 'notifications'])
    expect(await count(table), table).toBeGreaterThan(1);
});

test('there are orders in every status, orders on hold, orders without sizes and orders with too little stock', async () => {
  const statuses = await rows<{ status: string }>(here.database.reader, sql`select distinct status from orders`);
  expect(statuses.map(({ status }) => status).sort()).toEqual([...statusNames].sort());
  expect(await count('orders where is_frozen')).toBe(3);
  expect(await count('orders where declined_reason is not null')).toBe(2);
  expect(await count('order_lines where not is_size_selected')).toBeGreaterThan(0);
  expect(await count('stock_checks where closed_at is null')).toBeGreaterThan(0);
  expect(
    await count(`orders where status = 'submitted' and id in (select order_id from order_lines where qty_allocated between 1 and qty_requested)`),
  ).toBeGreaterThan(0);
  expect(await count('purchase_orders where approved_at is null')).toBeGreaterThan(0);
  expect(await count('purchase_orders where closed_at is not null')).toBeGreaterThan(0);
  expect(await count('purchase_orders where account_id is not null and contact_email is not null')).toBeGreaterThan(0);
  expect(await count('price_changes where done_at is null')).toBe(1);
  // No item of a cancelled purchase order is pending.
  expect(await count('purchase_orders where cancelled_at is not null')).toBeGreaterThan(0);
  const pending = 'join purchase_order_lines l on l.purchase_order_id = o.id and l.qty_received + l.qty_cancelled < l.qty_requested';
  expect(await count(`purchase_orders o ${pending} where o.cancelled_at is not null`)).toBe(0);
  expect(await count('returns where finalised_at is null')).toBeGreaterThan(0);
  expect(await count(`imports where status = 'done' and changed_rows = 7 and unchanged_rows = 5`)).toBe(1);
  expect(await count(`imports i where status = 'checked' and (select count(*) from import_faults where import_id = i.id) = 4`)).toBe(1);
});

test('verifyStock finds no discrepancy', async () => {
  expect((await here.database.snapshot(verifyStock)).discrepancies).toEqual([]);
});

test('no record is dated after today, and no email in the outbox waits to be sent', async () => {
  for (const [table, column] of [
    ['orders', 'created_at'],
    ['orders', 'status_since'],
    ['picks', 'started_at'],
    ['dispatches', 'dispatched_at'],
    ['stock_movements', 'created_at'],
    ['audit', 'at'],
  ])
    expect(await count(`${table} where ${column} > '${here.now()}'`), `${table}.${column}`).toBe(0);
  expect(await count('outbox where sent_at is null')).toBe(0);
});

test.each(demoSignIns.items)('$email can sign in with the password of the demo', async ({ email }) => {
  const { status, body } = await here.anyone.post('/api/auth/login', { email, password: demoSignIns.password });
  expect(status).toBe(200);
  expect(body.token).toBeTruthy();
});

test('each person of the demo who may see orders sees at least two orders', async () => {
  for (const { email } of demoSignIns.items.filter((one) => !one.email.startsWith('embroiderer'))) {
    const { body } = await here.anyone.post('/api/auth/login', { email, password: demoSignIns.password });
    const path = email.endsWith('@kitroom.test') ? '/api/admin/orders' : '/api/orders';
    const answer = await here.app.request(path, { headers: { Authorization: `Bearer ${body.token}` } });
    expect(((await answer.json()) as { total: number }).total, email).toBeGreaterThan(1);
  }
});

test('a picture of the first product is served', async () => {
  const caller = await here.signIn({ id: 1, role: 'super' });
  const [file] = await rows<{ hash: string }>(here.database.reader, sql`select hash from files where type = 'image/svg+xml' order by id limit 1`);
  const answer = await caller.raw(`/files/${file?.hash}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toBe('image/svg+xml');
  expect(await answer.text()).toMatch(/^<svg /);
});

describe('the graphs of the homepage', () => testGraphs(() => here));

test('seeding the demo is refused if the database is not empty, and changes nothing', async () => {
  await expect(seedDemo(here.services)).rejects.toThrow('not empty');
  expect(await count('orders')).toBe(150);
});

test('after the demo is cleared, the demo’s people cannot sign in and its clients are archived; orders and stock stay', async () => {
  await expect(refuseDemoPeople(here.database.reader)).rejects.toThrow('npm run clear-demo');
  const movements = await count('stock_movements');
  // Somebody uses the demo's super with an email address of their own, but still with the demo's password.
  const first = 'super@kitroom.test';
  const own = 'boss@company.example';
  await here.database.unitOfWork((db) => run(db, sql`update users set email = ${own} where email = ${first}`));
  const { people, clients, staying } = await clearDemo(here.database, here.now());
  expect([people > demoSignIns.items.length, clients, staying]).toEqual([true, 2, [own]]);
  await refuseDemoPeople(here.database.reader);
  expect(await count(`users where deleted_at is null and email = '${own}'`)).toBe(1);
  for (const email of [own, ...demoSignIns.items.map((one) => one.email)])
    expect((await here.anyone.post('/api/auth/login', { email, password: demoSignIns.password })).status, email).not.toBe(200);
  expect(await count('users where deleted_at is null and (password_hash is not null or pin_hash is not null)')).toBe(0);
  for (const table of ['sessions', 'password_resets', 'size_links']) expect(await count(table), table).toBe(0);
  expect([await count('orders'), await count('stock_movements')]).toEqual([150, movements]);
  expect((await here.database.snapshot(verifyStock)).discrepancies).toEqual([]);
  expect(await count("audit where what = 'demo.cleared'")).toBe(1);
});
