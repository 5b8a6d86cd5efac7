import { asc, eq, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { notFound, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { lockRows } from '../db/lock.ts';
import { orders } from '../db/tables/index.ts';

const lockedOrder = prepared('lock_order', (db: Db) =>
  lockRows(
    db
      .select({
        id: orders.id,
        uuid: orders.uuid,
        submitted_at: orders.submitted_at,
        cancelled_at: orders.cancelled_at,
        is_frozen: orders.is_frozen,
        frozen_reason: orders.frozen_reason,
        account_id: orders.account_id,
        version: orders.version,
        last_edit: orders.last_edit,
        deleted_at: orders.deleted_at,
      })
      .from(orders)
      .where(eq(orders.id, sql.placeholder('id'))),
  ),
);
export type LockedOrder = Awaited<ReturnType<typeof lockedOrder>>[number];

/** Lock one order until the unit of work ends, deleted or not. If stock is needed as well, it is locked before the order. */
export const lockAnyOrder = async (ctx: Pick<Ctx, 'db'>, id: number): Promise<LockedOrder> => requireFound((await lockedOrder(ctx.db, { id }))[0]);

/** As `lockAnyOrder`, for an order that must still exist; 404 if it was deleted. */
export async function lockOrder(ctx: Pick<Ctx, 'db'>, id: number): Promise<LockedOrder> {
  const order = await lockAnyOrder(ctx, id);
  if (order.deleted_at) throw notFound();
  return order;
}

const lockedOrders = prepared('locked_orders', (db: Db) =>
  lockRows(
    db
      .select({ id: orders.id })
      .from(orders)
      .where(among(orders.id, sql.placeholder('ids')))
      .orderBy(asc(orders.id)),
  ),
);

/** Lock several orders, deleted or not, always in the same sequence. */
export async function lockOrders(ctx: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<void> {
  if (ids.length) await lockedOrders(ctx.db, { ids: idList(ids) });
}
