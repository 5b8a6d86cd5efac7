import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { groupBy } from '../../shared/group-by.ts';
import { type Holding, type Reduction, takeBack } from '../../shared/stock/take-back.ts';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { among, idList } from '../db/among.ts';
import { lockRows } from '../db/lock.ts';
import { orderLines, orders, pickLines, picks } from '../db/tables/index.ts';
import { isOpenPick } from '../orders/pick-state-conditions.ts';
import { pickedSku } from '../orders/picked-sku.ts';

/** A line that lost allocation because the items are not there. */
export type TakenBack = Reduction & { product_id: number };

/** Every line to which items of these SKUs are allocated, with its order locked until the unit of work ends. */
async function holdingsOf(ctx: Ctx, product_ids: readonly number[]): Promise<(Holding & { product_id: number })[]> {
  const ids = idList(product_ids);
  const holds = and(
    gt(orderLines.qty_allocated, 0),
    or(among(orderLines.picked_product_id, ids), and(isNull(orderLines.picked_product_id), among(orderLines.product_id, ids))),
  );
  const orderIds = await ctx.db.selectDistinct({ order_id: orderLines.order_id }).from(orderLines).where(holds);
  if (!orderIds.length) return [];
  const order_ids = orderIds.map(({ order_id }) => order_id);
  await lockRows(ctx.db.select({ id: orders.id }).from(orders).where(inArray(orders.id, order_ids)).orderBy(asc(orders.id)));
  return ctx.db
    .select({
      product_id: pickedSku,
      order_line_id: orderLines.id,
      order_id: orderLines.order_id,
      qty_allocated: orderLines.qty_allocated,
      pick_line_id: sql<number | null>`case when ${picks.id} is not null then ${pickLines.id} end`,
      qty_picked: sql<number>`coalesce(${pickLines.qty_picked}, 0)`.mapWith(Number),
    })
    .from(orderLines)
    .leftJoin(picks, and(eq(picks.order_id, orderLines.order_id), isOpenPick()))
    .leftJoin(pickLines, and(eq(pickLines.pick_id, picks.id), eq(pickLines.order_line_id, orderLines.id)))
    .where(holds);
}

/**
 * Take back the allocations of `missing` items, by SKU. The caller has locked the SKUs and changes the levels. Returns null and changes nothing if a
 * picked item would lose its allocation.
 */
export async function takeBackMissing(ctx: Ctx, missing: ReadonlyMap<number, number>): Promise<TakenBack[] | null> {
  const skus = [...missing].filter(([, qty]) => qty > 0);
  if (!skus.length) return [];
  const holdings = groupBy(
    await holdingsOf(
      ctx,
      skus.map(([product_id]) => product_id),
    ),
    ({ product_id }) => product_id,
  );
  const reductions: TakenBack[] = [];
  for (const [product_id, qty] of skus) {
    const ofSku = takeBack(holdings.get(product_id) ?? [], qty);
    if (!ofSku) return null;
    reductions.push(...ofSku.map((reduction) => ({ ...reduction, product_id })));
  }
  await emit(ctx, 'stock.short', reductions);
  await auditEach(
    ctx,
    'allocation.taken_back',
    reductions.map(({ order_id, order_line_id, product_id, qty }) => ({
      on: { type: 'order', id: order_id },
      after: { order_line_id, product_id, qty },
    })),
  );
  return reductions;
}
