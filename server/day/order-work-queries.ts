import { and, eq, isNull, min, type SQL, sql } from 'drizzle-orm';
import { dispatchNumber } from '../../shared/dispatch/dispatch-number.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { type Db, prepared } from '../db/db.ts';
import { accounts, dispatches, dispatchOrders, orders } from '../db/tables/index.ts';
import { countedByStatus, total } from '../order-queries/count-orders.ts';
import {
  hasAllocated,
  isAtOffice,
  isLateOrder,
  isStuckOrder,
  isUnsubmittedOrder,
  lacksItems,
  stuckBefore,
} from '../order-queries/office-conditions.ts';
import { isMissing } from '../orders/missing-parcels.ts';

/** How many clients a row of the board names. */
export const SHOWN_CLIENTS = 3;
/** No real limit. A subquery with a limit is evaluated once for each row, although the outer query uses its columns several times. */
const ALL = Number.MAX_SAFE_INTEGER;
const today = sql.placeholder('today');

const counted = (condition: SQL) => sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`.mapWith(Number);
const earliest = (condition: SQL) => sql<string | null>`min(case when ${condition} then submitted_at end)`.mapWith(orders.submitted_at);

const officeWork = prepared('day_orders_at_the_office', (db: Db) => {
  const held = db
    .select({
      submitted_at: orders.submitted_at,
      required_on: orders.required_on,
      is_frozen: orders.is_frozen,
      is_short: sql`${lacksItems(db)}`.as('is_short'),
      has_stock: sql`${hasAllocated(db)}`.as('has_stock'),
    })
    .from(orders)
    .where(and(isAtOffice, isNull(orders.deleted_at)))
    .limit(ALL)
    .as('held');
  const isReady = sql`not is_frozen and not is_short and has_stock`;
  const isShort = sql`is_short`;
  const isDue = sql`required_on <= ${today}`;
  return db
    .select({
      ready: counted(isReady),
      ready_at: earliest(isReady),
      ready_due: counted(sql`${isReady} and ${isDue}`),
      short: counted(isShort),
      short_at: earliest(isShort),
      short_due: counted(sql`${isShort} and ${isDue}`),
    })
    .from(held);
});

const lateByClient = prepared('day_late_orders', (db: Db) =>
  db
    .select({ name: accounts.name, total: sql<number>`count(*)`.mapWith(Number).as('total'), oldest_on: min(orders.required_on) })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.account_id))
    .where(isLateOrder(today))
    .groupBy(accounts.id, accounts.name)
    .orderBy(sql`total desc`, accounts.name),
);

const before = sql.placeholder('before');
const courierWork = prepared('day_orders_waiting_for_a_courier', (db: Db) =>
  db
    .select({ oldest_at: min(orders.status_since) })
    .from(orders)
    .where(and(eq(orders.status, 'waiting_for_courier'), isNull(orders.deleted_at))),
);
const stuckWork = prepared('day_stuck_orders', (db: Db) =>
  db
    .select({ id: orders.id, oldest_at: orders.status_since, total: sql<number>`count(*) over ()`.mapWith(Number) })
    .from(orders)
    .where(and(isStuckOrder(db, before), isNull(orders.deleted_at)))
    .orderBy(orders.status_since, orders.id)
    .limit(1),
);
const bookingErrors = prepared('day_booking_error', (db: Db) =>
  db
    .select({ booking_error: dispatches.booking_error })
    .from(dispatchOrders)
    .innerJoin(dispatches, eq(dispatches.id, dispatchOrders.dispatch_id))
    .where(and(eq(dispatchOrders.order_id, sql.placeholder('order_id')), isNull(dispatches.dispatched_at), sql`${dispatches.state} <> 'void'`))
    .orderBy(dispatches.id)
    .limit(1),
);
const missingParcels = prepared('day_missing_parcels', (db: Db) =>
  db
    .select({
      id: dispatches.id,
      name: accounts.name,
      oldest_at: dispatches.not_arrived_at,
      total: sql<number>`count(*) over ()`.mapWith(Number).as('total'),
    })
    .from(dispatches)
    .innerJoin(accounts, eq(accounts.id, dispatches.account_id))
    .where(isMissing)
    .orderBy(dispatches.not_arrived_at, dispatches.id)
    .limit(1),
);
// Ids follow the sequence of creation, and an index has them by status.
const firstUnsubmitted = prepared('day_first_unsubmitted_order', (db: Db) =>
  db
    .select({ oldest_at: orders.created_at })
    .from(orders)
    .where(
      eq(
        orders.id,
        db
          .select({ id: min(orders.id) })
          .from(orders)
          .where(and(isUnsubmittedOrder, isNull(orders.deleted_at))),
      ),
    ),
);

/** The rows of the day board that count orders. `qty_due` is how many of them are required today or were required earlier. */
export async function orderWork(ctx: Pick<Ctx, 'db' | 'now' | 'services'>) {
  const { db } = ctx;
  const values = { today: ukDate(ctx.now) };
  const counts = await countedByStatus(db, null);
  const [atOffice] = await officeWork(db, values);
  const late = await lateByClient(db, values);
  const waiting_count = total(counts, ['waiting_for_courier']);
  const [courier] = waiting_count ? await courierWork(db) : [];
  const [stuck] = waiting_count ? await stuckWork(db, { before: stuckBefore(ctx) }) : [];
  const [fault] = stuck ? await bookingErrors(db, { order_id: stuck.id }) : [];
  const [missing] = await missingParcels(db);
  const unsubmitted = { requests: total(counts, ['requested']), drafts: total(counts, ['draft']) };
  const unsubmitted_count = unsubmitted.requests + unsubmitted.drafts;
  const [first] = unsubmitted_count ? await firstUnsubmitted(db) : [];
  return {
    ready: { total: atOffice?.ready ?? 0, oldest_at: atOffice?.ready_at ?? null, qty_due: atOffice?.ready_due ?? 0 },
    late: {
      total: late.reduce((sum, client) => sum + client.total, 0),
      oldest_on: late.reduce<string | null>((oldest, { oldest_on }) => (oldest === null || (oldest_on ?? '') < oldest ? oldest_on : oldest), null),
      clients: late.slice(0, SHOWN_CLIENTS).map(({ name, total }) => ({ name, total })),
    },
    short: { total: atOffice?.short ?? 0, oldest_at: atOffice?.short_at ?? null, qty_due: atOffice?.short_due ?? 0 },
    courier: { total: waiting_count, oldest_at: courier?.oldest_at ?? null },
    stuck: {
      total: stuck?.total ?? 0,
      oldest_at: stuck?.oldest_at ?? null,
      order_number: stuck ? orderNumber(stuck.id) : null,
      booking_error: fault?.booking_error ?? null,
    },
    missing: {
      total: missing?.total ?? 0,
      oldest_at: missing?.oldest_at ?? null,
      dispatch_number: missing ? dispatchNumber(missing.id) : null,
      name: missing?.name ?? null,
    },
    drafts: { total: unsubmitted_count, oldest_at: first?.oldest_at ?? null, ...unsubmitted },
  };
}
