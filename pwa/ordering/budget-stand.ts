import { messages } from '../../shared/messages.ts';
import type { ApiError } from '../api/api-error.ts';
import type { Budget } from './client.ts';

/** What the server reports about budgets when it refuses an order. */
export interface BudgetRefusal {
  field: 'force_over_budget_order' | 'budget';
  text: string;
  /** The amount of each budget and by how much it is exceeded, as text. */
  sums: readonly string[];
}

/** The part of a refusal that is about exceeded budgets; null if it is about something else. */
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

/** An order is within its budgets, exceeds budgets that may be exceeded after a confirmation, or exceeds a budget that may not be exceeded. */
export type BudgetStand = 'within' | 'forceable' | 'blocked';

/** Whether an order is within its budgets. If the budgets that were read show no excess, the refusal decides; without a refusal it is `within`. */
export function budgetStand(budgets: readonly Budget[], refusal: BudgetRefusal | null): BudgetStand {
  const over = overspent(budgets);
  if (over.length > 0) return over.every(({ is_budget_forceable }) => is_budget_forceable) ? 'forceable' : 'blocked';
  if (!refusal) return 'within';
  return refusal.field === 'budget' ? 'blocked' : 'forceable';
}

/** Says what an order's budgets still require before it is sent; null if they require nothing. */
export function budgetWaitText(stand: BudgetStand, isTicked: boolean): string | null {
  if (stand === 'within' || (stand === 'forceable' && isTicked)) return null;
  return stand === 'forceable' ? 'Tick Order over budget to go on' : 'The order is over budget';
}
