import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { run } from '../../server/db/db.ts';
import { orders } from '../../server/db/tables/index.ts';
import { verifyStock } from '../../server/operations/verify-stock.ts';
import { floor } from '../fulfilment/floor.ts';

test('verifyStock recomputes stock from its sources and finds every discrepancy', async () => {
  const { database, stocked, released, createOrder } = await floor();
  const polo = await stocked(9);
  const order = await released([{ product_id: polo.id, qty: 4 }]);
  const lying = await createOrder([{ product_id: polo.id, qty: 1 }]);
  expect((await database.snapshot(verifyStock)).discrepancies).toEqual([]);

  await database.unitOfWork(async (db) => {
    await run(db, sql`update order_lines set qty_allocated = 3 where order_id = ${order.id}`);
    await run(db, sql`update stock_levels set qty_available = 11 where product_id = ${polo.id}`);
    await db.update(orders).set({ status: 'shipped' }).where(eq(orders.id, lying.id));
  });
  const { discrepancies } = await database.snapshot(verifyStock);
  expect(discrepancies).toEqual([
    { check: 'level is the sum of the ledger', thing: polo.sku, stored: 11, computed: 9 },
    { check: 'allocated is what open lines hold', thing: polo.sku, stored: 4, computed: 3 },
    { check: 'a line holds what its pick may take', thing: expect.any(String), stored: 3, computed: 4 },
    { check: 'stored status is what the facts say', thing: lying.uuid, stored: 'shipped', computed: 'submitted' },
  ]);
});
