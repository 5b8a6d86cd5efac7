import { overBudget } from '../../shared/budgets/spend.ts';
import { groupBy } from '../../shared/group-by.ts';
import type { Ctx } from '../core/context.ts';
import { keyOf, type OrderBudget } from './budgets-of-order.ts';
import { binding, charges } from './change-within-budgets.ts';

/** By how many pence the charge of an order to a budget would change. */
export interface ChargeChange {
  order_id: number;
  employee_id: number;
  employee_role_id: number;
  by: number;
}

/** A budget that changes of orders would exceed, with everything that would be charged to it in its period. */
export interface ExceededBudget
  extends Pick<OrderBudget, 'employee_id' | 'employee_name' | 'employee_role_id' | 'name' | 'is_budget_forceable' | 'period'> {
  budget_value: number;
  spent_after: number;
  over_by: number;
  /** How many of the changed orders are charged to it and would cost more. */
  orders_count: number;
}

/**
 * The budgets that such changes of submitted orders would exceed, as `changeWithinBudgets` judges the changes when they are made: only budgets that an
 * order charges more than before. Reads the budgets of all orders in a fixed number of statements.
 */
export async function exceededByChanges(ctx: Ctx, changes: readonly ChargeChange[]): Promise<ExceededBudget[]> {
  const raisedBy = new Map([...groupBy(changes, keyOf)].map(([key, group]) => [key, group.reduce((sum, { by }) => sum + by, 0)]));
  const { submitted, budgets } = await charges(ctx, [...new Set(changes.map(({ order_id }) => order_id))]);
  const samples = new Set(submitted.flatMap(({ id, is_sample }) => (is_sample ? [id] : [])));
  const by = (budget: OrderBudget): number => raisedBy.get(keyOf(budget)) ?? 0;
  const inPeriods = groupBy(budgets, ({ employee_id, employee_role_id, period }) => `${employee_id}/${employee_role_id}/${period?.starts_at}`);
  return [...inPeriods.values()].flatMap((orders) => {
    // The samples among the orders are charged to nothing, so they are spent by no other order.
    const change = orders.reduce((sum, budget) => sum + (samples.has(budget.order_id) ? 0 : by(budget)), 0);
    const exceeded = orders.flatMap((budget) => {
      const own = by(budget);
      const after = { ...budget, this_order: budget.this_order + own, spent: budget.spent + change - (samples.has(budget.order_id) ? 0 : own) };
      return binding(after) > binding(budget) && overBudget(after) > 0 ? [after] : [];
    });
    const [first] = exceeded;
    if (!first || first.budget_value === null) return [];
    const { employee_id, employee_name, employee_role_id, name, is_budget_forceable, period, budget_value } = first;
    return [
      {
        employee_id,
        employee_name,
        employee_role_id,
        name,
        is_budget_forceable,
        period,
        budget_value,
        spent_after: first.spent + first.this_order,
        over_by: overBudget(first),
        orders_count: exceeded.length,
      },
    ];
  });
}
