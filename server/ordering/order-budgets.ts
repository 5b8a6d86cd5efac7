import { policy } from '../../shared/policy.ts';
import { type BudgetView, budgetsAround, budgetView } from '../budgets/budgets-of-order.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { findOrder } from './find-order.ts';

/** The budgets of an order's wearers and what it charges to them, for callers who may see its prices. */
export async function budgetsOf(ctx: Ctx, uuid: string): Promise<{ items: BudgetView[] }> {
  const order = await findOrder(ctx, uuid);
  authorize(policy.see_order_prices(ctx.actor, order));
  return { items: (await budgetsAround(ctx, order)).map(budgetView) };
}
