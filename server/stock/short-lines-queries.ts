import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { openStatuses } from '../../shared/ordering/order-status.ts';
import { pickedSku } from '../db/picked-sku.ts';
import { orderLines, orders } from '../db/tables/index.ts';

/** Items of a line that are still part of the order. */
export const qtyWanted = sql<number>`(${orderLines.qty_requested} - ${orderLines.qty_cancelled})`;
/** Items of it that are neither shipped nor allocated. */
export const qtyShort = sql<number>`(${qtyWanted} - ${orderLines.qty_shipped} - ${orderLines.qty_allocated})`;

/** The conditions on an order from which something may be short. */
export const isOpenOrder = [inArray(orders.status, openStatuses), isNull(orders.cancelled_at), isNull(orders.deleted_at)];
/** The conditions on a line of it that is short: sized, and not fully allocated or shipped. */
export const isShort = [...isOpenOrder, eq(orderLines.is_size_selected, true), gt(qtyShort, 0)];

/** A select of what is short of each SKU for each client: `account_id, product_id, qty_short, orders, first_at`. */
export const shortBySku = (condition?: SQL): SQL => sql`select ${orders.account_id} as account_id, ${pickedSku} as product_id,
  sum(${qtyShort}) as qty_short, count(distinct ${orders.id}) as orders, min(${orders.submitted_at}) as first_at
  from ${orders} join ${orderLines} on ${orderLines.order_id} = ${orders.id}
  where ${and(...isShort, condition)} group by ${orders.account_id}, ${pickedSku}`;
