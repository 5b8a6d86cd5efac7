import { budgetArithmetic, judgeBudgets, overBudget } from '../../shared/budgets/spend.ts';
import { messages } from '../../shared/messages.ts';
import { invalid } from '../core/problem.ts';
import type { OrderBudget } from './budgets-of-order.ts';

/** Refuse a charge over a budget unless the budget may be forced and the caller confirms it. Returns the budgets that are exceeded by force. */
export function enforceBudgets(budgets: readonly OrderBudget[], force: boolean): OrderBudget[] {
  const { verdict, over } = judgeBudgets(budgets);
  const arithmetic = over.map(budgetArithmetic);
  if (verdict === 'refused') throw invalid({ budget: [messages.over_budget, ...arithmetic] });
  if (verdict === 'forceable' && !force) throw invalid({ force_over_budget_order: [messages.over_budget, ...arithmetic] });
  return budgets.filter((budget) => overBudget(budget) > 0);
}
