import { rmSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { inArray } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { pino } from 'pino';
import { openSession } from '../../server/auth/login.ts';
import { readSettings, type Settings } from '../../server/core/settings.ts';
import type { Database, Db } from '../../server/db/db.ts';
import { migrate } from '../../server/db/db.ts';
import {
  collectionLines,
  collections,
  errorCodes,
  orderEmployees,
  orderLines,
  orders,
  products as productTable,
  purchaseOrderLines,
  purchaseOrders,
  stockLevels,
  stockMovements,
} from '../../server/db/tables/index.ts';
import { builders } from '../builders.ts';
import { scratch } from '../scratch.ts';
import { SeededRandom } from './seeded-random.ts';

const START = '2026-11-21T07:00:00.000Z';

export interface Person {
  id: number;
  name: string;
  role: 'super' | 'warehouse';
  token: string;
}

/** A warehouse before the shift: people, SKUs in stock, and submitted orders of which nothing is allocated yet. */
export interface Warehouse {
  database: Buffer;
  settings: Settings;
  office: Person;
  people: Person[];
  orders: { id: number; uuid: string }[];
  products: number[];
  /** Approved purchase orders. They bring fewer items of the first SKU than the orders wait for, as many of the second, and more of the third. */
  purchaseOrders: { id: number; lines: number[] }[];
  /** Work orders for garments that are on the shelves; none is sent out yet. */
  workOrders: { id: number; lines: number[] }[];
  reasons: string[];
}

/** Builds the warehouse that every scenario begins with; once for each process. */
export async function buildWarehouse(): Promise<Warehouse> {
  const connection = new BetterSqlite(':memory:');
  connection.pragma('foreign_keys = ON');
  const db = drizzle(connection) as unknown as Db;
  const unitOfWork = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    connection.exec('BEGIN IMMEDIATE');
    const result = await work(db);
    connection.exec('COMMIT');
    return result;
  };
  const restructure = async (change: (db: Db) => Promise<void>): Promise<void> => {
    connection.pragma('foreign_keys = OFF');
    await unitOfWork(change);
    connection.pragma('foreign_keys = ON');
  };
  const database = { engine: 'sqlite', reader: db, unitOfWork, restructure, pool: null } as unknown as Database;
  await migrate(database);

  const make = builders(database, () => START);
  const signIn = async (user: { id: number; forenames: string; surname: string | null; role: string }): Promise<Person> => {
    const { token } = await unitOfWork((tx) => openSession(tx, user, new Date(START), { device_name: 'Tablet' }));
    return { id: user.id, name: `${user.forenames} ${user.surname ?? ''}`.trim(), role: user.role as Person['role'], token };
  };
  const office = await signIn(await make.user('super', { forenames: 'Olive', surname: 'Office' }));
  const people: Person[] = [];
  for (const forenames of ['Aisha', 'Ben', 'Carla', 'Dan', 'Ewa'])
    people.push(await signIn(await make.user('warehouse', { forenames, surname: 'Floor' })));
  people.push(await signIn(await make.user('super', { forenames: 'Sven', surname: 'Super' })));

  const reasons = ['DAMAGED', 'NOT_IN_BIN', 'OTHER'];
  await unitOfWork((tx) =>
    tx
      .insert(errorCodes)
      .values(reasons.map((code) => ({ code, description: code.toLowerCase(), requires_input: code === 'OTHER' })))
      .onConflictDoNothing(),
  );

  const products: number[] = [];
  for (let i = 1; i <= 8; i++) {
    const { id } = await make.product({ sku: `POLO-${i}`, bin: `A-0${i}-1` });
    products.push(id);
    await unitOfWork(async (tx) => {
      await tx.insert(stockLevels).values({ product_id: id, qty_available: 12, qty_allocated: 0 });
      await tx.insert(stockMovements).values({ product_id: id, type: 'IMPORT', qty: 12, created_at: '2026-11-20T07:00:00.000Z' });
    });
  }

  const random = new SeededRandom(1);
  const account = await make.account({ name: 'Northgate Facilities' });
  const site = await make.site(account.id, { name: 'Leeds Depot' });
  const requester = await make.user('manager', { account_id: account.id, sites: [site.id] });
  const wearers = [requester];
  for (let i = 0; i < 2; i++) wearers.push(await make.user('employee', { account_id: account.id, sites: [site.id] }));
  const createdOrders: Warehouse['orders'] = [];
  for (let i = 0; i < 10; i++) {
    const uuid = random.uuid();
    const [order] = await unitOfWork((tx) =>
      tx
        .insert(orders)
        .values({
          uuid,
          account_id: account.id,
          creator_id: requester.id,
          requester_id: requester.id,
          delivery_site_id: site.id,
          delivery_address: { address_line_1: '1 Mill Lane', address_line_4: 'Leeds', postcode: 'LS1 4AP' },
          contact_name: 'Ann Other',
          skip_dispatch: i === 7,
          created_at: START,
          status_since: START,
          submitted_at: START,
          status: 'submitted',
        })
        .returning({ id: orders.id }),
    );
    if (!order) throw new Error('No order was made.');
    createdOrders.push({ id: order.id, uuid });
    const orderWearers = i % 3 === 0 ? wearers.slice(0, 2) : [wearers[i % 3] ?? requester];
    await unitOfWork(async (tx) => {
      await tx.insert(orderEmployees).values(orderWearers.map(({ id }) => ({ order_id: order.id, employee_id: id })));
      await tx.insert(orderLines).values(
        Array.from({ length: 2 + (i % 3) }, (_, l) => ({
          order_id: order.id,
          employee_id: orderWearers[l % orderWearers.length]?.id ?? requester.id,
          product_id: products[(i * 3 + l * 5) % products.length] ?? 0,
          product_name: 'Polo Shirt',
          decoration: (i + l) % 4 === 0 ? 'Logo left chest' : null,
          qty_requested: 1 + ((i + l) % 3),
          unit_price: 1000,
          vat_rate: 20,
          is_size_selected: true,
          created_at: START,
        })),
      );
    });
  }
  // Somebody leaves who was sent five items: two collections are open, of which the office closes one in some scenarios.
  const leaver = await make.user('employee', { account_id: account.id, sites: [site.id] });
  const [sent] = await unitOfWork((tx) =>
    tx
      .insert(orders)
      .values({
        uuid: '01900000-0000-7000-8000-000000000001',
        account_id: account.id,
        creator_id: requester.id,
        requester_id: requester.id,
        delivery_site_id: site.id,
        created_at: START,
        status_since: START,
        submitted_at: START,
        status: 'shipped',
      })
      .returning({ id: orders.id }),
  );
  if (!sent) throw new Error('No order was made.');
  await unitOfWork(async (tx) => {
    await tx.insert(orderEmployees).values({ order_id: sent.id, employee_id: leaver.id });
    const shippedLines = await tx
      .insert(orderLines)
      .values(
        [3, 2, 4].map((qty, place) => ({
          order_id: sent.id,
          employee_id: leaver.id,
          product_id: products[place] ?? 0,
          product_name: 'Polo Shirt',
          qty_requested: qty,
          qty_shipped: qty,
          unit_price: 1000,
          vat_rate: 20,
          is_size_selected: true,
          created_at: START,
        })),
      )
      .returning({ id: orderLines.id, product_id: orderLines.product_id, qty: orderLines.qty_shipped });
    const opened = await tx
      .insert(collections)
      .values([1, 2].map(() => ({ employee_id: leaver.id, account_id: account.id, creator_id: requester.id, created_at: START })))
      .returning({ id: collections.id });
    await tx.insert(collectionLines).values(
      shippedLines.map(({ id, product_id, qty }, place) => ({
        collection_id: opened[place === 2 ? 1 : 0]?.id ?? 0,
        order_line_id: id,
        product_id,
        qty_expected: qty,
      })),
    );
  });
  // Four styles of two SKUs each: if a line needs one SKU of a style, the tablet gets the other SKU too.
  for (let i = 0; i < products.length; i += 2) {
    const style = await make.product({ sku: `STYLE-${i}`, bin: null });
    await unitOfWork((tx) =>
      tx
        .update(productTable)
        .set({ parent_id: style.id })
        .where(inArray(productTable.id, products.slice(i, i + 2))),
    );
  }
  const expected: number[] = [];
  for (let i = 1; i <= 3; i++) expected.push((await make.product({ sku: `CAP-${i}`, bin: `C-0${i}-1` })).id);
  // Together the two orders request seven of the first SKU, six of the second and five of the third.
  for (const quantities of [
    [3, 2, 3],
    [4, 4, 2],
  ]) {
    const uuid = random.uuid();
    const [order] = await unitOfWork((tx) =>
      tx
        .insert(orders)
        .values({
          ...{ uuid, account_id: account.id, creator_id: requester.id, requester_id: requester.id, delivery_site_id: site.id },
          delivery_address: { address_line_1: '1 Mill Lane', address_line_4: 'Leeds', postcode: 'LS1 4AP' },
          ...{ contact_name: 'Ann Other', created_at: START, status_since: START, submitted_at: START, status: 'submitted' },
        })
        .returning({ id: orders.id }),
    );
    const order_id = order?.id ?? 0;
    createdOrders.push({ id: order_id, uuid });
    await unitOfWork(async (tx) => {
      await tx.insert(orderEmployees).values({ order_id, employee_id: requester.id });
      await tx.insert(orderLines).values(
        quantities.map((qty_requested, i) => ({
          ...{ order_id, employee_id: requester.id, product_id: expected[i] ?? 0, product_name: 'Cap', qty_requested },
          ...{ unit_price: 1000, vat_rate: 20, is_size_selected: true, created_at: START },
        })),
      );
    });
  }
  const supplier = await make.supplier({ name: 'Pennine Workwear' });
  const createdPurchaseOrders: Warehouse['purchaseOrders'] = [];
  for (const quantities of [
    [4, 3, 0],
    [0, 3, 9],
  ]) {
    const n = createdPurchaseOrders.length + 1;
    const ids = await unitOfWork(async (tx) => {
      const [order] = await tx
        .insert(purchaseOrders)
        .values({ our_reference: `PO-0000${n}`, supplier_id: supplier.id, created_at: START, approved_at: START, due_on: '2026-11-21' })
        .returning({ id: purchaseOrders.id });
      const id = order?.id ?? 0;
      const lines = await tx
        .insert(purchaseOrderLines)
        .values(
          quantities.flatMap((qty_requested, i) =>
            qty_requested ? [{ purchase_order_id: id, product_id: expected[i] ?? 0, qty_requested, unit_price_tenths: 5000, is_open: true }] : [],
          ),
        )
        .returning({ id: purchaseOrderLines.id });
      return { id, lines: lines.map((line) => line.id) };
    });
    createdPurchaseOrders.push(ids);
  }
  const decorator = await make.supplier({ name: 'Stitch & Co', work_order: true });
  const workOrder = await unitOfWork(async (tx) => {
    const [order] = await tx
      .insert(purchaseOrders)
      .values({ our_reference: 'PO-00009', supplier_id: decorator.id, work_order: true, created_at: START, approved_at: START, due_on: '2026-11-21' })
      .returning({ id: purchaseOrders.id });
    const id = order?.id ?? 0;
    // The first line brings back the SKU that goes out, the second line another SKU.
    const [same = 0, plain = 0] = products;
    const lines = await tx
      .insert(purchaseOrderLines)
      .values(
        [
          { product_id: same, source_product_id: same },
          { product_id: expected[2] ?? 0, source_product_id: plain },
        ].map((line) => ({ purchase_order_id: id, ...line, qty_requested: 6, unit_price_tenths: 1000, is_open: true })),
      )
      .returning({ id: purchaseOrderLines.id });
    return { id, lines: lines.map((line) => line.id) };
  });
  const DATA_DIR = join(scratch, `kitroom-simulation-${process.pid}`);
  process.on('exit', () => rmSync(DATA_DIR, { recursive: true, force: true }));
  const settings = readSettings({ NODE_ENV: 'test', DEMO: '0', LOG_LEVEL: 'silent', DATA_DIR, SECRET_KEY: Buffer.alloc(32, 7).toString('base64') });
  const image = connection.serialize();
  connection.close();
  return {
    database: image,
    settings,
    office,
    people,
    orders: createdOrders,
    products,
    purchaseOrders: createdPurchaseOrders,
    workOrders: [workOrder],
    reasons,
  };
}

export const silentLog = pino({ level: 'silent' });
