import { z } from 'zod';
import { policy } from '../../shared/policy.ts';
import { budgetSchema, budgetsOfPerson, budgetView } from '../budgets/budgets-of-order.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { findWearer } from './find-wearer.ts';

export const wearerBudgetsSchema = z.object({ items: z.array(budgetSchema) });

/** A person's budgets, each in its current period. The person sees them, and so do people who may see the person. */
export async function wearerBudgets(ctx: Ctx, employee_id: number): Promise<z.infer<typeof wearerBudgetsSchema>> {
  const { id } = await findWearer(ctx, employee_id);
  authorize(policy.see_own_budget(ctx.actor));
  return { items: (await budgetsOfPerson(ctx, id)).map(budgetView) };
}
