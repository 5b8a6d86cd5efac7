import type { ReactNode } from 'react';
import { formatDate } from '../../shared/uk-time.ts';
import { Bar } from '../ui/bar.tsx';
import { formatMoney } from '../ui/money.tsx';
import './budget-bar.css';

/** One person's budget in one role for the current period, in pence ex VAT. */
interface Budget {
  employee_name: string;
  name: string;
  /** Null is no limit. */
  budget_value: number | null;
  total_spent: number;
  this_order: number;
  over_by: number;
  is_binding: boolean;
  period: { starts_on: string; ends_on: string } | null;
}

interface BudgetBarProps {
  budget: Budget;
  /** The record that will add `this_order` to the spend; null if none will. */
  noun?: 'order' | 'request' | null;
  /** Whether the title names the employee. */
  named?: boolean;
}

/** Shows the spend of a budget, what this order adds and what remains, as a bar and as text. */
export function BudgetBar({ budget, noun = 'order', named }: BudgetBarProps) {
  const { budget_value: value, total_spent: totalSpent, this_order: adds, over_by, period } = budget;
  const title = `${named ? `${budget.employee_name}, ` : ''}${budget.name} budget`;
  const added = noun ? `, this ${noun} ${formatMoney(adds)}` : '';
  if (value === null) {
    return (
      <div className="budget">
        <BudgetHead title={title} state={<span className="sub">No limit</span>} />
        <p className="sub budget-words">
          {formatMoney(totalSpent)} used{period ? ` since ${formatDate(period.starts_on)}` : ''}
          {added}.
        </p>
      </div>
    );
  }
  const remaining = value - totalSpent - adds;
  const over = noun ? over_by : Math.max(0, -remaining);
  const whole = Math.max(value, totalSpent + adds, 1);
  const share = (pence: number): number => Math.max(0, pence) / whole;
  const within = Math.max(0, Math.min(adds, value - totalSpent));
  const when = period ? ` From ${formatDate(period.starts_on)}, renewed on ${formatDate(period.ends_on)}.` : '';
  const words = `${formatMoney(totalSpent)} of ${formatMoney(value)} used${added}.${when}`;
  return (
    <div className="budget">
      <BudgetHead
        title={title}
        state={
          over > 0 ? (
            <span className="strong t-wrong">{formatMoney(over)} over</span>
          ) : (
            <span className="strong">{remaining < 0 ? 'Used up' : `${formatMoney(remaining)} left`}</span>
          )
        }
      />
      <Bar
        label={words}
        parts={[
          { share: share(Math.min(totalSpent, value)) },
          { share: share(within), tone: 'now' },
          { share: share(totalSpent + adds - Math.max(value, 0)), tone: 'over' },
        ]}
      />
      <p className="sub budget-words">
        {words}
        {noun && !budget.is_binding && ' It does not limit this order.'}
      </p>
    </div>
  );
}

const BudgetHead = ({ title, state }: { title: string; state: ReactNode }) => (
  <div className="line">
    <span className="strong cut" title={title}>
      {title}
    </span>
    <span className="push nowrap">{state}</span>
  </div>
);
