import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { openStatuses } from '../../shared/ordering/order-status.ts';
import { among, idList } from '../db/among.ts';
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

/** Above every id of a product: client and SKU make one number, which SQLite groups by in half the time. */
const FACTOR = 4_294_967_296;

/** A select of what is short of each SKU for each client: `account_id, product_id, qty_short, first_at`. */
export const shortBySku = (condition?: SQL): SQL => sql`select client_and_sku / ${sql.raw(String(FACTOR))} as account_id,
  client_and_sku % ${sql.raw(String(FACTOR))} as product_id, qty_short, first_at
  from (select ${orders.account_id} * ${sql.raw(String(FACTOR))} + ${pickedSku} as client_and_sku, sum(${qtyShort}) as qty_short,
    min(${orders.submitted_at}) as first_at
    from ${orders} join ${orderLines} on ${orderLines.order_id} = ${orders.id} where ${and(...isShort, condition)} group by 1) as grouped`;

/** A select of how many orders of a client lack each of these SKUs: `product_id, orders`. */
export const ordersShortOf = (account_id: number, product_ids: readonly number[]): SQL => sql`select ${pickedSku} as product_id,
  count(distinct ${orders.id}) as orders from ${orders} join ${orderLines} on ${orderLines.order_id} = ${orders.id}
  where ${and(...isShort, eq(orders.account_id, account_id), among(pickedSku, idList(product_ids)))} group by ${pickedSku}`;
