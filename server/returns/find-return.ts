import { asc, eq, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { lockRows } from '../db/lock.ts';
import { orderLines, returnLines, returnReasons, returns } from '../db/tables/index.ts';
import { lockOrders } from '../orders/lock-order.ts';
import { lockLevels } from '../stock/change-levels.ts';

const linesOf = (ctx: Ctx, return_id: number) =>
  ctx.db
    .select({
      id: returnLines.id,
      order_line_id: returnLines.order_line_id,
      product_id: returnLines.product_id,
      qty_requested: returnLines.qty_requested,
      qty_approved: returnLines.qty_approved,
      outcome: returnLines.outcome,
      exchange_product_id: returnLines.exchange_product_id,
      qty_written_off: returnLines.qty_written_off,
      qty_exchanged: returnLines.qty_exchanged,
      decoration: orderLines.decoration,
      reason: returnReasons.description,
      is_exchange_ordered: sql<boolean>`(${returns.exchange_order_id} is not null and ${returnLines.exchange_product_id} is not null)`
        .mapWith(Boolean)
        .as('is_exchange_ordered'),
    })
    .from(returnLines)
    .innerJoin(returns, eq(returns.id, returnLines.return_id))
    .innerJoin(orderLines, eq(orderLines.id, returnLines.order_line_id))
    .innerJoin(returnReasons, eq(returnReasons.id, returnLines.reason_id))
    .where(eq(returnLines.return_id, return_id))
    .orderBy(asc(returnLines.id));

export type FoundReturn = Awaited<ReturnType<typeof findReturn>>;

/**
 * A return with its lines, locked with its order and the order of its exchange until the unit of work ends. `with_stock` locks the stock of its SKUs first, for commands that move
 * stock. Not scoped to a client, because only the office calls it.
 */
export async function findReturn(ctx: Ctx, id: number, { with_stock = false } = {}) {
  const [existing] = await ctx.db
    .select({ order_id: returns.order_id, exchange_order_id: returns.exchange_order_id })
    .from(returns)
    .where(eq(returns.id, id));
  const { order_id, exchange_order_id } = requireFound(existing);
  if (with_stock)
    await lockLevels(
      ctx,
      (await linesOf(ctx, id)).map(({ product_id }) => product_id),
    );
  await lockOrders(ctx, exchange_order_id === null ? [order_id] : [order_id, exchange_order_id]);
  const [row] = await lockRows(ctx.db.select().from(returns).where(eq(returns.id, id)));
  return { ...requireFound(row), lines: await linesOf(ctx, id) };
}
