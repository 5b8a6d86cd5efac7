import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { type Db, prepared } from '../db/db.ts';
import { countRequests, stockMovements } from '../db/tables/index.ts';
import { askForCount } from './ask-for-count.ts';
import { lockLevel } from './change-levels.ts';
import { move } from './move.ts';
import { freeOf } from './qty-free.ts';

/** The reason that the ledger states for a correction. */
const reasons = { pick: 'picked before the count', receipt: 'received before the count' } as const;

/** A change on a shelf that a tablet reports afterwards: a pick took items off the shelf, or a receipt put items on it. */
interface ArrivedChange {
  kind: keyof typeof reasons;
  product_id: number;
  /** The number of the line's items before the change, and after it. */
  before: number;
  after: number;
  /** When the change happened, by the tablet’s clock. */
  at: string;
  /** The change cannot have happened before this time. If `at` is earlier, the tablet’s clock is wrong. */
  not_before: string;
}

const laterCounts = prepared('counts_after_a_change', (db: Db) =>
  db
    .select({
      difference: sql<number>`coalesce(sum(${stockMovements.qty}), 0)`.mapWith(Number),
      corrected:
        sql<number>`coalesce(sum(case when ${stockMovements.reason} = ${sql.placeholder('reason')} then ${stockMovements.qty} else 0 end), 0)`.mapWith(
          Number,
        ),
      counted_at: sql<string | null>`min(${stockMovements.counted_at})`.mapWith(stockMovements.counted_at),
    })
    .from(stockMovements)
    .where(
      and(
        eq(stockMovements.product_id, sql.placeholder('product_id')),
        isNotNull(stockMovements.counted_at),
        gt(stockMovements.counted_at, sql`${sql.placeholder('at')}`),
      ),
    ),
);
const laterRequests = prepared('count_requests_after_a_change', (db: Db) =>
  db
    .select({ id: countRequests.id, difference: countRequests.difference })
    .from(countRequests)
    .where(
      and(
        isNull(countRequests.resolved_at),
        eq(countRequests.product_id, sql.placeholder('product_id')),
        isNotNull(countRequests.difference),
        gt(countRequests.counted_at, sql`${sql.placeholder('at')}`),
      ),
    ),
);

/**
 * By how many items the counts are corrected for a change that happened before them. If the quantity of a pick rises, the rise is added, but at most
 * the items that the counts found missing. If the quantity falls, the fall is subtracted, but at most the earlier corrections beyond the new quantity
 * and any surplus that the counts found. For a receipt the signs are reversed. `difference` is the total difference of all counts and their
 * corrections; `corrected` is the number of items by which earlier changes have corrected the counts.
 */
export function correctionOf(
  { kind, before, after }: Pick<ArrivedChange, 'kind' | 'before' | 'after'>,
  { difference, corrected }: { difference: number; corrected: number },
): number {
  const sign = kind === 'pick' ? 1 : -1;
  const missing = Math.max(0, -difference * sign);
  const tooMany = Math.max(0, difference * sign);
  if (after > before) return sign * Math.min(after - before, missing);
  return -sign * Math.min(before - after, Math.max(0, corrected - after) + tooMany);
}

/**
 * Correct the counts that were made after a change on a shelf but reached the server before the change did. These counts have already recorded the
 * change as a difference, so without a correction its items would leave or enter stock twice. A new count of the shelf is requested, because the
 * times are by the tablets' clocks.
 */
export async function correctCounts(ctx: Ctx, { product_id, at, not_before, ...change }: ArrivedChange): Promise<void> {
  const { kind, before, after } = change;
  if (before === after || at >= ctx.now || at < not_before) return;
  const reason = reasons[kind];
  const later = { product_id, at, reason };
  for (const { id, difference } of await laterRequests(ctx.db, later)) {
    const by = correctionOf(change, { difference: difference ?? 0, corrected: before });
    if (by !== 0)
      await ctx.db
        .update(countRequests)
        .set({ difference: (difference ?? 0) + by })
        .where(eq(countRequests.id, id));
  }
  const [booked] = await laterCounts(ctx.db, later);
  if (!booked || correctionOf(change, booked) === 0) return;
  const level = await lockLevel(ctx, product_id);
  // Another request may have corrected the count while this one waited for the lock.
  const [counted] = await laterCounts(ctx.db, later);
  const free = freeOf(level);
  const by = counted ? Math.max(correctionOf(change, counted), -free) : 0;
  if (!counted || by === 0) return;
  await move(ctx, [{ product_id, type: 'ADJUSTMENT', qty: by, reason, counted_at: counted.counted_at }]);
  const { qty_available } = level;
  await audit(ctx, 'stock.adjusted', { type: 'product', id: product_id }, { qty_available }, { qty_available: qty_available + by, reason });
  await askForCount(ctx, product_id);
}
