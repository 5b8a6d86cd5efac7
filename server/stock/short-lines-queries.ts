import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { openStatuses } from '../../shared/ordering/order-status.ts';
import { among, idList } from '../db/among.ts';
import { jsonRows } from '../db/json-rows.ts';
import { accounts, isShortLine, orderLines, orders } from '../db/tables/index.ts';
import { pickedSku } from '../orders/picked-sku.ts';

/** Items of a line that are still part of the order. */
export const qtyWanted = sql<number>`(${orderLines.qty_requested} - ${orderLines.qty_cancelled})`;
/** Items of it that are neither shipped nor allocated. */
export const qtyShort = sql<number>`(${qtyWanted} - ${orderLines.qty_shipped} - ${orderLines.qty_allocated})`;

/** The conditions on an order from which something may be short. */
export const isOpenOrder = [inArray(orders.status, openStatuses), isNull(orders.cancelled_at), isNull(orders.deleted_at)];
/** The conditions on a line of it that is short: sized, and not fully allocated or shipped. */
export const isShort = [...isOpenOrder, isShortLine(orderLines)];

/** Above every id of a product: client and SKU make one number, which SQLite groups by in half the time. */
const FACTOR = sql.raw('4294967296');
/** No real limit. SQLite does not merge a subquery with a limit into the outer query, and therefore sorts two numbers instead of eight columns. */
const ALL = sql.raw('9223372036854775807');

/**
 * A select of what is short of each SKU for each client: `account_id, product_id, qty_short`, and `first_at`, when the first order
 * that lacks it was submitted. `first_at` is null without `withFirst`, which costs a fifth of the time more. The ids are cast, because SQLite makes no
 * index for a join with an expression that has no type.
 */
export const shortBySku = ({ condition, withFirst = false }: { condition?: SQL | undefined; withFirst?: boolean } = {}): SQL => sql`select
  cast(client_and_sku / ${FACTOR} as bigint) as account_id, cast(client_and_sku % ${FACTOR} as bigint) as product_id, qty_short, first_at
  from (select client_and_sku, sum(qty) as qty_short, ${withFirst ? sql`min(submitted_at)` : sql`null`} as first_at
    from (select ${orders.account_id} * ${FACTOR} + ${pickedSku} as client_and_sku, ${qtyShort} as qty, ${orders.submitted_at} as submitted_at
      from ${orders} join ${orderLines} on ${orderLines.order_id} = ${orders.id} where ${and(...isShort, condition)} limit ${ALL}) as short_lines
    group by client_and_sku) as grouped`;

/** A select of what is short of each SKU for all clients together: `product_id, qty`. */
export const shortOfAll: SQL = sql`select cast(sku as bigint) as product_id, sum(qty) as qty
  from (select ${pickedSku} as sku, ${qtyShort} as qty
    from ${orders} join ${orderLines} on ${orderLines.order_id} = ${orders.id} where ${and(...isShort)} limit ${ALL}) as short_lines group by sku`;

/**
 * A select of what is short for each client: `account_id, products_count, qty_short`. The query starts from the clients, so that the SKUs of one
 * client are counted at a time; sorting all lines together takes twice as long.
 */
export const shortByAccount: SQL = sql`select ${accounts.id} as account_id, count(distinct ${pickedSku}) as products_count, sum(${qtyShort}) as qty_short
  from ${accounts} cross join ${orders} join ${orderLines} on ${orderLines.order_id} = ${orders.id}
  where ${orders.account_id} = ${accounts.id} and ${and(...isShort)} group by ${accounts.id}`;

/** A select of the clients for whom SKUs of a list `coming` are short: `account_id, product_id`. */
export const comingForAccounts: SQL = sql`select distinct ${orders.account_id} as account_id, coming.product_id as product_id
  from coming cross join ${orderLines} join ${orders} on ${orders.id} = ${orderLines.order_id}
  where ${pickedSku} = +coming.product_id and ${and(...isShort)}`;

/**
 * A select of when the first order of each of these clients that lacks something was submitted: `account_id, first_at`. Each status
 * is read in the order of submission, up to its first order with a short line.
 */
export const firstShortOf = (account_ids: readonly number[]): SQL => sql`select ${accounts.id} as account_id,
  (select min(first_at) from (select (select ${orders.submitted_at} from ${orders}
    where ${orders.account_id} = ${accounts.id} and ${orders.status} = each_row.value ->> 0 and ${orders.cancelled_at} is null
      and ${orders.deleted_at} is null
      and exists (select 1 from ${orderLines} where ${orderLines.order_id} = ${orders.id} and ${isShortLine(orderLines)})
    order by ${orders.submitted_at} limit 1) as first_at from ${jsonRows(openStatuses.map((status) => [status]))}) as by_status) as first_at
  from ${accounts} where ${among(accounts.id, idList(account_ids))}`;

/** A select of what all clients lack of each of these SKUs, and of how many orders of one client: `product_id, qty_short, orders`. */
export const shortOfSkus = (product_ids: readonly number[], account_id?: number): SQL => sql`select ${pickedSku} as product_id,
  sum(${qtyShort}) as qty_short, ${account_id === undefined ? sql`0` : sql`count(distinct case when ${orders.account_id} = ${account_id} then ${orders.id} end)`} as orders
  from ${orders} join ${orderLines} on ${orderLines.order_id} = ${orders.id}
  where ${and(...isShort, among(pickedSku, idList(product_ids)))} group by ${pickedSku}`;
