import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openSession } from '../../server/auth/login.ts';
import { openDatabase } from '../../server/db/db.ts';
import { orderEmployees, orderLines, orders } from '../../server/db/tables/index.ts';
import { builders } from '../builders.ts';
import { folderWithDatabase, type Product, runScript, start, stop } from './product.ts';

/** How often the server is killed. The environment can set it as `KILLS`. */
const kills = Number(process.env.KILLS ?? 10);
const clients = 8;
/** The stock for which the allocating clients compete. */
const scarce = 30;

/** Yields random numbers from 0 to 1, the same in every run. */
function* randomFrom(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

interface Line {
  uuid: string;
  line_id: number;
}

/** Fills a data folder with a client, orders of one line for a scarce SKU, and SKUs to count. Returns these, and tokens of a super and a manager. */
async function smallWorld(data_dir: string) {
  const database = await openDatabase(join(data_dir, 'kitroom.db'));
  const now = new Date();
  const build = builders(database, () => now.toISOString());
  const account = await build.account();
  const site = await build.site(account.id);
  const manager = await build.user('client_admin', { account_id: account.id, sites: [site.id] });
  const boss = await build.user('super');
  const sku = await build.product({ sku: 'SCARCE' });
  const countedSkus = await Promise.all(Array.from({ length: clients }, (_, n) => build.product({ sku: `COUNTED-${n}` })));
  const lines = await database.unitOfWork(async (db) => {
    const createdLines: Line[] = [];
    for (let n = 0; n < clients; n++) {
      const at = now.toISOString();
      const [order] = await db
        .insert(orders)
        .values({
          uuid: randomUUID(),
          account_id: account.id,
          creator_id: manager.id,
          requester_id: manager.id,
          delivery_site_id: site.id,
          submitted_at: at,
          status: 'submitted',
          status_since: at,
          created_at: at,
        })
        .returning();
      if (!order) throw new Error('No order was made');
      await db.insert(orderEmployees).values({ order_id: order.id, employee_id: manager.id });
      const [line] = await db
        .insert(orderLines)
        .values({
          order_id: order.id,
          employee_id: manager.id,
          product_id: sku.id,
          product_name: sku.name,
          qty_requested: 20,
          unit_price: 1000,
          vat_rate: 20,
          is_size_selected: true,
          created_at: at,
        })
        .returning();
      if (!line) throw new Error('No line was made');
      createdLines.push({ uuid: order.uuid, line_id: line.id });
    }
    return createdLines;
  });
  const tokenOf = async (user: { id: number; role: string }) => (await database.unitOfWork((db) => openSession(db, user, now, {}))).token;
  const world = {
    sku: sku.id,
    counted: countedSkus.map(({ id }) => id),
    lines,
    super_token: await tokenOf(boss),
    manager_token: await tokenOf(manager),
    manager,
  };
  await database.close();
  return world;
}

interface Request {
  method: 'POST' | 'PUT';
  path: string;
  token: string;
  body: unknown;
  /** The value that the changed record has to have at the end if this request is the last confirmed write to the record. */
  leaves: { thing: string; value: number } | null;
}

/** A client that makes one write at a time, and after a crash repeats the write with the same key. */
class Client {
  /** The request ids of each confirmed change, one for each attempt. The audit has to have exactly one id of each change. */
  readonly confirmed: string[][] = [];
  readonly leaves = new Map<string, number>();
  readonly made: string[] = [];
  private unanswered: { request: Request; key: string; ids: string[] } | null = null;

  constructor(private readonly next: () => Request) {}

  /** Writes until the server dies. */
  async run(product: Product, onAnswer: () => void): Promise<void> {
    while (await this.send(product)) onAnswer();
  }

  /** Repeats the request that got no response, and makes no new write. */
  async settle(product: Product): Promise<void> {
    if (this.unanswered) expect(await this.send(product)).toBe(true);
  }

  /** Sends the next or the repeated request. Returns whether it got a response. */
  private async send(product: Product): Promise<boolean> {
    this.unanswered ??= { request: this.next(), key: randomUUID(), ids: [] };
    const { request, key, ids } = this.unanswered;
    const request_id = randomUUID();
    ids.push(request_id);
    const { method, path, token, body, leaves } = request;
    let answer: { status: number; replayed: boolean; body: { uuid?: string } };
    try {
      const response = await fetch(product.url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key, 'x-request-id': request_id },
        body: JSON.stringify(body),
      });
      answer = { status: response.status, replayed: response.headers.has('idempotent-replay'), body: (await response.json()) as { uuid?: string } };
    } catch {
      return false;
    }
    this.unanswered = null;
    if (answer.status === 409) return true;
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    this.confirmed.push(ids);
    if (leaves) this.leaves.set(leaves.thing, leaves.value);
    if (answer.body.uuid && method === 'POST') this.made.push(answer.body.uuid);
    return true;
  }
}

test(`no confirmed change is lost or half done after ${kills} kills in the middle of writes`, async () => {
  const data_dir = folderWithDatabase();
  const world = await smallWorld(data_dir);
  const file = join(data_dir, 'kitroom.db');
  const random = randomFrom(20_261_121);
  const upTo = (most: number): number => Math.floor(random.next().value * (most + 1));

  const count = (product_id: number, value: number): Request => ({
    method: 'PUT',
    path: `/api/admin/products/${product_id}`,
    token: world.super_token,
    body: { field: 'qty_available', value },
    leaves: { thing: `product ${product_id}`, value },
  });
  const allocate = ({ uuid, line_id }: Line, qty_allocated: number): Request => ({
    method: 'PUT',
    path: `/api/admin/orders/${uuid}/lines/${line_id}/allocation`,
    token: world.super_token,
    body: { qty_allocated },
    leaves: { thing: `line ${line_id}`, value: qty_allocated },
  });
  const order = (): Request => ({
    method: 'POST',
    path: '/api/orders',
    token: world.manager_token,
    body: { employees: [world.manager.id] },
    leaves: null,
  });

  const everybody = [
    ...world.lines.map((line) => new Client(() => allocate(line, upTo(10)))),
    ...world.counted.map((product_id) => new Client(() => count(product_id, upTo(500)))),
    ...world.lines.map(() => new Client(order)),
  ];

  let product = await start({ data_dir });
  const stocked = await fetch(`${product.url}/api/admin/products/${world.sku}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${world.super_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ field: 'qty_available', value: scarce }),
  });
  expect(stocked.status).toBe(200);

  for (let kill = 1; kill <= kills; kill++) {
    let remaining = 10 + upTo(150);
    await Promise.all(
      everybody.map((client) =>
        client.run(product, () => {
          remaining--;
          if (remaining === 0) product.kill('SIGKILL');
        }),
      ),
    );
    expect(await product.ended).toMatchObject({ signal: 'SIGKILL' });

    const database = new Database(file);
    const storedIds = new Set(
      database
        .prepare<[], { request_id: string }>('select request_id from audit where request_id is not null')
        .all()
        .map((row) => row.request_id),
    );
    database.close();
    expect(everybody.flatMap(({ confirmed }) => confirmed).filter((ids) => ids.filter((id) => storedIds.has(id)).length !== 1)).toEqual([]);
    product = await start({ data_dir });
  }

  // The requests that were running at the last kill are repeated, so that every client knows their outcome.
  await Promise.all(everybody.map((client) => client.settle(product)));
  expect(await stop(product)).toMatchObject({ code: 0, stderr: '' });

  const database = new Database(file);
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  const values = database.prepare<[], { thing: string; value: number }>(
    "select 'line ' || id as thing, qty_allocated as value from order_lines union all select 'product ' || product_id, qty_available from stock_levels",
  );
  const valuesByThing = new Map(values.all().map(({ thing, value }) => [thing, value]));
  const uuids = new Set(
    database
      .prepare<[], { uuid: string }>('select uuid from orders')
      .all()
      .map(({ uuid }) => uuid),
  );
  database.close();
  const expected = everybody.flatMap(({ leaves }) => [...leaves]);
  expect(expected.map(([thing]) => [thing, valuesByThing.get(thing)])).toEqual(expected);
  expect(everybody.flatMap(({ made }) => made).filter((uuid) => !uuids.has(uuid))).toEqual([]);
  expect(everybody.flatMap(({ confirmed }) => confirmed).length).toBeGreaterThan(kills * 10);

  const verified = await runScript('stock-verify', [], { DATA_DIR: data_dir });
  expect(verified).toMatchObject({ code: 0, stderr: '' });
}, 900_000);
