import { policy } from '../../shared/policy.ts';
import { checkCreateReturn, type NewReturn, returnFaults } from '../../shared/returns/create-return.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid, requireFound } from '../core/problem.ts';
import { returnLines, returnReasons, returns } from '../db/tables/index.ts';
import { findOrder } from '../ordering/find-order.ts';
import { type ReturnView, returnView } from './return-queries.ts';
import { returnableLines } from './returnable-queries.ts';

/** Request the return of items of a shipped order. Requests for one order run one after the other, so that no item is returned twice. */
export async function createReturn(ctx: Ctx, uuid: string, input: NewReturn): Promise<ReturnView> {
  const order = await findOrder(ctx, uuid, { lock: true });
  authorize(policy.create_return(ctx.actor));
  enforce(checkCreateReturn(order));
  const lines = await returnableLines(ctx, order.id);
  const reasons = new Set((await ctx.db.select({ id: returnReasons.id }).from(returnReasons)).map(({ id }) => id));
  const faults = returnFaults(input, { lines, reasons });
  if (Object.keys(faults).length) throw invalid(faults);

  const [newReturn] = await ctx.db
    .insert(returns)
    .values({ order_id: order.id, creator_id: ctx.actor.id, customer_comments: input.customer_comments || null, created_at: ctx.now })
    .returning({ id: returns.id });
  const { id } = requireFound(newReturn);
  const lineInputs = input.lines.flatMap(({ id: order_line_id, qty_to_return, return_reason }) => {
    const line = lines.get(order_line_id);
    if (!line || !qty_to_return || !return_reason) return [];
    return { return_id: id, order_line_id, product_id: line.shipped_product_id, reason_id: return_reason, qty_requested: qty_to_return };
  });
  await ctx.db.insert(returnLines).values(lineInputs);
  await audit(ctx, 'return.created', { type: 'return', id }, null, { order_id: order.id, lines: lineInputs });
  return returnView(ctx, id);
}
