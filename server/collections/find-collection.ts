import { asc, eq } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { lockRows } from '../db/lock.ts';
import { collectionLines, collections, orderLines } from '../db/tables/index.ts';
import { lockOrders } from '../orders/lock-order.ts';
import { lockLevels } from '../stock/change-levels.ts';

const linesOf = ({ db }: Pick<Ctx, 'db'>, collection_id: number) =>
  db
    .select({
      id: collectionLines.id,
      order_line_id: collectionLines.order_line_id,
      order_id: orderLines.order_id,
      product_id: collectionLines.product_id,
      qty_expected: collectionLines.qty_expected,
      qty_restocked: collectionLines.qty_restocked,
      qty_written_off: collectionLines.qty_written_off,
    })
    .from(collectionLines)
    .innerJoin(orderLines, eq(orderLines.id, collectionLines.order_line_id))
    .where(eq(collectionLines.collection_id, collection_id))
    .orderBy(asc(collectionLines.id));

export type FoundCollection = Awaited<ReturnType<typeof findCollection>>;

/**
 * A collection with its lines, locked with the stock of its SKUs and with its orders until the unit of work ends. Not scoped, because only the
 * warehouse and the office call it.
 */
export async function findCollection(ctx: Pick<Ctx, 'db'>, id: number) {
  const before = await linesOf(ctx, id);
  await lockLevels(
    ctx,
    before.map(({ product_id }) => product_id),
  );
  await lockOrders(ctx, [...new Set(before.map(({ order_id }) => order_id))]);
  const [row] = await lockRows(ctx.db.select().from(collections).where(eq(collections.id, id)));
  return { ...requireFound(row), lines: await linesOf(ctx, id) };
}
