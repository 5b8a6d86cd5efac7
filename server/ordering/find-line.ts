import { and, eq } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { lockRows } from '../db/lock.ts';
import { orderLines, orders } from '../db/tables/index.ts';
import { type Line, linesOfOrder } from '../order-queries/line-queries.ts';
import type { Order } from '../orders/find-order.ts';
import { visibleLines } from '../orders/scope.ts';

export type StoredLine = typeof orderLines.$inferSelect;

/** One line of a locked order, locked as well; 404 if the order has no such line that the caller may see. */
export async function findLine(ctx: Ctx, order: Pick<Order, 'id'>, line_id: number): Promise<StoredLine> {
  const [visibleLine] = await ctx.db
    .select({ id: orderLines.id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .where(and(eq(orderLines.id, line_id), eq(orderLines.order_id, order.id), visibleLines(ctx.actor)));
  const query = ctx.db
    .select()
    .from(orderLines)
    .where(eq(orderLines.id, requireFound(visibleLine).id));
  return requireFound((await lockRows(query))[0]);
}

/** One line as the caller may see it. */
export async function lineView(ctx: Ctx, order: Order, line_id: number): Promise<Line> {
  const see = { prices: policy.see_order_prices(ctx.actor, order), costs: policy.see_costs(ctx.actor) };
  return requireFound((await linesOfOrder(ctx, order.id, see, line_id)).find(({ id }) => id === line_id));
}
