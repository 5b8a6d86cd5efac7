import type { ReactNode } from 'react';
import { messages } from '../../shared/messages.ts';
import { Banner } from '../ui/banner.tsx';
import { formatMoney } from '../ui/money.tsx';
import type { Budget } from './client.ts';

/** The budgets that an order goes over, with the sums; a tick where that is allowed, else what would help. */
export function OverBudget({ budgets, tick }: { budgets: readonly Budget[]; tick: ReactNode }) {
  const over = budgets.filter(({ over_by }) => over_by > 0);
  if (over.length === 0) return null;
  const isForceable = over.every(({ is_budget_forceable }) => is_budget_forceable);
  return (
    <Banner tone={isForceable ? 'warn' : 'wrong'} live={false}>
      <div className="over-budget">
        <p className="strong">{messages.over_budget}</p>
        {over.map((budget) => (
          <p key={`${budget.employee_id}/${budget.id}`}>
            {budget.employee_name}: {formatMoney(budget.total_spent)} of {formatMoney(budget.budget_value ?? 0)} used, this order{' '}
            {formatMoney(budget.this_order)}, {formatMoney(budget.over_by)} over.
          </p>
        ))}
        {isForceable ? (
          <>
            <p>An alert e-mail may be sent to a manager.</p>
            {tick}
          </>
        ) : (
          <p>This budget cannot be exceeded. Take something off the order, or ask for a higher budget.</p>
        )}
      </div>
    </Banner>
  );
}

/** Whether an order can be sent as its budgets stand: it keeps to them, or going over is allowed and ticked. */
export function budgetsAllow(budgets: readonly Budget[], isTicked: boolean): boolean {
  const over = budgets.filter(({ over_by }) => over_by > 0);
  return over.length === 0 || (isTicked && over.every(({ is_budget_forceable }) => is_budget_forceable));
}
