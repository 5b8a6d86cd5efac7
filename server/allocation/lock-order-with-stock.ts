import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { type Db, prepared } from '../db/db.ts';
import { orderLines, orders } from '../db/tables/index.ts';
import { type LockedOrder, lockOrder } from '../orders/lock-order.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { type Level, lockLevels } from '../stock/change-levels.ts';

/** The SKUs that are picked for the lines of an order. */
const skusOfOrder = prepared('skus_of_order', (db: Db) =>
  db
    .select({ order_id: orders.id, product_id: pickedSku })
    .from(orders)
    .leftJoin(orderLines, eq(orderLines.order_id, orders.id))
    .where(and(eq(orders.uuid, sql.placeholder('uuid')), isNull(orders.deleted_at))),
);

/** Lock the stock of all of an order's SKUs and then the order itself until the unit of work ends. For callers who may see every order. */
export async function lockOrderWithStock(ctx: Pick<Ctx, 'db'>, uuid: string): Promise<{ order: LockedOrder; levels: Map<number, Level> }> {
  const skus = await skusOfOrder(ctx.db, { uuid });
  const { order_id } = requireFound(skus[0]);
  const levels = await lockLevels(
    ctx,
    skus.flatMap(({ product_id }) => (product_id ? [product_id] : [])),
  );
  return { order: await lockOrder(ctx, order_id), levels };
}
