import { useState } from 'react';
import type { ApiError } from '../api/api-error.ts';
import { type BudgetRefusal, type BudgetStand, budgetRefusal, budgetStand, overspent } from './budget-stand.ts';
import type { Budget, Order } from './client.ts';
import { useRereadBudgets } from './order-data.ts';

/**
 * How an order stands with its budgets. A refusal says that they stand otherwise than they were read: they are read again, and what the server
 * said stands for them until that is done, and where they cannot be read.
 */
export function useBudgetStand(
  order: Order,
  budgets: readonly Budget[],
): {
  stand: BudgetStand;
  refusal: BudgetRefusal | null;
  /** Takes over what a refusal says of budgets; null where it says nothing of them. */
  meetBudgets: (error: ApiError) => BudgetRefusal | null;
} {
  const reread = useRereadBudgets(order);
  const [met, setMet] = useState<{ refusal: BudgetRefusal; version: number } | null>(null);
  // It is about the order that was sent.
  const refusal = met?.version === order.version ? met.refusal : null;
  const meetBudgets = (error: ApiError): BudgetRefusal | null => {
    const given = budgetRefusal(error);
    const next = given && { refusal: given, version: order.version };
    setMet(next);
    if (next) void reread().then((read) => read && overspent(read).length === 0 && setMet((now) => (now === next ? null : now)));
    return given;
  };
  return { stand: budgetStand(budgets, refusal), refusal, meetBudgets };
}
