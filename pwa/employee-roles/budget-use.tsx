import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EmployeeRoleWithUse } from '../../shared/employee-roles/employee-role.ts';
import { limits } from '../../shared/limits.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { Bar } from '../ui/bar.tsx';
import { countText } from '../ui/count-text.ts';
import { Loaded } from '../ui/loaded.tsx';
import { formatMoney } from '../ui/money.tsx';
import { Pager } from '../ui/pager.tsx';
import { readPeople } from './client.ts';

type Use = NonNullable<EmployeeRoleWithUse['budget_use']>;

/** Says how much of a budget is left, or by how much it is exceeded. */
const leftText = (left: number | null): string => (left === null ? 'No limit' : left < 0 ? `${formatMoney(-left)} over` : formatMoney(left));

/** Says how the total budget of a role's people is calculated, and how much of it they have spent. */
function arithmetic({ budget_value }: EmployeeRoleWithUse, { people, budget, spent, left }: Use): string {
  const people_count = countText(people, 'person', 'people');
  if (budget === null || budget_value === null || left === null) return `${people_count} without a limit, ${formatMoney(spent)} spent.`;
  return `${formatMoney(budget_value)} × ${people_count} = ${formatMoney(budget)}. Spent ${formatMoney(spent)}, ${left < 0 ? leftText(left) : `left ${formatMoney(left)}`}.`;
}

/** Shows how much of a role's budget is used in the current period: by all people with the role together, and by each of them. */
export function BudgetUse({ accountId, role, use }: { accountId: string; role: EmployeeRoleWithUse; use: Use }) {
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: ['employee-roles', 'people', accountId, role.id, page],
    queryFn: ({ signal }) => readPeople(accountId, String(role.id), { page, per_page: limits.role_people_page }, signal),
    placeholderData: keepPreviousData,
  });
  const { period, budget, spent } = use;
  const sum = arithmetic(role, use);
  const whole = Math.max(budget ?? 0, spent, 1);
  return (
    <section className="role-use" aria-labelledby="role-use">
      <h2 id="role-use">Budget use</h2>
      <p className="sub">
        {period
          ? `From ${formatDate(period.starts_on)}, renewed on ${formatDate(period.ends_on)}. ${sum}`
          : 'The budget has not started. Until then nothing is charged to it.'}
      </p>
      {period && budget !== null && (
        <Bar
          label={sum}
          parts={[
            { share: Math.max(0, Math.min(spent, budget)) / whole, tone: 'now' },
            { share: Math.max(0, spent - budget) / whole, tone: 'over' },
          ]}
        />
      )}
      {use.people === 0 ? (
        <p className="note">Nobody has this role.</p>
      ) : (
        <Loaded query={query} noun="people">
          {({ items, total, last_page }) => (
            <>
              <table className="table" aria-busy={query.isPlaceholderData || undefined}>
                <thead>
                  <tr>
                    <th>Person</th>
                    <th className="num">Spent</th>
                    <th className="num">Left</th>
                  </tr>
                </thead>
                <tbody>
                  {items.map((person) => (
                    <tr key={person.id}>
                      <td title={person.name}>{person.name}</td>
                      <td className="num">{formatMoney(person.spent)}</td>
                      <td className={person.left !== null && person.left < 0 ? 'num t-wrong strong' : 'num'}>{leftText(person.left)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <Pager label="Pages of people" noun={['person', 'people']} page={page} last={last_page} total={total} onPage={setPage} />
            </>
          )}
        </Loaded>
      )}
    </section>
  );
}
