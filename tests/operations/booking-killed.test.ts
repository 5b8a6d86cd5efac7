import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openSession } from '../../server/auth/login.ts';
import { openDatabase } from '../../server/db/db.ts';
import { orderEmployees, orderLines, orders } from '../../server/db/tables/index.ts';
import { builders } from '../builders.ts';
import { type Behaviour, faults, json, openCarrier } from '../carriers/fake-carrier.ts';
import { folderWithDatabase, type Product, runScript, start } from './product.ts';

/** The number of parcels, which `KILLS` in the environment can set. */
const parcels = Number(process.env.KILLS ?? 10);

/** Yields random numbers from 0 to 1, the same in every run. */
function* randomFrom(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

/** Fills a data folder with a client, a SKU and submitted orders of one item each. Returns them with the token of a super. */
async function smallWorld(data_dir: string) {
  const database = await openDatabase(join(data_dir, 'kitroom.db'));
  const now = new Date();
  const at = now.toISOString();
  const build = builders(database, () => at);
  const account = await build.account();
  const site = await build.site(account.id);
  const requester = await build.user('client_admin', { account_id: account.id, sites: [site.id] });
  const boss = await build.user('super');
  const sku = await build.product({ sku: 'PARCEL' });
  const uuids = await database.unitOfWork(async (db) => {
    const bookings: string[] = [];
    for (let n = 0; n < parcels; n++) {
      const who = { account_id: account.id, creator_id: requester.id, requester_id: requester.id, delivery_site_id: site.id };
      const when = { submitted_at: at, status: 'submitted' as const, status_since: at, created_at: at };
      const delivery_address = { address_line_1: `${n + 1} Mill Lane`, postcode: 'LS1 4AP' };
      const [order] = await db
        .insert(orders)
        .values({ uuid: randomUUID(), ...who, ...when, delivery_address })
        .returning();
      if (!order) throw new Error('No order was made');
      await db.insert(orderEmployees).values({ order_id: order.id, employee_id: requester.id });
      await db.insert(orderLines).values({
        order_id: order.id,
        employee_id: requester.id,
        product_id: sku.id,
        product_name: sku.name,
        qty_requested: 1,
        unit_price: 1000,
        vat_rate: 20,
        is_size_selected: true,
        created_at: at,
      });
      bookings.push(order.uuid);
    }
    return bookings;
  });
  const { token } = await database.unitOfWork((db) => openSession(db, boss, now, {}));
  await database.close();
  return { sku: sku.id, uuids, token };
}

test('however often the product is killed while it books parcels, each parcel is booked once, shipped once and has its own number', async () => {
  const data_dir = folderWithDatabase();
  const world = await smallWorld(data_dir);
  const file = join(data_dir, 'kitroom.db');
  const random = randomFrom(20_261_121);
  const api = await openCarrier();
  const environment = { CARRIER_FIRST: 'http', CARRIER_API_URL: api.url, CARRIER_API_TIMEOUT: '2' };

  const call = async (product: Product, method: string, path: string, body: unknown = {}) => {
    const response = await fetch(product.url + path, {
      method,
      headers: { authorization: `Bearer ${world.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<{ lines: { id: number }[]; items: { id: number }[] }>;
  };

  // The first process requests all dispatches. Only the later processes can reach the carrier.
  const requestProcess = await start({ data_dir, environment: { ...environment, CARRIER_API_URL: 'http://127.0.0.1:9' } });
  await call(requestProcess, 'PUT', `/api/admin/products/${world.sku}`, { field: 'qty_available', value: parcels });
  for (const uuid of world.uuids) {
    const [office, attempt] = [`/api/admin/orders/${uuid}`, `/api/admin/picking/orders/${uuid}`];
    await call(requestProcess, 'POST', `${office}/allocate-all`);
    await call(requestProcess, 'POST', `${office}/allocate`);
    const { lines } = await call(requestProcess, 'PUT', attempt, { action: 'start' });
    await call(requestProcess, 'PUT', `/api/admin/picking/lines/${lines[0]?.id}`, { qty_picked: 1 });
    await call(requestProcess, 'POST', `${attempt}/move-to-prep`);
  }
  const requests = world.uuids.map((uuid) => ({ uuid, service_key: '220', total_weight: 1, total_items: 1 }));
  await call(requestProcess, 'POST', '/api/admin/shipping/orders/dispatch', { orders: requests });
  requestProcess.kill('SIGKILL');
  await requestProcess.ended;

  const unshipped = (): number => {
    const database = new Database(file);
    // Acts as if the back-off and the leases of the dead processes had run out, and as if somebody had requested the abandoned bookings again.
    database.exec(
      "update jobs set due_at = '2026-01-01T00:00:00.000Z', failed_at = null, attempts = 0 where kind = 'book_dispatch' and done_at is null",
    );
    database.exec("update jobs set leased_until = '2026-01-01T00:00:00.000Z' where leased_until is not null");
    database.exec("update dispatches set asking_until = '2026-01-01T00:00:00.000Z' where asking_until is not null");
    const { n } = database.prepare<[], { n: number }>("select count(*) as n from dispatches where state <> 'shipped'").get() ?? { n: 0 };
    database.close();
    return n;
  };

  let kills = 0;
  while (unshipped() > 0) {
    expect(kills).toBeLessThan(100);
    const product = await start({ data_dir, environment });
    let remaining = 1 + Math.floor(random.next().value * 4);
    const dies = (): boolean => {
      remaining -= 1;
      if (remaining === 0) product.kill('SIGKILL');
      return remaining <= 0;
    };
    const killPoints: Behaviour[] = [
      // The product is killed before the booking, after it, just after the response is sent, or while the carrier books and drops the connection.
      (_call, response) => void (dies() ? response.socket?.destroy() : json(response, 500, {})),
      (asking, response, carrier) => {
        const numbers = asking.method === 'POST' ? carrier.book(asking) : carrier.consignments.get(asking.path.split('/').at(-1) ?? '');
        if (dies()) response.socket?.destroy();
        else json(response, numbers ? 200 : 404, numbers ?? {});
      },
      (asking, response, carrier) => {
        const numbers = asking.method === 'POST' ? carrier.book(asking) : carrier.consignments.get(asking.path.split('/').at(-1) ?? '');
        json(response, numbers ? 200 : 404, numbers ?? {});
        setTimeout(dies, random.next().value * 12);
      },
      (asking, response, carrier) => {
        dies();
        return asking.method === 'POST' ? faults.cutsAfterBooking(asking, response, carrier) : json(response, 503, {});
      },
    ];
    api.next = Array.from({ length: 200 }, () => killPoints[Math.floor(random.next().value * killPoints.length)] as Behaviour);
    // If no further call comes, all remaining bookings wait for their next attempt. The test then kills the product.
    let callCount = -1;
    const idle = setInterval(() => {
      if (api.call.length === callCount) product.kill('SIGKILL');
      callCount = api.call.length;
    }, 400);
    await product.ended;
    clearInterval(idle);
    kills += 1;
  }

  expect(kills).toBeGreaterThan(3);
  expect([...api.collections].sort()).toEqual([...new Set(api.collections)].sort());
  expect(api.collections).toHaveLength(parcels);
  const database = new Database(file);
  const numbers = database
    .prepare<[], { id: number; tracking_number: string }>('select dispatch_id as id, tracking_number from consignments order by dispatch_id')
    .all();
  const movements = database.prepare<[], { n: number }>("select count(*) as n from stock_movements where type = 'DISPATCH'").get();
  database.close();
  const reference = (id: number): string => `D-${String(id).padStart(5, '0')}`;
  expect(numbers.map(({ id, tracking_number }) => [reference(id), tracking_number])).toEqual(
    numbers.map(({ id }) => [reference(id), api.consignments.get(reference(id))?.tracking_number]),
  );
  expect(movements).toEqual({ n: parcels });
  await api.close();
  expect(await runScript('stock-verify', [], { DATA_DIR: data_dir })).toMatchObject({ code: 0 });
}, 240_000);
