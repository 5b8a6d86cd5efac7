import { useState } from 'react';
import type { ApiError } from '../api/api-error.ts';
import { type BudgetRefusal, type BudgetStand, budgetRefusal, budgetStand, overspent } from './budget-stand.ts';
import type { Budget, Order } from './client.ts';
import { useRereadBudgets } from './order-data.ts';

/**
 * An order's budgets and whether it keeps to them. A refusal means that they differ from the last read, so they are read again. Until that is done,
 * and where they cannot be read, the figures of the refusal are used.
 */
export function useBudgetStand(
  order: Order,
  budgets: readonly Budget[],
): {
  stand: BudgetStand;
  refusal: BudgetRefusal | null;
  /** Takes over the budgets of a refusal; null where it has none. */
  meetBudgets: (error: ApiError) => BudgetRefusal | null;
} {
  const reread = useRereadBudgets(order);
  const [met, setMet] = useState<{ refusal: BudgetRefusal; version: number } | null>(null);
  // A refusal counts only for the version of the order that was sent.
  const refusal = met?.version === order.version ? met.refusal : null;
  const meetBudgets = (error: ApiError): BudgetRefusal | null => {
    const overBudget = budgetRefusal(error);
    const next = overBudget && { refusal: overBudget, version: order.version };
    setMet(next);
    if (next) void reread().then((read) => read && overspent(read).length === 0 && setMet((now) => (now === next ? null : now)));
    return overBudget;
  };
  return { stand: budgetStand(budgets, refusal), refusal, meetBudgets };
}
