import { and, gt, sql } from 'drizzle-orm';
import { isPickable, type Pickable, type PickableFacts } from '../../shared/allocation/is-pickable.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { orderLines } from '../db/tables/index.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { incomingOf } from '../stock/incoming-queries.ts';
import { onOrder } from '../stock/on-order.ts';
import { qtyShort } from '../stock/short-lines-queries.ts';

const missing = sql`sum(${orderLines.qty_requested} - ${orderLines.qty_cancelled} - ${orderLines.qty_shipped} - ${orderLines.qty_allocated})`;

const coverOfOrders = prepared('cover_of_orders', (db: Db) => {
  const needs = db.$with('needs').as(
    db
      .select({
        order_id: orderLines.order_id,
        product_id: sql<number>`${pickedSku}`.as('product_id'),
        qty_missing: sql<number>`${missing}`.as('qty_missing'),
      })
      .from(orderLines)
      .where(among(orderLines.order_id, sql.placeholder('ids')))
      .groupBy(orderLines.order_id, pickedSku)
      .having(sql`${missing} > 0`),
  );
  return db
    .with(needs)
    .select({
      order_id: needs.order_id,
      uncovered: sql<number>`sum(case when ${onOrder(sql`needs.product_id`)} < ${needs.qty_missing} then 1 else 0 end)`.mapWith(Number),
    })
    .from(needs)
    .groupBy(needs.order_id);
});

const missingLines = prepared('missing_lines_of_orders', (db: Db) =>
  db
    .select({ id: orderLines.id, order_id: orderLines.order_id, product_id: pickedSku })
    .from(orderLines)
    .where(and(among(orderLines.order_id, sql.placeholder('ids')), gt(qtyShort, 0))),
);

/**
 * Which of these orders can be completed by open purchase orders. Items that orders submitted earlier need are subtracted from the
 * incoming items, but only for orders that could be completed without this subtraction: the others need no second query.
 */
async function coveredByPurchase(db: Db, order_ids: readonly number[]): Promise<Set<number>> {
  if (!order_ids.length) return new Set();
  const cover = await coverOfOrders(db, { ids: idList(order_ids) });
  const covered = new Set(cover.filter(({ uncovered }) => uncovered === 0).map(({ order_id }) => order_id));
  if (!covered.size) return covered;
  const lines = await missingLines(db, { ids: idList([...covered]) });
  const incoming = await incomingOf(
    db,
    lines.map(({ product_id }) => product_id),
  );
  for (const { id, order_id } of lines) if (incoming.get(id)?.qty_uncovered !== 0) covered.delete(order_id);
  return covered;
}

/** How far each of these orders could be picked. Reads purchase orders only for the orders that have nothing allocated. */
export async function pickableOf(db: Db, orders: readonly ({ id: number } & PickableFacts)[]): Promise<Map<number, Pickable>> {
  const bare = orders.filter(({ qty_allocated, qty_wanted, qty_shipped }) => qty_allocated === 0 && qty_wanted > qty_shipped);
  const covered = await coveredByPurchase(
    db,
    bare.map(({ id }) => id),
  );
  return new Map(orders.map((order) => [order.id, isPickable(order, covered.has(order.id))]));
}
