import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { run } from '../../server/db/db.ts';
import { countRequests, errorCodes } from '../../server/db/tables/index.ts';
import { floor } from '../fulfilment/floor.ts';

const countInput = (value: number) => ({ field: 'qty_available', value });

test('a count sets the stock and writes the difference to the ledger', async () => {
  const { office, stocked, stockOf, database } = await floor();
  const polo = await stocked(10);
  expect(await office.put(`/api/admin/products/${polo.id}`, countInput(7))).toMatchObject({ status: 200, body: { qty_available: 7, qty_free: 7 } });
  expect(await stockOf(polo)).toMatchObject({ qty_available: 7, qty_allocated: 0 });
  await expect(database.unitOfWork((db) => run(db, sql`update stock_movements set qty = 99`))).rejects.toThrow();
  await expect(database.unitOfWork((db) => run(db, sql`delete from stock_movements`))).rejects.toThrow();
});

test('a count by the floor with a large difference waits for a super', async () => {
  const { picker, stocked, stockOf } = await floor();
  const polo = await stocked(50);
  expect(await picker.put(`/api/admin/products/${polo.id}`, countInput(40))).toMatchObject({ status: 200, body: { qty_available: 40 } });
  expect(await picker.put(`/api/admin/products/${polo.id}`, countInput(5))).toMatchObject({ status: 202, body: { count_request: { qty: 5 } } });
  expect(await stockOf(polo)).toMatchObject({ qty_available: 40 });
});

test('differences of the floor’s counts, up or down, add up; a count that exceeds the limit waits until a super approves it', async () => {
  const { office, picker, as, stocked, stockOf } = await floor();
  const polo = await stocked(100);
  const count = async (value: number, who = picker) => (await who.put(`/api/admin/products/${polo.id}`, countInput(value))).status;
  expect([await count(96), await count(92), await count(100), await count(96)]).toEqual([200, 200, 200, 200]);
  // The differences 4 + 4 + 8 + 4 = 20 use up the limit, which everybody on the floor shares.
  expect(await count(95)).toBe(202);
  expect(await count(97, await as('warehouse'))).toBe(202);
  // A count that matches the stock changes nothing.
  expect(await count(96)).toBe(200);
  expect(await stockOf(polo)).toMatchObject({ qty_available: 96 });

  const { body } = await office.get('/api/admin/attention?kind=count_request');
  expect(body.items.filter(({ sku }: { sku: string }) => sku === polo.sku)).toEqual([]);
  expect(await count(90)).toBe(202);
  const request = (await office.get('/api/admin/attention?kind=count_request')).body.items.find(({ sku }: { sku: string }) => sku === polo.sku);
  expect(await office.post(`/api/admin/attention/${request.m}/resolve`, { choice: 'mine' })).toMatchObject({ body: { outcome: 'applied' } });
  expect(await stockOf(polo)).toMatchObject({ qty_available: 90 });
  expect(await count(70)).toBe(200);
  expect(await count(69)).toBe(202);
  expect(await count(70, office)).toBe(200);
  expect(await count(50)).toBe(200);
});

test('twenty counts at the same time change stock by no more than the limit in all, even for a SKU that never had stock', async () => {
  const { as, picker, stocked, stockOf } = await floor();
  const polo = await stocked(200);
  const fresh = await stocked(0);
  const others = await Promise.all(Array.from({ length: 4 }, () => as('warehouse')));
  const counts = Array.from({ length: 20 }, (_, i) => ({ who: [picker, ...others][i % 5] ?? picker, by: 4 * (i + 1) }));
  const answers = await Promise.all(
    counts.flatMap(({ who, by }) => [
      who.put(`/api/admin/products/${polo.id}`, countInput(200 - by)),
      who.put(`/api/admin/products/${fresh.id}`, countInput(by)),
    ]),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 202]));
  expect((await stockOf(polo)).qty_available).toBeGreaterThanOrEqual(180);
  expect((await stockOf(fresh)).qty_available).toBeLessThanOrEqual(20);
});

test('a count closes all open requests to count its SKU, and leaves requests for other SKUs open', async () => {
  const { office, picker, stocked, stockOf, database } = await floor();
  const polo = await stocked(50);
  const cap = await stocked(50);
  const requestsOf = async (product: { sku: string }) => {
    const { body } = await office.get('/api/admin/attention?kind=count_request');
    return (body.items as { m: string; sku: string; qty: number | null }[]).filter(({ sku }) => sku === product.sku);
  };
  for (const [product, value] of [
    [polo, 5],
    [polo, 4],
    [cap, 3],
  ] as const)
    expect((await picker.put(`/api/admin/products/${product.id}`, countInput(value))).status).toBe(202);
  expect((await requestsOf(polo)).map(({ qty }) => qty).sort()).toEqual([4, 5]);

  // A count that waits for approval closes no request; a count that is applied closes all requests for its SKU.
  expect((await picker.put(`/api/admin/products/${polo.id}`, countInput(46))).status).toBe(200);
  expect(await requestsOf(polo)).toEqual([]);
  expect(await requestsOf(cap)).toHaveLength(1);
  const countRows = await database.reader.select().from(countRequests).where(eq(countRequests.product_id, polo.id));
  expect(countRows.map(({ choice, resolved_by }) => [choice, resolved_by])).toEqual([
    ['superseded', picker.id],
    ['superseded', picker.id],
  ]);
  // Once a count is closed, its number can no longer be confirmed.
  expect(await office.post(`/api/admin/attention/${countRows[0]?.m}/resolve`, { choice: 'mine' })).toMatchObject({ body: { outcome: 'noop' } });
  expect(await stockOf(polo)).toMatchObject({ qty_available: 46 });
});

test('when a super confirms the later of two waiting counts of a SKU, the earlier count is closed', async () => {
  const { office, picker, stocked, stockOf, database } = await floor();
  const polo = await stocked(50);
  for (const value of [5, 4]) await picker.put(`/api/admin/products/${polo.id}`, countInput(value));
  const waiting = () => database.reader.select().from(countRequests).where(eq(countRequests.product_id, polo.id)).orderBy(countRequests.id);
  const [first, second] = await waiting();
  expect(await office.post(`/api/admin/attention/${second?.m}/resolve`, { choice: 'mine' })).toMatchObject({ body: { outcome: 'applied' } });
  expect((await waiting()).map(({ m, choice }) => [m, choice])).toEqual([
    [first?.m, 'superseded'],
    [second?.m, 'mine'],
  ]);
  expect(await stockOf(polo)).toMatchObject({ qty_available: 4 });
});

test('only the floor and the office can count stock', async () => {
  const { as, stocked } = await floor();
  const polo = await stocked(1);
  const client = await as('client_admin');
  expect((await client.put(`/api/admin/products/${polo.id}`, countInput(4))).status).toBe(403);
  expect((await client.get(`/api/admin/stock?sku=${polo.sku}`)).status).toBe(403);
  const embroiderer = await as('embroiderer');
  expect((await embroiderer.put(`/api/admin/products/${polo.id}`, countInput(4))).status).toBe(403);
});

test('if a count is below the allocated quantity, allocations are taken back: unreleased lines first, and newest orders first', async () => {
  const { office, stocked, createOrder, released, stockOf } = await floor();
  const polo = await stocked(12);
  const onFloor = await released([{ product_id: polo.id, qty: 4 }]);
  const older = await createOrder([{ product_id: polo.id, qty: 4 }]);
  const newer = await createOrder([{ product_id: polo.id, qty: 4 }]);
  await office.post(`${older.path}/allocate-all`);
  await office.post(`${newer.path}/allocate-all`);
  expect(await stockOf(polo)).toMatchObject({ qty_allocated: 12, qty_free: 0 });

  const answer = await office.put(`/api/admin/products/${polo.id}`, countInput(3));
  expect(answer).toMatchObject({ status: 200, body: { qty_available: 3, qty_allocated: 3 } });
  expect(answer.body.taken_back).toMatchObject([
    { uuid: newer.uuid, qty: 4 },
    { uuid: older.uuid, qty: 4 },
    { uuid: onFloor.uuid, qty: 1 },
  ]);
});

test('counts with unknown or invalid input are refused', async () => {
  const { office, style } = await floor();
  const { parent } = await style(['S']);
  expect((await office.put('/api/admin/products/999999', countInput(1))).status).toBe(404);
  expect((await office.put(`/api/admin/products/${parent.id}`, countInput(1))).status).toBe(422);
  expect((await office.put(`/api/admin/products/${parent.id}`, countInput(-1))).status).toBe(422);
});

const onShelf = (value: number) => ({ ...countInput(value), counted: 'on_shelf' });

/** Picks this quantity of every line of an order on the floor. */
async function pick({ picker }: Awaited<ReturnType<typeof floor>>, { floor_path }: { floor_path: string }, code?: string, qty_picked?: number) {
  await picker.put(floor_path, { action: 'start' });
  const { body } = await picker.get(floor_path);
  for (const line of body.lines) {
    const { status } = await picker.put(`/api/admin/picking/lines/${line.id}`, { qty_picked: qty_picked ?? line.qty_allocated, code });
    expect(status).toBe(200);
  }
}

test('a count of the shelf does not contain items that are picked or not yet put back, so these are added to the stock on hand', async () => {
  const here = await floor();
  const { office, stocked, released, stockOf } = here;
  const polo = await stocked(10);
  const order = await released([{ product_id: polo.id, qty: 4 }]);
  await pick(here, order);
  const agreed = await office.put(`/api/admin/products/${polo.id}`, onShelf(6));
  expect(agreed).toMatchObject({ status: 200, body: { qty_available: 10, qty_off_shelf: 4, taken_back: [] } });
  // Items of a closed pick are not back on the shelf yet.
  expect((await office.put(order.path, { sendBack: true })).status).toBe(200);
  expect(await office.put(`/api/admin/products/${polo.id}`, onShelf(5))).toMatchObject({ body: { qty_available: 9, qty_off_shelf: 4 } });
  expect(await stockOf(polo)).toMatchObject({ qty_available: 9, qty_allocated: 4 });
});

test('a shelf on which the rest of a pick was not found is counted as zero; the picked items stay on hand', async () => {
  const here = await floor();
  const { office, stocked, released, database } = here;
  await database.unitOfWork((db) => db.insert(errorCodes).values({ code: 'SHORT', description: 'Short' }).onConflictDoNothing());
  const polo = await stocked(5);
  await pick(here, await released([{ product_id: polo.id, qty: 5 }]), 'SHORT', 3);
  expect(await office.put(`/api/admin/products/${polo.id}`, onShelf(0))).toMatchObject({ status: 200, body: { qty_available: 3, qty_off_shelf: 3 } });
});

test('when a super applies a count, the difference stays as the count found it, even if items have been dispatched since', async () => {
  const here = await floor();
  const { office, picker, stocked, released, stockOf } = here;
  const polo = await stocked(50);
  const order = await released([{ product_id: polo.id, qty: 4 }]);
  await pick(here, order);
  // Of 50 items 4 are picked, so 46 should be on the shelf.
  expect(await picker.put(`/api/admin/products/${polo.id}`, onShelf(16))).toMatchObject({ status: 202, body: { count_request: { qty: 16 } } });
  await picker.post(`${order.floor_path}/move-to-prep`);
  const response = await picker.post('/api/admin/shipping/orders/dispatch', {
    orders: [{ uuid: order.uuid, service_key: '999', total_weight: 1, total_items: 1, mark_as_shipped: true }],
  });
  expect(response.status).toBe(201);
  expect(await stockOf(polo)).toMatchObject({ qty_available: 46 });

  const { body } = await office.get('/api/admin/attention?kind=count_request');
  const [item] = body.items.filter(({ sku }: { sku: string }) => sku === polo.sku);
  expect(item).toMatchObject({ qty: 16, server: { qty_available: 46, qty_off_shelf: 0, difference: -30 } });
  expect(await office.post(`/api/admin/attention/${item.m}/resolve`, { choice: 'mine' })).toMatchObject({ body: { outcome: 'applied' } });
  expect(await stockOf(polo)).toMatchObject({ qty_available: 16 });
});

test('the number that a super enters in place of a waiting count means the quantity on the shelf when the super enters it', async () => {
  const here = await floor();
  const { office, picker, stocked, released, stockOf } = here;
  const polo = await stocked(50);
  await pick(here, await released([{ product_id: polo.id, qty: 4 }]));
  const { body } = await picker.put(`/api/admin/products/${polo.id}`, onShelf(16));
  expect((await office.post(`/api/admin/attention/${body.count_request.m}/resolve`, { choice: 'mine', qty: 20 })).status).toBe(200);
  expect(await stockOf(polo)).toMatchObject({ qty_available: 24 });
});
