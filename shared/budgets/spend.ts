import { messages } from '../messages.ts';
import { pounds } from '../money.ts';

/** One person's budget in one role, in pence ex VAT. A null value is no limit. */
export interface BudgetSpend {
  employee_id: number;
  employee_name: string;
  employee_role_id: number;
  name: string;
  budget_value: number | null;
  is_budget_forceable: boolean;
  /** Spent in other submitted orders of the current period, less approved returns. */
  spent: number;
  this_order: number;
  /** Whether this order is exempt from this budget. */
  is_exempt: boolean;
}

/** Pence by which an order exceeds a budget; zero if it does not. */
export const overBudget = ({ budget_value, spent, this_order, is_exempt }: BudgetSpend): number =>
  is_exempt || budget_value === null || this_order === 0 ? 0 : Math.max(0, spent + this_order - budget_value);

/** The calculation as text that shows by how much an order exceeds a budget. */
export const budgetArithmetic = (budget: BudgetSpend): string =>
  messages.budget_arithmetic(
    budget.employee_name,
    budget.name,
    pounds(budget.budget_value ?? 0),
    pounds(budget.spent),
    pounds(budget.this_order),
    pounds(overBudget(budget)),
  );

/** The verdict on an order's budgets: `within` all of them, `forceable` if every budget that it exceeds needs only a confirmation, else `refused`. */
export function judgeBudgets(budgets: readonly BudgetSpend[]): { verdict: 'within' | 'forceable' | 'refused'; over: BudgetSpend[] } {
  const over = budgets.filter((budget) => overBudget(budget) > 0);
  if (!over.length) return { verdict: 'within', over };
  return { verdict: over.every(({ is_budget_forceable }) => is_budget_forceable) ? 'forceable' : 'refused', over };
}
