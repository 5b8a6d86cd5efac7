import { and, eq, sql } from 'drizzle-orm';
import { checkRestoreOrder } from '../../shared/ordering/restore-order.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import { didLast } from '../audit/is-done.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, notFound, requireFound } from '../core/problem.ts';
import { lockRows } from '../db/lock.ts';
import { orders } from '../db/tables/index.ts';
import { orderView } from '../order-queries/order-queries.ts';
import type { OrderView } from '../order-queries/order-view.ts';
import { ordersWithDeleted } from '../orders/scope.ts';

/** Restore a draft that the caller has just deleted: the undo of the deletion. 404 for a draft that somebody else deleted. */
export async function restoreOrder(ctx: Ctx, uuid: string): Promise<OrderView> {
  const query = ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.uuid, uuid), ordersWithDeleted(ctx.actor)));
  const order = requireFound((await lockRows(query))[0]);
  authorize(policy.edit_draft(ctx.actor, order));
  if (order.deleted_at === null) return orderView(ctx, uuid);
  if (!(await didLast(ctx, ['order.deleted'], { type: 'order', id: order.id }))) throw notFound();
  enforce(checkRestoreOrder({ ...order, deleted_at: order.deleted_at }, ctx.now));
  await ctx.db
    .update(orders)
    .set({ deleted_at: null, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, order.id));
  await audit(ctx, 'order.restored', { type: 'order', id: order.id });
  return orderView(ctx, uuid);
}
