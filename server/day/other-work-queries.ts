import { and, asc, eq, isNull, min, sql } from 'drizzle-orm';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { type Db, prepared } from '../db/db.ts';
import { isSku } from '../db/sku-columns.ts';
import {
  accounts,
  countRequests,
  isFailedMail,
  orders,
  outbox,
  purchaseOrderLines,
  purchaseOrders,
  returns,
  stockChecks,
  syncDevices,
} from '../db/tables/index.ts';
import { isArriving, lineDueOn, qtyOwed } from '../stock/qty-owed.ts';
import { isTabletMissing, missingSince } from '../sync/tablet-queries.ts';
import { SHOWN_CLIENTS } from './order-work-queries.ts';

const counted = sql<number>`count(*)`.mapWith(Number);
const today = sql.placeholder('today');

const returnsByClient = prepared('day_returns_to_decide', (db: Db) =>
  db
    .select({ name: accounts.name, total: counted.as('total'), oldest_at: min(returns.created_at) })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.order_id))
    .innerJoin(accounts, eq(accounts.id, orders.account_id))
    .where(and(isNull(returns.finalised_at), isNull(orders.deleted_at)))
    .groupBy(accounts.id, accounts.name)
    .orderBy(sql`total desc`, accounts.name),
);

// Few counts and checks are open. As subqueries, the products are looked up by id; a join may read all products first.
const skuOf = sql<string | null>`(select sku from products where products.id = ${countRequests.product_id})`;
const isLiveSku = sql`exists (select 1 from products where products.id = ${stockChecks.product_id} and products.deleted_at is null and ${isSku})`;

const countsToConfirm = prepared('day_counts_to_confirm', (db: Db) =>
  db
    .select({
      total: sql<number>`count(*) over ()`.mapWith(Number),
      oldest_at: countRequests.created_at,
      sku: skuOf,
      difference: countRequests.difference,
    })
    .from(countRequests)
    .where(isNull(countRequests.resolved_at))
    .orderBy(asc(countRequests.created_at), asc(countRequests.id))
    .limit(1),
);

const skusToCheck = prepared('day_stock_checks', (db: Db) =>
  db
    .select({
      total: sql<number>`count(distinct ${stockChecks.product_id})`.mapWith(Number),
      oldest_at: min(stockChecks.opened_at),
      qty_missing: sql<number>`coalesce(sum(${stockChecks.qty_short}), 0)`.mapWith(Number),
    })
    .from(stockChecks)
    .where(and(isNull(stockChecks.closed_at), isLiveSku)),
);

const ordersArriving = prepared('day_purchase_orders_arriving', (db: Db) =>
  db
    .select({
      total: sql<number>`count(distinct ${purchaseOrders.id})`.mapWith(Number),
      overdue: sql<number>`count(distinct case when ${lineDueOn} < ${today} then ${purchaseOrders.id} end)`.mapWith(Number),
      oldest_on: min(lineDueOn),
      qty_items: sql<number>`coalesce(sum(${qtyOwed}), 0)`.mapWith(Number),
    })
    .from(purchaseOrderLines)
    .innerJoin(purchaseOrders, eq(purchaseOrders.id, purchaseOrderLines.purchase_order_id))
    .where(isArriving(today)),
);

const tabletsMissing = prepared('day_tablets_missing', (db: Db) =>
  db
    .select({
      total: sql<number>`count(*) over ()`.mapWith(Number),
      oldest_at: syncDevices.last_seen_at,
      device: syncDevices.device,
      name: syncDevices.name,
      qty_unsent: syncDevices.qty_unsent,
    })
    .from(syncDevices)
    .where(isTabletMissing({ unseen: sql.placeholder('unseen'), unsent: sql.placeholder('unsent') }))
    .orderBy(asc(syncDevices.last_seen_at), asc(syncDevices.device))
    .limit(1),
);

const failedMail = prepared('day_failed_mail', (db: Db) =>
  db
    .select({ total: counted, oldest_at: min(outbox.failed_at) })
    .from(outbox)
    .where(isFailedMail(outbox)),
);
const lastFailedMail = prepared('day_last_failed_mail', (db: Db) =>
  db.select({ to: outbox.to }).from(outbox).where(isFailedMail(outbox)).orderBy(asc(outbox.id)).limit(1),
);

/** The rows of the day board that count anything but orders. */
export async function otherWork({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  const values = { today: ukDate(now) };
  const returnCounts = await returnsByClient(db);
  const [request] = await countsToConfirm(db);
  const [check] = await skusToCheck(db);
  const [arriving] = await ordersArriving(db, values);
  const [tablet] = await tabletsMissing(db, missingSince(now));
  const [mail] = await failedMail(db);
  const [email] = mail?.total ? await lastFailedMail(db) : [];
  return {
    returns: {
      total: returnCounts.reduce((sum, client) => sum + client.total, 0),
      oldest_at: returnCounts.reduce<string | null>(
        (oldest, { oldest_at }) => (oldest === null || (oldest_at ?? '') < oldest ? oldest_at : oldest),
        null,
      ),
      clients: returnCounts.slice(0, SHOWN_CLIENTS).map(({ name, total }) => ({ name, total })),
    },
    counts: request ?? { total: 0, oldest_at: null, sku: null, difference: null },
    checks: { total: check?.total ?? 0, oldest_at: check?.oldest_at ?? null, qty_missing: check?.qty_missing ?? 0 },
    arriving: arriving ?? { total: 0, overdue: 0, oldest_on: null, qty_items: 0 },
    tablets: tablet ?? { total: 0, oldest_at: null, device: null, name: null, qty_unsent: 0 },
    mail: { total: mail?.total ?? 0, oldest_at: mail?.oldest_at ?? null, to: email?.to ?? null },
  };
}
