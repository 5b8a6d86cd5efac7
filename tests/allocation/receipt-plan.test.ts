import { expect, test } from 'vitest';
import { pg } from '../../server/db/dialect.ts';
import { gatherStatistics } from '../../server/db/gather-statistics.ts';
import { connectionOf } from '../../server/db/sqlite-queries.ts';
import { recordStatements, watchStatements } from '../bench/record-statements.ts';
import { floor } from '../fulfilment/floor.ts';

watchStatements();

test.skipIf(pg)('a receipt finds waiting lines by their SKU, and their orders in the narrow index of waiting orders', async () => {
  const { office, supplier, stocked, createOrder, database } = await floor();
  const { id: product_id } = await stocked(0);
  await createOrder([{ product_id, qty: 3 }]);
  const path = '/api/admin/purchase-orders';
  const { id } = (await office.post(path, { supplier_id: (await supplier()).id })).body;
  const { id: line } = (await office.post(`${path}/${id}/lines`, { product_id, qty_requested: 3, unit_price: 500 })).body;
  await office.put(`${path}/${id}`, { approved: true, send: false });
  await database.unitOfWork(gatherStatistics);
  const { result, statements } = await recordStatements(() => office.put(`${path}/${id}`, { lines: [{ id: line, qty_new: 3 }] }));
  expect(result.status).toBe(200);

  const waiting = statements.filter(({ sql }) => sql.includes('missing_so_far'));
  expect(waiting).toHaveLength(1);
  const [{ sql = '', values = [] } = {}] = waiting;
  const plan = connectionOf(database.reader)
    .prepare(`explain query plan ${sql}`)
    .all(...values) as { detail: string }[];
  const steps = plan.map(({ detail }) => detail);
  expect(steps).toContainEqual(expect.stringMatching(/^SEARCH orders USING (COVERING )?INDEX orders_waiting \(<expr>=\?/));
  expect(steps).toContainEqual(expect.stringMatching(/^SEARCH order_lines USING INDEX \w+ \(<expr>=\?/));
});
