import { eq, inArray } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { checkUndecided, outcomes, usualOutcome } from '../../shared/returns/decide-return.ts';
import { returnNumber } from '../../shared/returns/return-number.ts';
import { audit } from '../audit/audit.ts';
import { returnLines, returns } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { authorize, enforce } from '../http/problem.ts';
import { move } from '../stock/move.ts';
import { findReturn } from './find-return.ts';
import { type ReturnView, returnView } from './return-queries.ts';
import { tellDecided } from './tell-decided.ts';

/** Decide a return for good: what is approved comes into stock or is written off, is credited to the order's budgets, and its creator is told. */
export async function finaliseReturn(ctx: Ctx, id: number, { approver_comments }: { approver_comments?: string | null }): Promise<ReturnView> {
  authorize(policy.decide_returns(ctx.actor));
  const { lines, ...held } = await findReturn(ctx, id, { with_stock: true });
  enforce(checkUndecided(held));

  const approved = lines.flatMap((line) => (line.qty_approved > 0 ? [{ ...line, outcome: line.outcome ?? usualOutcome(line) }] : []));
  for (const outcome of outcomes) {
    const ids = approved.filter((line) => line.outcome === outcome).map((line) => line.id);
    if (ids.length) await ctx.db.update(returnLines).set({ outcome }).where(inArray(returnLines.id, ids));
  }
  const reference = returnNumber(id);
  await move(
    ctx,
    approved.flatMap(({ product_id, qty_approved, outcome }) => [
      { product_id, type: 'ORDER_RETURN' as const, qty: qty_approved, reference },
      ...(outcome === 'write_off'
        ? [{ product_id, type: 'ADJUSTMENT' as const, qty: -qty_approved, reference, reason: 'Returned and written off' }]
        : []),
    ]),
  );
  const decided = { finalised_at: ctx.now, approver_id: ctx.actor.id, approver_comments: approver_comments || null };
  await ctx.db.update(returns).set(decided).where(eq(returns.id, id));
  const noted = lines.map(({ id: line_id, qty_requested, qty_approved }) => ({ line_id, qty_requested, qty_approved }));
  await audit(ctx, 'return.finalised', { type: 'return', id }, null, { order_id: held.order_id, approver_comments, lines: noted });
  await tellDecided(ctx, id);
  return returnView(ctx, id);
}
