import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orderLines, pickLines, shelfTasks } from '../../server/db/tables/index.ts';
import { verifyStock } from '../../server/operations/verify-stock.ts';
import { floor, outcomesOf } from '../sync/tablet.ts';

test('an offline pick of a product that was substituted meanwhile becomes a conflict, and the items go back to the shelf', async () => {
  const { polosAndCaps, tablet, picker, office, stocked, database } = await floor();
  const { order, polo, cap } = await polosAndCaps();
  const pickerTablet = tablet(picker);
  await pickerTablet.sync();
  const start = pickerTablet.start(order.pick_id);
  const record = pickerTablet.record(order.pick_id, polo.id, 3);
  const complete = pickerTablet.complete(order.pick_id, { [polo.id]: 3, [cap.id]: 0 });
  const shirt = await stocked(10);
  const line = pickerTablet.line(order.pick_id, polo.id);
  const [orderLine] = await database.reader
    .select({ id: orderLines.id })
    .from(orderLines)
    .innerJoin(pickLines, eq(pickLines.order_line_id, orderLines.id))
    .where(eq(pickLines.id, line.id));
  const answer = await office.post(`/api/admin/order-lines/${orderLine?.id}/substitute`, { mode: 'substitute', product_id: shirt.id });
  expect(answer).toMatchObject({ status: 200, body: { items: [{ in_pick: true, qty_allocated: 3 }] } });

  expect(outcomesOf(await pickerTablet.sync(start, record, complete))).toEqual(['applied', 'conflict PRODUCT_CHANGED', 'conflict DIGEST']);
  // The office sees the product that was picked and completed, not the line's present product.
  const { items } = (await office.get(`/api/admin/attention?order=${order.uuid}&kind=outcome`)).body;
  const item = ({ m }: { m: string }) => items.find((one: { m: string }) => one.m === m);
  const messageOf = (product: { name: string }) => expect.stringMatching(new RegExp(`^Picked 3 × ${product.name}(,|$)`));
  expect(item(record)).toMatchObject({ text: messageOf(polo), sku: polo.sku, server: { sku: shirt.sku, mine: { sku: polo.sku } } });
  expect(item(complete)).toMatchObject({ server: { differences: [{ garment: { sku: polo.sku }, garment_now: { sku: shirt.sku } }] } });
  const tasks = (await database.reader.select().from(shelfTasks)).filter(({ device }) => device === pickerTablet.device);
  expect(tasks).toMatchObject([{ product_id: polo.id, qty: 3, done_at: null }]);
  expect(pickerTablet.line(order.pick_id, shirt.id)).toMatchObject({ qty_allocated: 3, qty_picked: 0 });
  expect(outcomesOf(await pickerTablet.sync(pickerTablet.record(order.pick_id, shirt.id, 3)))).toEqual(['applied']);
  expect((await verifyStock(database.reader)).discrepancies).toEqual([]);
});
