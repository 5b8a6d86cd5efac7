import { and, eq, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { lockRows } from '../db/lock.ts';
import { orders } from '../db/tables/index.ts';
import { preparedWithin } from './scope.ts';

export type Order = typeof orders.$inferSelect;

interface How {
  /** Lock the order until the unit of work ends. Budgets and stock are locked before the order, picks after it. */
  lock?: boolean;
}

const byUuid = preparedWithin('find_order', (db, visible) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.uuid, sql.placeholder('key')), visible.orders)),
);
const byUuidHeld = preparedWithin('hold_order', (db, visible) =>
  lockRows(
    db
      .select()
      .from(orders)
      .where(and(eq(orders.uuid, sql.placeholder('key')), visible.orders)),
  ),
);
const byId = preparedWithin('find_order_by_id', (db, visible) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.id, sql.placeholder('key')), visible.orders)),
);
const byIdHeld = preparedWithin('hold_order_by_id', (db, visible) =>
  lockRows(
    db
      .select()
      .from(orders)
      .where(and(eq(orders.id, sql.placeholder('key')), visible.orders)),
  ),
);

/** One order within the caller's scope, by uuid or id; otherwise 404. */
export async function findOrder(ctx: Ctx, key: string | number, { lock = false }: How = {}): Promise<Order> {
  const query = typeof key === 'number' ? (lock ? byIdHeld : byId) : lock ? byUuidHeld : byUuid;
  const [order] = await query(ctx.db, ctx.actor, { key });
  return requireFound(order);
}
