import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { run } from '../../server/db/db.ts';
import { countRequests } from '../../server/db/tables/index.ts';
import { floor } from '../fulfilment/floor.ts';

const counted = (value: number) => ({ field: 'qty_available', value });

test('a count is the truth: the difference goes into the ledger', async () => {
  const { office, stocked, stockOf, database } = await floor();
  const polo = await stocked(10);
  expect(await office.put(`/api/admin/products/${polo.id}`, counted(7))).toMatchObject({ status: 200, body: { qty_available: 7, qty_free: 7 } });
  expect(await stockOf(polo)).toMatchObject({ qty_available: 7, qty_allocated: 0 });
  await expect(database.unitOfWork((db) => run(db, sql`update stock_movements set qty = 99`))).rejects.toThrow();
  await expect(database.unitOfWork((db) => run(db, sql`delete from stock_movements`))).rejects.toThrow();
});

test('a count by the floor that is far off waits for a super', async () => {
  const { picker, stocked, stockOf } = await floor();
  const polo = await stocked(50);
  expect(await picker.put(`/api/admin/products/${polo.id}`, counted(40))).toMatchObject({ status: 200, body: { qty_available: 40 } });
  expect(await picker.put(`/api/admin/products/${polo.id}`, counted(5))).toMatchObject({ status: 202, body: { count_request: { qty: 5 } } });
  expect(await stockOf(polo)).toMatchObject({ qty_available: 40 });
});

test('a count answers whoever still asks for one of the same SKU, and nobody else', async () => {
  const { office, picker, stocked, stockOf, database } = await floor();
  const polo = await stocked(50);
  const cap = await stocked(50);
  const asked = async (product: { sku: string }) => {
    const { body } = await office.get('/api/admin/attention?kind=count_request');
    return (body.items as { m: string; sku: string; qty: number | null }[]).filter(({ sku }) => sku === product.sku);
  };
  for (const [product, value] of [
    [polo, 5],
    [polo, 4],
    [cap, 3],
  ] as const)
    expect((await picker.put(`/api/admin/products/${product.id}`, counted(value))).status).toBe(202);
  expect((await asked(polo)).map(({ qty }) => qty).sort()).toEqual([4, 5]);

  // A count that waits itself answers nobody; one that is taken does.
  expect((await picker.put(`/api/admin/products/${polo.id}`, counted(46))).status).toBe(200);
  expect(await asked(polo)).toEqual([]);
  expect(await asked(cap)).toHaveLength(1);
  const kept = await database.reader.select().from(countRequests).where(eq(countRequests.product_id, polo.id));
  expect(kept.map(({ choice, resolved_by }) => [choice, resolved_by])).toEqual([
    ['superseded', picker.id],
    ['superseded', picker.id],
  ]);
  // Its old number is not taken any more.
  expect(await office.post(`/api/admin/attention/${kept[0]?.m}/resolve`, { choice: 'mine' })).toMatchObject({ body: { outcome: 'noop' } });
  expect(await stockOf(polo)).toMatchObject({ qty_available: 46 });
});

test('confirming one of two numbers for a SKU answers the other', async () => {
  const { office, picker, stocked, stockOf, database } = await floor();
  const polo = await stocked(50);
  for (const value of [5, 4]) await picker.put(`/api/admin/products/${polo.id}`, counted(value));
  const waiting = () => database.reader.select().from(countRequests).where(eq(countRequests.product_id, polo.id)).orderBy(countRequests.id);
  const [first, second] = await waiting();
  expect(await office.post(`/api/admin/attention/${second?.m}/resolve`, { choice: 'mine' })).toMatchObject({ body: { outcome: 'applied' } });
  expect((await waiting()).map(({ m, choice }) => [m, choice])).toEqual([
    [first?.m, 'superseded'],
    [second?.m, 'mine'],
  ]);
  expect(await stockOf(polo)).toMatchObject({ qty_available: 4 });
});

test('only the floor and the office count', async () => {
  const { as, stocked } = await floor();
  const polo = await stocked(1);
  const client = await as('client_admin');
  expect((await client.put(`/api/admin/products/${polo.id}`, counted(4))).status).toBe(403);
  expect((await client.get(`/api/admin/stock?sku=${polo.sku}`)).status).toBe(403);
  const embroiderer = await as('embroiderer');
  expect((await embroiderer.put(`/api/admin/products/${polo.id}`, counted(4))).status).toBe(403);
});

test('a count below what is allocated takes it back, from unreleased and newest orders first', async () => {
  const { office, stocked, order, released, stockOf } = await floor();
  const polo = await stocked(12);
  const onFloor = await released([{ product_id: polo.id, qty: 4 }]);
  const older = await order([{ product_id: polo.id, qty: 4 }]);
  const newer = await order([{ product_id: polo.id, qty: 4 }]);
  await office.post(`${older.path}/allocate-all`);
  await office.post(`${newer.path}/allocate-all`);
  expect(await stockOf(polo)).toMatchObject({ qty_allocated: 12, qty_free: 0 });

  const answer = await office.put(`/api/admin/products/${polo.id}`, counted(3));
  expect(answer).toMatchObject({ status: 200, body: { qty_available: 3, qty_allocated: 3 } });
  expect(answer.body.taken_back).toMatchObject([
    { uuid: newer.uuid, qty: 4 },
    { uuid: older.uuid, qty: 4 },
    { uuid: onFloor.uuid, qty: 1 },
  ]);
});

test('unknown and unreadable counts are refused', async () => {
  const { office, style } = await floor();
  const { parent } = await style(['S']);
  expect((await office.put('/api/admin/products/999999', counted(1))).status).toBe(404);
  expect((await office.put(`/api/admin/products/${parent.id}`, counted(1))).status).toBe(422);
  expect((await office.put(`/api/admin/products/${parent.id}`, counted(-1))).status).toBe(422);
});
