import { and, isNull } from 'drizzle-orm';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { countRequests, stockChecks, stockLevels } from '../db/tables/index.ts';

/** Close what waited for a count of these SKUs, each with its number on hand: checks after short picks, and counts of the floor. */
export async function closeCounts(ctx: Ctx, counted: ReadonlyMap<number, number>): Promise<void> {
  if (!counted.size) return;
  const { db, now, actor } = ctx;
  const list = idList([...counted.keys()]);
  await db
    .update(stockChecks)
    .set({ closed_at: now, closed_by: actor.id })
    .where(and(among(stockChecks.product_id, list), isNull(stockChecks.closed_at)));
  const superseded = await db
    .update(countRequests)
    .set({ resolved_at: now, resolved_by: actor.id, choice: 'superseded' })
    .where(and(among(countRequests.product_id, list), isNull(countRequests.resolved_at)))
    .returning({ m: countRequests.m, product_id: countRequests.product_id });
  await auditEach(
    ctx,
    'stock.count_resolved',
    superseded.map(({ m, product_id }) => ({
      on: { type: 'product', id: product_id },
      after: { choice: 'superseded', m, qty: counted.get(product_id) ?? null },
    })),
  );
}

/** The same for counts that the office approves: the sum of the floor's counts since the last approved one begins anew. */
export async function answerCounts(ctx: Ctx, counted: ReadonlyMap<number, number>): Promise<void> {
  await closeCounts(ctx, counted);
  const list = idList([...counted.keys()]);
  if (counted.size) await ctx.db.update(stockLevels).set({ qty_unapproved: 0 }).where(among(stockLevels.product_id, list));
}
