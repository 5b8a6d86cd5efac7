import { formatDate } from '../../shared/uk-time.ts';
import { countText } from '../ui/count-text.ts';
import { Icon } from '../ui/icon.tsx';
import { formatMoney } from '../ui/money.tsx';

interface ExceededBudget {
  employee_id: number;
  employee_name: string;
  employee_role_id: number;
  name: string;
  budget_value: number;
  spent_after: number;
  over_by: number;
  is_budget_forceable: boolean;
  period: { starts_on: string; ends_on: string } | null;
}

/** How many budgets are listed; further budgets are only counted. */
const MAX_LISTED = 8;

/** Says which budgets a change of orders would exceed, and by how much, before the change is made. */
export function ExceededBudgets({ budgets }: { budgets: readonly ExceededBudget[] }) {
  if (budgets.length === 0) return null;
  const bound = budgets.filter(({ is_budget_forceable }) => !is_budget_forceable).length;
  // Budgets that cannot be exceeded come first, because they prevent the change.
  const listed = budgets.toSorted((one, other) => Number(one.is_budget_forceable) - Number(other.is_budget_forceable)).slice(0, MAX_LISTED);
  return (
    <div className="flow" role="status">
      <p className="t-warn">
        <Icon name="alert" /> {countText(budgets.length, 'budget')} would go over
        {bound > 0
          ? `; ${bound === budgets.length ? (bound === 1 ? 'it' : 'they') : bound} cannot be exceeded, so nothing can be applied.`
          : `. You are asked to confirm ${budgets.length === 1 ? 'it' : 'them'}.`}
      </p>
      <ul>
        {listed.map((budget) => (
          <li key={`${budget.employee_id}/${budget.employee_role_id}/${budget.period?.starts_on}`}>
            <strong>{budget.employee_name}</strong>, {budget.name}: {formatMoney(budget.spent_after)} of {formatMoney(budget.budget_value)},{' '}
            <span className="t-warn">{formatMoney(budget.over_by)} over</span>
            {budget.period && <span className="sub">, renewed on {formatDate(budget.period.ends_on, 'list')}</span>}
          </li>
        ))}
      </ul>
      {budgets.length > MAX_LISTED && <p className="note">And {countText(budgets.length - MAX_LISTED, 'budget')} more.</p>}
    </div>
  );
}
