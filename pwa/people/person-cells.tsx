import type { ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Bar } from '../ui/bar.tsx';
import { DateText } from '../ui/date-text.tsx';
import { leftOn } from '../ui/left-on.ts';
import { formatMoney } from '../ui/money.tsx';
import type { ListedPerson } from './client.ts';

type Budget = NonNullable<ListedPerson['budgets']>[number];

/** What is left of a budget; null if it has no limit. */
const leftOf = ({ budget_value, total_spent }: Budget): number | null => (budget_value === null ? null : budget_value - total_spent);

/** The budget with the least left. A budget without a limit is chosen only if there is no other. */
function tightest(budgets: readonly Budget[]): Budget | undefined {
  const least = (one: Budget): number => leftOf(one) ?? Number.POSITIVE_INFINITY;
  return [...budgets].sort((one, other) => least(one) - least(other))[0];
}

/** A budget is nearly used if less than this share of it is left. */
const NEARLY = 0.15;

/** The rest of a person's budget, with a bar of the used part. If a person has several budgets, shows the one with the least left. */
export function BudgetLeft({ person: { budgets = [] } }: { person: ListedPerson }) {
  const budget = tightest(budgets);
  if (!budget) return <span className="note">No budget</span>;
  const remainder = leftOf(budget);
  if (remainder === null || budget.budget_value === null) return <span className="note">Unlimited</span>;
  const used = budget.total_spent / Math.max(budget.budget_value, 1);
  const tone = remainder < 0 ? 't-wrong strong' : remainder < NEARLY * budget.budget_value ? 't-warn strong' : undefined;
  return (
    <span className="line people-budget" title={`${budget.name}: ${formatMoney(budget.total_spent)} of ${formatMoney(budget.budget_value)} spent`}>
      <Bar label={`${Math.round(used * 100)}% used`} parts={[{ share: used, tone: remainder < 0 ? 'over' : 'now' }]} />
      <span className={tone}>
        {formatMoney(Math.abs(remainder))} {remainder < 0 ? 'over' : 'left'}
      </span>
    </span>
  );
}

/** When a person last signed in, or what keeps them from signing in. */
export function SignedIn({ person }: { person: Pick<ListedPerson, 'email' | 'signed_in_at' | 'invited_at' | 'has_password' | 'is_disabled'> }) {
  if (person.is_disabled) return <Badge tone="line-only">Disabled</Badge>;
  if (person.signed_in_at) return <DateText value={person.signed_in_at} form="list" />;
  if (!person.email) return <span className="note">No email</span>;
  if (person.invited_at)
    return (
      <span className="sub">
        Invited <DateText value={person.invited_at} form="list" />
      </span>
    );
  return person.has_password ? <span className="note">Not yet</span> : <span className="t-warn">Not invited</span>;
}

/** The first of several names, and how many more there are. */
export function FirstName({ rows, none = null }: { rows: readonly { name: string }[]; none?: ReactNode }) {
  const [first, ...others] = rows;
  if (!first) return none;
  return (
    <>
      {first.name}
      {others.length > 0 && <span className="note"> +{others.length}</span>}
    </>
  );
}

/** All names on one line. */
export const allNames = (rows: readonly { name: string }[]): string => rows.map(({ name }) => name).join(', ');

/** Marks somebody who has left, for whom nothing new is ordered. */
export const Left = ({ person }: { person: Pick<ListedPerson, 'leaves_on'> }) => leftOn(person.leaves_on) && <Badge tone="line-only">Left</Badge>;
