import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { allocationRuns } from '../db/tables/index.ts';
import { promiseRun } from './begin-run.ts';

/** Items of a SKU that came in; negative when they went out. */
interface Moved {
  product_id: number;
  qty: number;
}

/**
 * Where `ALLOCATE_INCOMING` is on, allocate what came in to the orders that wait for it, by the rule that is set. What goes out
 * again in the same unit of work did not come in.
 */
export async function allocateIncoming(ctx: Ctx, movement: readonly Moved[]): Promise<void> {
  const rule = ctx.services.settings.ALLOCATE_INCOMING;
  if (rule === 'off') return;
  const more = new Map<number, number>();
  for (const { product_id, qty } of movement) more.set(product_id, (more.get(product_id) ?? 0) + qty);
  const product_ids = [...more].flatMap(([product_id, qty]) => (qty > 0 ? [product_id] : [])).sort((a, b) => a - b);
  if (!product_ids.length) return;
  const [run] = await ctx.db
    .insert(allocationRuns)
    .values({ rule, product_ids, created_by: ctx.actor.id, created_at: ctx.now })
    .returning({ id: allocationRuns.id });
  await promiseRun(ctx, requireFound(run).id);
}
