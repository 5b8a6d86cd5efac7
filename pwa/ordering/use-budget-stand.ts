import { useState } from 'react';
import type { ApiError } from '../api/api-error.ts';
import { type BudgetRefusal, type BudgetStand, budgetRefusal, budgetStand, overspent } from './budget-stand.ts';
import type { Budget, Order } from './client.ts';
import { useRereadBudgets } from './order-data.ts';

/**
 * Whether an order is within its budgets. A refusal means that the budgets differ from the last read, so they are read again. Until they are read,
 * and if they cannot be read, the figures of the refusal are used.
 */
export function useBudgetStand(
  order: Order,
  budgets: readonly Budget[],
): {
  stand: BudgetStand;
  refusal: BudgetRefusal | null;
  /** Stores and returns what a refusal says about budgets; null if the refusal is not about budgets. */
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
