import { messages } from '../../shared/messages.ts';
import type { ApiError } from '../api/api-error.ts';
import type { Budget } from './client.ts';

/** What the server reports about budgets when it refuses an order. */
export interface BudgetRefusal {
  field: 'force_over_budget_order' | 'budget';
  text: string;
  /** What each budget has and by how much it is exceeded, as text. */
  sums: readonly string[];
}

/** The part of a refusal that is about exceeded budgets; null where there is none. */
export function budgetRefusal({ errors = {} }: Pick<ApiError, 'errors'>): BudgetRefusal | null {
  for (const field of ['budget', 'force_over_budget_order'] as const) {
    const [text, ...sums] = errors[field] ?? [];
    // The same field also reports a budget that a line cannot be charged to, so the message is compared.
    if (text === messages.over_budget) return { field, text, sums };
  }
  return null;
}

/** The budgets that an order exceeds. */
export const overspent = (budgets: readonly Budget[]): Budget[] => budgets.filter(({ over_by }) => over_by > 0);

/** Whether an order keeps to its budgets, exceeds them where a confirmation allows that, or exceeds them where nothing does. */
export type BudgetStand = 'within' | 'forceable' | 'blocked';

/** An order's budgets and whether it keeps to them: from the read, else from the refusal. */
export function budgetStand(budgets: readonly Budget[], refusal: BudgetRefusal | null): BudgetStand {
  const over = overspent(budgets);
  if (over.length > 0) return over.every(({ is_budget_forceable }) => is_budget_forceable) ? 'forceable' : 'blocked';
  if (!refusal) return 'within';
  return refusal.field === 'budget' ? 'blocked' : 'forceable';
}

/** What is still to be done about an order's budgets before it is sent; null where they allow it. */
export function budgetWaitText(stand: BudgetStand, isTicked: boolean): string | null {
  if (stand === 'within' || (stand === 'forceable' && isTicked)) return null;
  return stand === 'forceable' ? 'Tick Order over budget to go on' : 'The order is over budget';
}
