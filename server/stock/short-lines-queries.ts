import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { openStatuses } from '../../shared/ordering/order-status.ts';
import { among, idList } from '../db/among.ts';
import { jsonRows } from '../db/json-rows.ts';
import { accounts, isShortLine, orderLines, orders } from '../db/tables/index.ts';
import { pickedSku } from '../orders/picked-sku.ts';

/** Items of a line that are still part of the order. */
export const qtyWanted = sql<number>`(${orderLines.qty_requested} - ${orderLines.qty_cancelled})`;
/** Items of a line that are still part of the order and are not yet shipped or allocated. */
export const qtyShort = sql<number>`(${qtyWanted} - ${orderLines.qty_shipped} - ${orderLines.qty_allocated})`;

/** The conditions on an order that may have short lines. */
export const isOpenOrder = [inArray(orders.status, openStatuses), isNull(orders.cancelled_at), isNull(orders.deleted_at)];
/** The conditions on a short line of an open order: it has a size, and some items are not yet allocated or shipped. */
export const isShort = [...isOpenOrder, isShortLine(orderLines)];

/**
 * Greater than every product id. With this factor client and SKU are combined into one number, because SQLite groups by one number in half the time.
 */
const FACTOR = sql.raw('4294967296');
/** No real limit. SQLite does not merge a subquery with a limit into the outer query, and therefore sorts two numbers instead of eight columns. */
const ALL = sql.raw('9223372036854775807');

/**
 * A select of the shortfall of each SKU for each client: `account_id, product_id, qty_short`, and `first_at`, when the first order that lacks the SKU
 * was submitted. `first_at` is null without `withFirst`, which takes a fifth longer. The ids are cast, because SQLite builds no automatic index for a
 * join with an expression that has no type.
 */
export const shortBySku = ({ condition, withFirst = false }: { condition?: SQL | undefined; withFirst?: boolean } = {}): SQL => sql`select
  cast(client_and_sku / ${FACTOR} as bigint) as account_id, cast(client_and_sku % ${FACTOR} as bigint) as product_id, qty_short, first_at
  from (select client_and_sku, sum(qty) as qty_short, ${withFirst ? sql`min(submitted_at)` : sql`null`} as first_at
    from (select ${orders.account_id} * ${FACTOR} + ${pickedSku} as client_and_sku, ${qtyShort} as qty, ${orders.submitted_at} as submitted_at
      from ${orders} join ${orderLines} on ${orderLines.order_id} = ${orders.id} where ${and(...isShort, condition)} limit ${ALL}) as short_lines
    group by client_and_sku) as grouped`;

/** A select of the shortfall of each SKU for all clients together: `product_id, qty`. */
export const shortOfAll: SQL = sql`select cast(sku as bigint) as product_id, sum(qty) as qty
  from (select ${pickedSku} as sku, ${qtyShort} as qty
    from ${orders} join ${orderLines} on ${orderLines.order_id} = ${orders.id} where ${and(...isShort)} limit ${ALL}) as short_lines group by sku`;

/**
 * A select of the shortfall of each client: `account_id, products_count, qty_short`. The query starts from the clients, so that it counts the SKUs of
 * one client at a time; sorting all lines together takes twice as long.
 */
export const shortByAccount: SQL = sql`select ${accounts.id} as account_id, count(distinct ${pickedSku}) as products_count, sum(${qtyShort}) as qty_short
  from ${accounts} cross join ${orders} join ${orderLines} on ${orderLines.order_id} = ${orders.id}
  where ${orders.account_id} = ${accounts.id} and ${and(...isShort)} group by ${accounts.id}`;

/** A select of each client with each SKU of the list `coming` that is short for the client: `account_id, product_id`. */
export const comingForAccounts: SQL = sql`select distinct ${orders.account_id} as account_id, coming.product_id as product_id
  from coming cross join ${orderLines} join ${orders} on ${orders.id} = ${orderLines.order_id}
  where ${pickedSku} = +coming.product_id and ${and(...isShort)}`;

/**
 * A select of the time at which each of these clients submitted the first order with a short line: `account_id, first_at`. For each status the orders
 * are read in the sequence of submission, up to the first with a short line.
 */
export const firstShortOf = (account_ids: readonly number[]): SQL => sql`select ${accounts.id} as account_id,
  (select min(first_at) from (select (select ${orders.submitted_at} from ${orders}
    where ${orders.account_id} = ${accounts.id} and ${orders.status} = each_row.value ->> 0 and ${orders.cancelled_at} is null
      and ${orders.deleted_at} is null
      and exists (select 1 from ${orderLines} where ${orderLines.order_id} = ${orders.id} and ${isShortLine(orderLines)})
    order by ${orders.submitted_at} limit 1) as first_at from ${jsonRows(openStatuses.map((status) => [status]))}) as by_status) as first_at
  from ${accounts} where ${among(accounts.id, idList(account_ids))}`;

/**
 * A select of the shortfall of each of these SKUs for all clients, and of the number of one client's orders that lack the SKU: `product_id,
 * qty_short, orders`.
 */
export const shortOfSkus = (product_ids: readonly number[], account_id?: number): SQL => sql`select ${pickedSku} as product_id,
  sum(${qtyShort}) as qty_short, ${account_id === undefined ? sql`0` : sql`count(distinct case when ${orders.account_id} = ${account_id} then ${orders.id} end)`} as orders
  from ${orders} join ${orderLines} on ${orderLines.order_id} = ${orders.id}
  where ${and(...isShort, among(pickedSku, idList(product_ids)))} group by ${pickedSku}`;
