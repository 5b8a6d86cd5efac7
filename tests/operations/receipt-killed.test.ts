import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openSession } from '../../server/auth/login.ts';
import { openDatabase } from '../../server/db/db.ts';
import { orderEmployees, orderLines, orders, purchaseOrderLines, purchaseOrders } from '../../server/db/tables/index.ts';
import { verifyStock } from '../../server/operations/verify-stock.ts';
import { builders } from '../builders.ts';
import { folderWithDatabase, start, stop } from './product.ts';

/** The number of lines of the purchase order. `WANTED`: for each line, the number of items that an order waits for. */
const LINES = 100;
const WANTED = 15;
/** The number of deliveries that are sent before the server is killed. */
const DELIVERIES = 20;

/** Fills a data folder with a purchase order and an order that waits for every line of it. Returns ids and the token of a super. */
async function delivery(data_dir: string) {
  const database = await openDatabase(join(data_dir, 'kitroom.db'));
  const now = new Date();
  const at = now.toISOString();
  const build = builders(database, () => at);
  const account = await build.account();
  const site = await build.site(account.id);
  const requester = await build.user('client_admin', { account_id: account.id, sites: [site.id] });
  const boss = await build.user('super');
  const supplier = await build.supplier();
  const skus: Awaited<ReturnType<typeof build.product>>[] = [];
  while (skus.length < LINES) skus.push(await build.product({ sku: `BOX-${skus.length}` }));
  const made = await database.unitOfWork(async (db) => {
    const who = { account_id: account.id, creator_id: requester.id, requester_id: requester.id, delivery_site_id: site.id };
    const [order] = await db
      .insert(orders)
      .values({
        uuid: randomUUID(),
        ...who,
        submitted_at: at,
        status: 'submitted',
        status_since: at,
        created_at: at,
        delivery_address: { address_line_1: '1 Mill Lane', postcode: 'LS1 4AP' },
      })
      .returning();
    if (!order) throw new Error('No order was made');
    await db.insert(orderEmployees).values({ order_id: order.id, employee_id: requester.id });
    await db.insert(orderLines).values(
      skus.map(({ id: product_id, name: product_name }) => ({
        order_id: order.id,
        employee_id: requester.id,
        product_id,
        product_name,
        qty_requested: WANTED,
        unit_price: 1000,
        vat_rate: 20,
        is_size_selected: true,
        created_at: at,
      })),
    );
    const [bought] = await db
      .insert(purchaseOrders)
      .values({ our_reference: 'BOUGHT', supplier_id: supplier.id, created_at: at, approved_at: at })
      .returning();
    if (!bought) throw new Error('No purchase order was made');
    const lines = await db
      .insert(purchaseOrderLines)
      .values(
        skus.map(({ id: product_id }) => ({ purchase_order_id: bought.id, product_id, qty_requested: 100, unit_price_tenths: 5000, is_open: true })),
      )
      .returning({ id: purchaseOrderLines.id });
    return { bought: bought.id, lines: lines.map(({ id }) => id) };
  });
  const { token } = await database.unitOfWork((db) => openSession(db, boss, now, {}));
  await database.close();
  return { ...made, token };
}

test('a receipt whose server is killed stores both the items and their allocation, or neither', async () => {
  const data_dir = folderWithDatabase();
  const { bought, lines, token } = await delivery(data_dir);
  const file = join(data_dir, 'kitroom.db');
  const connection = new Database(file, { readonly: true });
  const figures = connection.prepare(`select
    (select count(*) from receipts) as receipts,
    (select coalesce(sum(qty), 0) from receipt_lines) as received,
    (select coalesce(sum(qty_received), 0) from purchase_order_lines) as ordered,
    (select coalesce(sum(qty), 0) from stock_movements) as moved,
    (select coalesce(sum(qty_available), 0) from stock_levels) as available,
    (select coalesce(sum(qty), 0) from receipt_allocations) as given,
    (select coalesce(sum(qty_allocated), 0) from stock_levels) as promised,
    (select coalesce(sum(qty_allocated), 0) from order_lines) as allocated`);
  const receipts = connection.prepare<[], number>('select count(*) from receipts').pluck();
  const counted = () => receipts.get() ?? 0;
  const expected = (receipts: number) => {
    const [received, given] = [receipts * LINES, Math.min(receipts, WANTED) * LINES];
    return { receipts, received, ordered: received, moved: received, available: received, given, promised: given, allocated: given };
  };
  const body = JSON.stringify({ lines: lines.map((id) => ({ id, qty_new: 1 })) });
  const receive = async (url: string, key: string): Promise<number | null> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key };
    const response = await fetch(`${url}/api/admin/purchase-orders/${bought}`, { method: 'PUT', headers, body }).catch(() => null);
    return response?.status ?? null;
  };
  /** The keys of the deliveries that were sent. `answered` counts the responses that came before a kill. */
  const keys: string[] = [];
  let answered = 0;
  for (const deliveries of [2, 4]) {
    const product = await start({ data_dir });
    const before = counted();
    const sent = Array.from({ length: DELIVERIES }, () => randomUUID());
    keys.push(...sent);
    const answers = Promise.all(sent.map((key) => receive(product.url, key)));
    // Each delivery follows the previous one at once, so that the kill comes in the middle of a delivery.
    while (counted() < before + deliveries) await new Promise((resolve) => setTimeout(resolve, 1));
    product.kill('SIGKILL');
    await product.ended;
    answered += (await answers).filter((status) => status === 200).length;
    expect(counted()).toBeLessThan(before + DELIVERIES);
    expect(figures.get()).toEqual(expected(counted()));
    expect(counted()).toBeGreaterThanOrEqual(answered);
  }
  // The clerk sends each delivery again. Deliveries that are already stored do not change, and the server now stores the rest.
  const product = await start({ data_dir });
  for (const key of keys) expect(await receive(product.url, key)).toBe(200);
  expect(figures.get()).toEqual(expected(keys.length));
  expect((await stop(product)).code).toBe(0);
  connection.close();
  const database = await openDatabase(file);
  expect((await verifyStock(database.reader)).discrepancies).toEqual([]);
  await database.close();
}, 60_000);
