import type { Offered } from '../api/sites-and-roles.ts';
import { countText } from '../ui/count-text.ts';
import { formatMoney } from '../ui/money.tsx';

/** The budget that an employee role gives each person, as text. */
export const budgetOf = ({ is_budgeted, budget_value, budget_duration }: Offered['employee_roles'][number]): string =>
  !is_budgeted
    ? 'No budget'
    : budget_value === null
      ? 'Budget without a limit'
      : `${formatMoney(budget_value)} each ${countText(budget_duration ?? 0, 'month')}`;
