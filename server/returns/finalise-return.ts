import { eq, inArray } from 'drizzle-orm';
import { fates, splitQuantities, usualOutcome } from '../../shared/returns/approve-line.ts';
import { checkUndecided } from '../../shared/returns/decide-return.ts';
import { returnNumber } from '../../shared/returns/return-number.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { enforce } from '../core/problem.ts';
import { returnLines, returns } from '../db/tables/index.ts';
import { move } from '../stock/move.ts';
import { announceDecision } from './announce-decision.ts';
import { balanceExchangeOrder } from './balance-exchange.ts';
import { exchangeOrder } from './exchange-order.ts';
import { findReturn } from './find-return.ts';
import { type ReturnView, returnView } from './return-queries.ts';

/**
 * Finalise a return. Approved items come into stock or are written off, and the order's budgets are credited. Items with an exchange product are
 * exchanged. If the exchange is on order already, approved items are not credited, and items that are not approved are charged. The creator is notified.
 */
export async function finaliseReturn(ctx: Ctx, id: number, approver_comments: string | null | undefined): Promise<ReturnView> {
  const { lines, ...current } = await findReturn(ctx, id, { with_stock: true });
  enforce(checkUndecided(current));
  const decisions = lines.map((line) => ({ ...line, outcome: line.outcome ?? usualOutcome(line) }));

  const approved = decisions.filter(({ qty_approved }) => qty_approved > 0);
  for (const outcome of fates) {
    const ids = approved.filter((line) => line.outcome === outcome).map((line) => line.id);
    if (ids.length) await ctx.db.update(returnLines).set({ outcome }).where(inArray(returnLines.id, ids));
  }
  const reference = returnNumber(id);
  await move(
    ctx,
    approved.flatMap((line) => {
      const { product_id, qty_approved } = line;
      const { written_off } = splitQuantities(line);
      return [
        { product_id, type: 'ORDER_RETURN' as const, qty: qty_approved, reference },
        ...(written_off > 0 ? [{ product_id, type: 'ADJUSTMENT' as const, qty: -written_off, reference, reason: 'Returned and written off' }] : []),
      ];
    }),
  );
  const exchanged = approved.flatMap((line) =>
    line.exchange_product_id === null
      ? []
      : [{ order_line_id: line.order_line_id, product_id: line.exchange_product_id, qty: splitQuantities(line).exchanged }],
  );
  const newExchange =
    exchanged.length && current.exchange_order_id === null
      ? await exchangeOrder(ctx, { order_id: current.order_id, return_number: reference }, exchanged)
      : null;
  const decided = {
    finalised_at: ctx.now,
    approver_id: ctx.actor.id,
    approver_comments: approver_comments || null,
    exchange_order_id: current.exchange_order_id ?? newExchange?.id ?? null,
  };
  await ctx.db.update(returns).set(decided).where(eq(returns.id, id));
  if (current.exchange_order_id !== null) await balanceExchangeOrder(ctx, { order_id: current.exchange_order_id });
  const noted = lines.map(({ id: line_id, qty_requested, qty_approved }) => ({ line_id, qty_requested, qty_approved }));
  const after = { order_id: current.order_id, approver_comments, exchange_order_id: decided.exchange_order_id, lines: noted };
  await audit(ctx, 'return.finalised', { type: 'return', id }, null, after);
  await announceDecision(ctx, id);
  return returnView(ctx, id);
}
