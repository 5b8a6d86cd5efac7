import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { setsWithoutSuccessor } from '../../shared/catalogue/product.ts';
import { openStatuses } from '../../shared/ordering/order-status.ts';
import { policy } from '../../shared/policy.ts';
import { pairsOf, setsWithoutSuccessors, withoutSuccessorQuery } from '../clothing-sets/sets-without-successor.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { orderLines, orders, products } from '../db/tables/index.ts';

export const inUseQuery = withoutSuccessorQuery.partial({ successors: true });

export const productsInUse = z.object({
  orders: z.int().describe('Open orders, each counted once'),
  drafts: z.int().describe('Drafts and requests'),
  without_successor: setsWithoutSuccessor.describe('The clothing sets that hold one of them and not what is to follow it'),
});

/**
 * How many open orders and drafts contain at least one of these products, and how many clothing sets lack the products' successors. An order contains
 * a style if it contains one of the style's SKUs.
 */
export async function inUse(ctx: Ctx, ids: readonly number[], successors: readonly number[] = []): Promise<z.infer<typeof productsInUse>> {
  const { db, actor } = ctx;
  authorize(policy.edit_products(actor));
  const list = idList(ids);
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(or(among(products.id, list), among(products.parent_id, list)), isNull(products.deleted_at)));
  const skuIds = idList(rows.map(({ id }) => id));
  const isOpen = and(
    inArray(orders.status, openStatuses),
    sql`${orderLines.qty_requested} > ${orderLines.qty_cancelled} + ${orderLines.qty_shipped}`,
  );
  const isDraft = and(isNull(orders.submitted_at), isNull(orders.cancelled_at));
  const counted = (isCounted: SQL | undefined) => sql<number>`count(distinct case when ${isCounted} then ${orders.id} end)`.mapWith(Number);
  const [counts] = await db
    .select({ orders: counted(isOpen), drafts: counted(isDraft) })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .where(
      and(or(among(orderLines.product_id, skuIds), among(orderLines.picked_product_id, skuIds)), isNull(orders.deleted_at), or(isOpen, isDraft)),
    );
  return { orders: counts?.orders ?? 0, drafts: counts?.drafts ?? 0, without_successor: await setsWithoutSuccessors(ctx, pairsOf(ids, successors)) };
}
