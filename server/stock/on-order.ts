import { and, asc, eq, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { purchaseOrderLines, purchaseOrders, stockChecks, stockLevels } from '../db/tables/index.ts';
import { qtyFree } from './qty-free.ts';
import { isComing, lineDueOn, qtyOrdered, qtyOwed } from './qty-owed.ts';

/** Items of a SKU that suppliers still owe on open purchase orders. `product_id` is a column of the outer query. */
export const onOrder = (product_id: SQLWrapper) =>
  sql<number>`(select coalesce(sum(${qtyOwed}), 0)
    from ${purchaseOrderLines} where ${and(eq(purchaseOrderLines.product_id, product_id), isComing)})`.mapWith(Number);

/** Items of a SKU that a picker did not find and nobody has counted since. */
export const inQuestion = (product_id: SQLWrapper) =>
  sql<number>`(select coalesce(sum(${stockChecks.qty_short}), 0)
    from ${stockChecks} where ${stockChecks.product_id} = ${product_id} and ${stockChecks.closed_at} is null)`.mapWith(Number);

const deliveries = prepared('deliveries_of_skus', (db: Db) =>
  db
    .select({
      product_id: sql<number>`${purchaseOrderLines.product_id}`.mapWith(Number),
      purchase_order_id: purchaseOrders.id,
      our_reference: purchaseOrders.our_reference,
      due_on: lineDueOn,
      qty: qtyOwed.mapWith(Number),
      qty_ordered: qtyOrdered.mapWith(Number),
    })
    .from(purchaseOrderLines)
    .innerJoin(purchaseOrders, eq(purchaseOrders.id, purchaseOrderLines.purchase_order_id))
    .where(and(among(purchaseOrderLines.product_id, sql.placeholder('ids')), isComing))
    .orderBy(sql`${isNull(lineDueOn)}`, asc(lineDueOn), asc(purchaseOrders.id)),
);
export type Delivery = Awaited<ReturnType<typeof deliveries>>[number];

/** The deliveries of each of these SKUs that are due on open purchase orders, earliest first. */
export async function deliveriesOf(db: Db, product_ids: readonly number[]): Promise<Map<number, Delivery[]>> {
  const bySku = new Map<number, Delivery[]>();
  if (!product_ids.length) return bySku;
  for (const delivery of await deliveries(db, { ids: idList(product_ids) })) {
    const skuDeliveries = bySku.get(delivery.product_id);
    if (skuDeliveries) skuDeliveries.push(delivery);
    else bySku.set(delivery.product_id, [delivery]);
  }
  return bySku;
}

const freeStock = prepared('free_stock_of_skus', (db: Db) =>
  db
    .select({
      product_id: stockLevels.product_id,
      qty_free: qtyFree.mapWith(Number),
      qty_in_question: inQuestion(sql`stock_levels.product_id`),
    })
    .from(stockLevels)
    .where(among(stockLevels.product_id, sql.placeholder('ids'))),
);

/** For each of these SKUs, how many items are free, and how many items pickers did not find. */
export async function freeStockOf(db: Db, product_ids: readonly number[]): Promise<Map<number, { qty_free: number; qty_in_question: number }>> {
  const levels = product_ids.length ? await freeStock(db, { ids: idList(product_ids) }) : [];
  return new Map(levels.map(({ product_id, ...stock }) => [product_id, stock]));
}
