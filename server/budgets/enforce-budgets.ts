import { budgetArithmetic, judgeBudgets, overBudget } from '../../shared/budgets/spend.ts';
import { messages } from '../../shared/messages.ts';
import { invalid } from '../core/problem.ts';
import type { OrderBudget } from './budgets-of-order.ts';

/** Refuse a charge over a budget that cannot be forced, and one that could be but is not confirmed. Returns the budgets that are forced over. */
export function enforceBudgets(budgets: readonly OrderBudget[], force: boolean): OrderBudget[] {
  const { verdict, over } = judgeBudgets(budgets);
  const arithmetic = over.map(budgetArithmetic);
  if (verdict === 'refused') throw invalid({ budget: [messages.over_budget, ...arithmetic] });
  if (verdict === 'forceable' && !force) throw invalid({ force_over_budget_order: [messages.over_budget, ...arithmetic] });
  return budgets.filter((budget) => overBudget(budget) > 0);
}
