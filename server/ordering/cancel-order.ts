import { eq, sql } from 'drizzle-orm';
import { checkCancelOrder } from '../../shared/ordering/cancel-order.ts';
import { policy } from '../../shared/policy.ts';
import { lockOrderWithStock } from '../allocation/lock-order-with-stock.ts';
import { unallocateLines } from '../allocation/unallocate-lines.ts';
import { audit } from '../audit/audit.ts';
import { isDone } from '../audit/is-done.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { authorize } from '../core/problem.ts';
import { orderLines, orders } from '../db/tables/index.ts';
import { orderView } from '../order-queries/order-queries.ts';
import type { OrderView } from '../order-queries/order-view.ts';
import { findOrder } from '../orders/find-order.ts';
import { readOrderFacts } from '../orders/read-order-facts.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { announceCancellation } from './announce-cancellation.ts';

/** Cancel all items of a submitted order that have not shipped, and free the stock that is allocated to the order. */
export async function cancelOrder(ctx: Ctx, uuid: string): Promise<OrderView> {
  authorize(policy.cancel_order(ctx.actor, await findOrder(ctx, uuid)));
  const { order: lockedOrder } = await lockOrderWithStock(ctx, uuid);
  const order = await findOrder(ctx, uuid);
  const facts = await readOrderFacts(ctx, lockedOrder);
  if (await isDone(ctx, checkCancelOrder(order, facts), ['order.cancelled'], { type: 'order', id: order.id })) return orderView(ctx, uuid);
  await unallocateLines(ctx, { id: order.id, pick_id: facts.pick_id }, 'cancelled');

  const lines = await ctx.db.select({ qty_shipped: orderLines.qty_shipped }).from(orderLines).where(eq(orderLines.order_id, order.id));
  const isPartShipped = lines.some(({ qty_shipped }) => qty_shipped > 0);
  await announceCancellation(ctx, order, isPartShipped);
  if (isPartShipped)
    await ctx.db
      .update(orderLines)
      .set({ qty_cancelled: sql`${orderLines.qty_requested} - ${orderLines.qty_shipped}`, version: sql`${orderLines.version} + 1` })
      .where(eq(orderLines.order_id, order.id));
  await ctx.db
    .update(orders)
    .set({ ...(isPartShipped ? {} : { cancelled_at: ctx.now, cancelled_by: ctx.actor.id }), version: sql`${orders.version} + 1` })
    .where(eq(orders.id, order.id));
  await refreshStatus(ctx, [order.id]);
  await emit(ctx, 'order.lines_reduced', { order_id: order.id });
  await audit(ctx, 'order.cancelled', { type: 'order', id: order.id }, { status: order.status }, { part: isPartShipped });
  return orderView(ctx, uuid);
}
