import { and, eq, isNull } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { countRequests } from '../db/tables/index.ts';
import { countStock } from './count-stock.ts';

/**
 * Resolve a count that waits for a super: accept it, or drop it. `count` is the super's own count of the whole shelf: it replaces the number that was
 * sent and says nothing about single bins. If `count` is absent or equals the sent number, the floor's difference still applies, in total and in each
 * bin, even if items came in or went out since. Returns false if no count with this name is pending.
 */
export async function resolveCount(ctx: Ctx, m: string, choice: string, count: number | null): Promise<boolean> {
  const waiting = and(eq(countRequests.m, m), isNull(countRequests.resolved_at));
  const [request] = await ctx.db.update(countRequests).set({ resolved_at: ctx.now, resolved_by: ctx.actor.id, choice }).where(waiting).returning({
    product_id: countRequests.product_id,
    qty: countRequests.qty,
    difference: countRequests.difference,
    bins: countRequests.bins,
    counted_at: countRequests.counted_at,
  });
  if (!request) return false;
  authorize(policy.use_office(ctx.actor));
  const qty = count ?? request.qty;
  if (choice === 'mine') {
    if (qty === null) throw invalid({ choice: messages.not_counted });
    const isSent = qty === request.qty && request.difference !== null;
    const { product_id, counted_at, bins } = request;
    if (isSent) await countStock(ctx, product_id, { difference: request.difference ?? 0 }, { counted_at, bins });
    else await countStock(ctx, product_id, { on_shelf: qty });
  }
  await audit(ctx, 'stock.count_resolved', { type: 'product', id: request.product_id }, null, { choice, qty });
  return true;
}
