import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { notFound } from '../core/problem.ts';
import { type Line, linesOfOrder } from '../order-queries/line-queries.ts';
import { findOrder } from '../orders/find-order.ts';
import { isWearer } from './is-wearer.ts';

/** The lines of one wearer of an order; 404 if the caller may not see that wearer's lines. */
export async function linesOfWearer(ctx: Ctx, uuid: string, employee_id: number): Promise<{ lines: Line[] }> {
  const order = await findOrder(ctx, uuid);
  const isSeen = policy.see_whole_order(ctx.actor, order) || employee_id === ctx.actor.id;
  if (!isSeen || !(await isWearer(ctx, order.id, employee_id))) throw notFound();
  const see = { prices: policy.see_order_prices(ctx.actor, order), costs: policy.see_costs(ctx.actor) };
  return { lines: (await linesOfOrder(ctx, order.id, see)).filter(({ employee }) => employee.id === employee_id) };
}
