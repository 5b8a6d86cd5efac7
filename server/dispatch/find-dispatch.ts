import { eq, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { type Db, prepared } from '../db/db.ts';
import { dispatches, dispatchLines, dispatchOrders, orders } from '../db/tables/index.ts';
import { lockOrders } from '../orders/lock-order.ts';
import { lockLevels } from '../stock/change-levels.ts';

export type FoundDispatch = typeof dispatches.$inferSelect & {
  picks_: { order_id: number; pick_id: number; is_frozen: boolean }[];
};

const linesOfDispatch = prepared('lines_of_dispatch', (db: Db) =>
  db
    .select({ product_id: dispatchLines.product_id, order_id: dispatchLines.order_id })
    .from(dispatchLines)
    .where(eq(dispatchLines.dispatch_id, sql.placeholder('id'))),
);

const dispatchById = prepared('dispatch_by_id', (db: Db) =>
  db
    .select()
    .from(dispatches)
    .where(eq(dispatches.id, sql.placeholder('id'))),
);

const picksOfDispatch = prepared('rounds_of_dispatch', (db: Db) =>
  db
    .select({ order_id: dispatchOrders.order_id, pick_id: dispatchOrders.pick_id, is_frozen: orders.is_frozen })
    .from(dispatchOrders)
    .innerJoin(orders, eq(orders.id, dispatchOrders.order_id))
    .where(eq(dispatchOrders.dispatch_id, sql.placeholder('id'))),
);

/**
 * One dispatch, whose stock levels and orders are locked until the unit of work ends. 404 if the dispatch does not exist. The scope of the caller is
 * not checked, because the floor sees every order.
 */
export async function findDispatch(ctx: Pick<Ctx, 'db'>, id: number): Promise<FoundDispatch> {
  const lines = await linesOfDispatch(ctx.db, { id });
  await lockLevels(
    ctx,
    lines.map(({ product_id }) => product_id),
  );
  await lockOrders(
    ctx,
    lines.map(({ order_id }) => order_id),
  );
  const [dispatch] = await dispatchById(ctx.db, { id });
  const picks = await picksOfDispatch(ctx.db, { id });
  return { ...requireFound(dispatch), picks_: picks };
}
