import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { countRequests, stockChecks, stockLevels } from '../db/tables/index.ts';

/** Close the open checks after short picks and the open requests and counts of these SKUs. `counted` has, by SKU, the number on hand. */
export async function closeCounts(ctx: Ctx, counted: ReadonlyMap<number, number>): Promise<void> {
  if (!counted.size) return;
  const { db, now, actor } = ctx;
  const list = idList([...counted.keys()]);
  await db
    .update(stockChecks)
    .set({ closed_at: now, closed_by: actor.id })
    .where(and(among(stockChecks.product_id, list), isNull(stockChecks.closed_at)));
  await supersede(ctx, counted, among(countRequests.product_id, list));
}

/**
 * Close the floor's counts of a SKU that wait for a super, because some of the SKU's bins were counted since. Requests for a count stay open. Returns
 * whether any such counts were closed.
 */
export const supersedeCounts = async (ctx: Ctx, product_id: number, qty: number): Promise<boolean> =>
  (await supersede(ctx, new Map([[product_id, qty]]), and(eq(countRequests.product_id, product_id), isNotNull(countRequests.qty)))) > 0;

async function supersede(ctx: Ctx, counted: ReadonlyMap<number, number>, which: SQL | undefined): Promise<number> {
  const superseded = await ctx.db
    .update(countRequests)
    .set({ resolved_at: ctx.now, resolved_by: ctx.actor.id, choice: 'superseded' })
    .where(and(which, isNull(countRequests.resolved_at)))
    .returning({ m: countRequests.m, product_id: countRequests.product_id });
  await auditEach(
    ctx,
    'stock.count_resolved',
    superseded.map(({ m, product_id }) => ({
      on: { type: 'product', id: product_id },
      after: { choice: 'superseded', m, qty: counted.get(product_id) ?? null },
    })),
  );
  return superseded.length;
}

/** As `closeCounts`, for counts that the office approves. Also resets the sum of the floor's counts since the last approved count. */
export async function answerCounts(ctx: Ctx, counted: ReadonlyMap<number, number>): Promise<void> {
  await closeCounts(ctx, counted);
  const list = idList([...counted.keys()]);
  if (counted.size) await ctx.db.update(stockLevels).set({ qty_unapproved: 0 }).where(among(stockLevels.product_id, list));
}
