import { and, eq, exists, gt, inArray, isNotNull, lt, lte, not, notInArray, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { stages } from '../../shared/ordering/stages.ts';
import type { Ctx } from '../core/context.ts';
import type { Db } from '../db/db.ts';
import { dispatches, dispatchOrders, isRequiredOrder, orderLines, orders, returns, users } from '../db/tables/index.ts';

const linesWhere = (db: Db, condition: SQL) =>
  db
    .select({ one: sql`1` })
    .from(orderLines)
    .where(and(eq(orderLines.order_id, orders.id), condition));

const failedBookings = (db: Db) =>
  db
    .select({ one: sql`1` })
    .from(dispatchOrders)
    .innerJoin(dispatches, eq(dispatches.id, dispatchOrders.dispatch_id))
    .where(
      and(eq(dispatchOrders.order_id, orders.id), inArray(dispatches.state, ['requested', 'booking', 'failed']), isNotNull(dispatches.booking_error)),
    );

/** A line, with or without a size, that is not yet fully allocated or shipped. */
const isMissing = gt(sql`${orderLines.qty_requested} - ${orderLines.qty_cancelled} - ${orderLines.qty_shipped}`, orderLines.qty_allocated);

/** The condition that the office has an order: it is submitted, not with the warehouse, and not shipped in full. */
export const isAtOffice: SQL = inArray(orders.status, [...stages.requires_allocation]);
/** The condition that an order lacks items. */
export const lacksItems = (db: Db): SQL => exists(linesWhere(db, isMissing));
/** The condition that an order has allocated items. */
export const hasAllocated = (db: Db): SQL => exists(linesWhere(db, gt(orderLines.qty_allocated, 0)));

/** The condition that an order waits for stock: the office has it, and it is not fully allocated. */
export const isShortOrder = (db: Db): SQL | undefined => and(isAtOffice, lacksItems(db));

/** The condition that an order can be released with all its items: the office has it, it is fully allocated and not on hold. */
export const isReadyOrder = (db: Db): SQL | undefined => and(isAtOffice, eq(orders.is_frozen, false), not(lacksItems(db)), hasAllocated(db));

/** The condition that an order waits for a courier since `before` or longer, or that the booking with the courier failed. */
export const isStuckOrder = (db: Db, before: string | Placeholder): SQL | undefined =>
  and(eq(orders.status, 'waiting_for_courier'), or(lte(orders.status_since, before), exists(failedBookings(db))));

/** An order is stuck if it has waited for its courier since this time or longer. */
export const stuckBefore = ({ now, services }: Pick<Ctx, 'now' | 'services'>): string =>
  new Date(Date.parse(now) - services.settings.STUCK_AFTER_MINUTES * 60_000).toISOString();

/** The condition that an order was required before the day `today`, and has not been shipped in full. */
export const isLateOrder = (today: string | Placeholder): SQL | undefined => and(isRequiredOrder(orders), lt(orders.required_on, today));

/** The condition that the client still works on an order: it is a draft, or waits for approval. */
export const isUnsubmittedOrder: SQL = inArray(orders.status, ['draft', 'requested']);

/** The condition that an order sends an exchange, and is neither shipped in full nor cancelled. */
export const isOpenExchange: SQL = sql`${orders.id} in (select ${returns.exchange_order_id} from ${returns} where ${returns.exchange_order_id} is not null)
  and ${notInArray(orders.status, ['shipped', 'cancelled'])}`;

/** The condition that an order is a draft that the office has started. */
export const isOfficeDraft: SQL = sql`${eq(orders.status, 'draft')} and ${orders.creator_id} in (select ${users.id} from ${users} where ${users.account_id} is null)`;
