import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { orders, starters, users } from '../db/tables/index.ts';
import { updateMany } from '../db/write-many.ts';
import { lockOrders } from '../orders/lock-order.ts';

/** A person whose first day has moved, with the day before the change. */
export interface MovedStart {
  employee_id: number;
  started_on: string | null;
}

/**
 * Require the kits of these people by their new first days. A day that somebody has given the order by hand stays, and so does the day of an order that
 * is sent or cancelled.
 */
export async function moveFirstDays(ctx: Ctx, moved: readonly MovedStart[]): Promise<void> {
  const earlier = new Map(moved.map(({ employee_id, started_on }) => [employee_id, started_on]));
  const kitsOf = ctx.db
    .select({ order_id: orders.id, employee_id: users.id, required_on: orders.required_on, started_on: users.started_on })
    .from(starters)
    .innerJoin(orders, eq(orders.id, starters.order_id))
    .innerJoin(users, eq(users.id, starters.user_id))
    .where(
      and(among(starters.user_id, idList([...earlier.keys()])), isNull(orders.deleted_at), isNull(orders.cancelled_at), ne(orders.status, 'shipped')),
    )
    .orderBy(asc(orders.id));
  await lockOrders(
    ctx,
    (await kitsOf).map(({ order_id }) => order_id),
  );
  const late = (await kitsOf).filter(
    ({ employee_id, required_on, started_on }) =>
      started_on !== null && required_on !== started_on && required_on === (earlier.get(employee_id) ?? null),
  );
  await updateMany(
    ctx.db,
    orders,
    ['required_on'],
    late.map(({ order_id, started_on }) => ({ id: order_id, required_on: started_on })),
  );
  await auditEach(
    ctx,
    'order.details',
    late.map(({ order_id, required_on, started_on }) => ({
      on: { type: 'order', id: order_id },
      before: { required_on },
      after: { required_on: started_on },
    })),
  );
}
