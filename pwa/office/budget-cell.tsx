import { formatMoney } from '../ui/money.tsx';
import type { Budget, Line } from './client.ts';

/** Formats pence as pounds without the pound sign, which is in the column's heading. */
export const plainPounds = (pence: number | null): string => (pence === null ? '' : formatMoney(pence).replace('£', ''));

/** The pence that are left of a budget after this order; null if the budget is unlimited. */
export const leftOf = (budget: Budget): number | null =>
  budget.budget_value === null ? null : budget.budget_value - budget.total_spent - budget.this_order;

/** The role that a line is charged to. Once the budgets are known, also what is left of the role's budget after this order. */
export function BudgetCell({ line, budgets }: { line: Line; budgets: readonly Budget[] | undefined }) {
  const budget = budgets?.find(({ employee_id, id }) => employee_id === line.employee.id && id === line.budget_employee_role_id);
  const remaining = budget ? leftOf(budget) : null;
  return (
    <>
      <div className="cut" title={line.employee_role?.name}>
        {line.employee_role?.name ?? <span className="note">None</span>}
      </div>
      {line.employee_role && budgets && (
        <div className={remaining !== null && remaining < 0 ? 'small t-wrong strong' : 'small note'}>
          {remaining === null ? 'Unlimited' : remaining < 0 ? `${formatMoney(-remaining)} over` : `${formatMoney(remaining)} left`}
        </div>
      )}
    </>
  );
}
