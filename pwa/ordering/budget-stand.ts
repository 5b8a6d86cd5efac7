import { messages } from '../../shared/messages.ts';
import type { ApiError } from '../api/api-error.ts';
import type { Budget } from './client.ts';

/** What the server said of budgets when it refused an order. */
export interface BudgetRefusal {
  field: 'force_over_budget_order' | 'budget';
  text: string;
  /** What each budget has and by how much it is not enough, in words. */
  sums: readonly string[];
}

/** What of a refusal is about going over a budget; null where none of it is. */
export function budgetRefusal({ errors = {} }: Pick<ApiError, 'errors'>): BudgetRefusal | null {
  for (const field of ['budget', 'force_over_budget_order'] as const) {
    const [text, ...sums] = errors[field] ?? [];
    // A budget that a line cannot have is named by the same field.
    if (text === messages.over_budget) return { field, text, sums };
  }
  return null;
}

/** The budgets that an order goes over. */
export const overspent = (budgets: readonly Budget[]): Budget[] => budgets.filter(({ over_by }) => over_by > 0);

/** Whether an order keeps to its budgets, goes over where that may be ticked, or where it may not. */
export type BudgetStand = 'within' | 'forceable' | 'blocked';

/** How an order stands with its budgets: as they were read, else as it was refused. */
export function budgetStand(budgets: readonly Budget[], refusal: BudgetRefusal | null): BudgetStand {
  const over = overspent(budgets);
  if (over.length > 0) return over.every(({ is_budget_forceable }) => is_budget_forceable) ? 'forceable' : 'blocked';
  if (!refusal) return 'within';
  return refusal.field === 'budget' ? 'blocked' : 'forceable';
}

/** Whether an order can be sent as it stands with its budgets. */
export const budgetsAllow = (stand: BudgetStand, isTicked: boolean): boolean => stand === 'within' || (stand === 'forceable' && isTicked);
