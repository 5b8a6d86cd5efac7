import { z } from 'zod';
import { budgetSchema, budgetsOfPerson, budgetView } from '../budgets/budgets-of-order.ts';
import type { Ctx } from '../core/context.ts';
import { findEditableWearer } from './find-wearer.ts';

export const wearerBudgetsSchema = z.object({ items: z.array(budgetSchema) });

/** The budgets of a person in their current periods, for those who may edit the person. */
export async function wearerBudgets(ctx: Ctx, employee_id: number): Promise<z.infer<typeof wearerBudgetsSchema>> {
  const { id } = await findEditableWearer(ctx, employee_id);
  return { items: (await budgetsOfPerson(ctx, id)).map(budgetView) };
}
