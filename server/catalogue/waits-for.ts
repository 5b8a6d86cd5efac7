import { and, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { WaitsFor } from '../../shared/catalogue/product.ts';
import { openStatuses } from '../../shared/ordering/order-status.ts';
import { withoutSuccessor } from '../clothing-sets/sets-without-successor.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { orderLines, orders, products, purchaseOrderLines, purchaseOrders, stockLevels } from '../db/tables/index.ts';
import { qtyOrdered } from '../stock/qty-owed.ts';

const linesWhere = (isCounted: SQL): SQL<number> =>
  sql<number>`(select count(*) from ${orderLines} join ${orders} on ${orders.id} = ${orderLines.order_id}
    where (${orderLines.product_id} = products.id or ${orderLines.picked_product_id} = products.id) and ${orders.deleted_at} is null and ${isCounted})`.mapWith(
    Number,
  );
const level = (column: 'qty_available' | 'qty_allocated'): SQL<number> =>
  sql<number>`coalesce((select ${stockLevels[column]} from ${stockLevels} where ${stockLevels.product_id} = products.id), 0)`.mapWith(Number);

/** For a query on `products`: the number of items or records of each kind that prevent the removal of a discontinued product. */
const waits: { readonly [Reason in Exclude<keyof WaitsFor, keyof typeof withoutSuccessor>]: SQL<number> } = {
  on_hand: level('qty_available'),
  allocated: level('qty_allocated'),
  orders: linesWhere(
    sql`${inArray(orders.status, openStatuses)} and ${orderLines.qty_requested} > ${orderLines.qty_cancelled} + ${orderLines.qty_shipped}`,
  ),
  drafts: linesWhere(sql`${isNull(orders.submitted_at)} and ${isNull(orders.cancelled_at)}`),
  purchase_orders: sql<number>`(select count(*) from ${purchaseOrderLines}
    join ${purchaseOrders} on ${purchaseOrders.id} = ${purchaseOrderLines.purchase_order_id}
    where (${purchaseOrderLines.product_id} = products.id or ${purchaseOrderLines.source_product_id} = products.id) and ${purchaseOrders.cancelled_at} is null and ${purchaseOrders.closed_at} is null
      and ${purchaseOrderLines.qty_received} < ${qtyOrdered})`.mapWith(Number),
};

/** Whether the product is a style that still has SKUs, which prevent its removal. */
const hasSkus = sql`exists (select 1 from ${products} as child where child.parent_id = products.id and child.deleted_at is null)`;

/** The condition that a product is discontinued and not deleted. A style that has SKUs does not meet the condition. */
export const isWaiting = (now: string): SQL | undefined =>
  and(isNotNull(products.discontinued_at), lte(products.discontinued_at, now), isNull(products.deleted_at), sql`not ${hasSkus}`);

/** The condition that a product is discontinued and may be removed. */
export const isUnused = (now: string): SQL | undefined => and(isWaiting(now), ...Object.values(waits).map((count) => sql`${count} = 0`));

/** The counts that prevent the removal of each of these products, and the number of sets that lack its successor. */
export async function waitsOf({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<Map<number, WaitsFor>> {
  if (!ids.length) return new Map();
  const rows = await db
    .select({
      id: products.id,
      ...waits,
      ...withoutSuccessor,
      on_hand: sql<number>`coalesce(${stockLevels.qty_available}, 0)`.mapWith(Number),
      allocated: sql<number>`coalesce(${stockLevels.qty_allocated}, 0)`.mapWith(Number),
    })
    .from(products)
    .leftJoin(stockLevels, eq(stockLevels.product_id, products.id))
    .where(among(products.id, idList(ids)));
  return new Map(rows.map(({ id, ...rest }) => [id, rest]));
}
