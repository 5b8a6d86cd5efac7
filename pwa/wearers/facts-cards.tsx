import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BudgetBar } from '../api/budget-bar.tsx';
import { DateText } from '../ui/date-text.tsx';
import { type Person, readBudgets, readChanges } from './client.ts';
import type { WearerScreens } from './use-wearer-screens.ts';
import { WearerCard, WearerListCard } from './wearer-card.tsx';

/** The names of records, each a link if the reader may open the record's screen. */
const Names = ({ of, none, to }: { of: readonly { id: number; name: string }[]; none: string; to?: (id: number) => string | null }) =>
  of.length === 0 ? (
    <span className="note">{none}</span>
  ) : (
    <ul>
      {of.map(({ id, name }) => {
        const href = to?.(id);
        return <li key={id}>{href ? <Link to={href}>{name}</Link> : name}</li>;
      })}
    </ul>
  );

/** Who a person is: how to reach them, where they work and what they may do. */
export function PersonCard({ person, screens }: { person: Person; screens: WearerScreens }) {
  const flags = [
    person.can_view_restricted_products && 'Sees restricted items',
    person.is_supervised_orderer && 'Somebody else approves what they order',
  ].filter((flag) => flag !== false);
  const facts: [label: string, value: ReactNode][] = [
    ['Role', person.roles.map(({ label }) => label).join(', ')],
    ['Number', person.employee_number && <span className="code">{person.employee_number}</span>],
    ['Email', person.email && <a href={`mailto:${person.email}`}>{person.email}</a>],
    ['Phone', person.contact_phone && <a href={`tel:${person.contact_phone.replace(/\s/g, '')}`}>{person.contact_phone}</a>],
    ['Started', person.started_on && <DateText value={person.started_on} />],
    ['Leaves', person.leaves_on && <DateText value={person.leaves_on} />],
    ['Agreed to deductions', person.deduction_consent_on && <DateText value={person.deduction_consent_on} />],
    ['Hours', person.allowance_percent < 100 && `${person.allowance_percent}% of full time`],
    ['Sites', <Names key="sites" of={person.sites} none="No site" to={screens.site} />],
    ['Employee roles', <Names key="roles" of={person.employee_roles} none="None" to={screens.role} />],
    ['Clothing sets', <Names key="sets" of={person.clothing_sets} none="None" to={screens.set} />],
    ['May', flags.length > 0 && flags.map((flag) => <p key={flag}>{flag}</p>)],
  ];
  return (
    <section className="card" aria-labelledby="wearer-person">
      <header>
        <h2 id="wearer-person">Details</h2>
      </header>
      <dl className="facts in-card wearer-facts">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

/** For each budget of a person, the amounts spent and left in the budget's current period. */
export function BudgetsCard({ person }: { person: Person }) {
  const query = useQuery({ queryKey: ['wearer', person.id, 'budgets'], queryFn: ({ signal }) => readBudgets(person.id, signal) });
  return (
    <WearerCard title="Budgets" aside="ex VAT" noun="budgets" query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <p className="in-card note">Nothing is charged to a budget.</p>
        ) : (
          <div className="budgets">
            {items.map((budget) => (
              <BudgetBar key={budget.id} budget={budget} noun={null} />
            ))}
          </div>
        )
      }
    </WearerCard>
  );
}

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The changes to a person’s record, newest first. */
export const ChangesCard = ({ person }: { person: Person }) => (
  <WearerListCard
    title="Changes"
    noun={['change', 'changes']}
    queryKey={['wearer', person.id, 'changes']}
    load={(page, signal) => readChanges(person.id, page, signal)}
    none="Nothing has been changed yet."
    rowKey={({ id }) => id}
    row={({ when, who, what, fields }) => (
      <div className="grow wearer-change">
        <p className="line">
          <strong className="grow">{what}</strong>
          <span className="note nowrap">
            <DateText value={when} form="moment" />
          </span>
        </p>
        {who && <p className="note">{who.name}</p>}
        {fields.map(({ name, before, after }) => (
          <p key={name} className="sub">
            {capitalised(name)}: {before && <s>{before}</s>} {after || <span className="note">none</span>}
          </p>
        ))}
      </div>
    )}
  />
);
