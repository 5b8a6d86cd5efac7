import { AllowanceLine, useAllowances } from '../api/allowances.tsx';
import type { Person } from './client.ts';
import { WearerCard } from './wearer-card.tsx';

/** What a person may be issued in the present periods, and what of it they have had. Nothing for somebody without allowances. */
export function AllowancesCard({ person }: { person: Person }) {
  const query = useAllowances(person.id);
  if (query.data?.items.length === 0) return null;
  return (
    <WearerCard title="Allowances" noun="allowances" query={query}>
      {({ items }) => (
        <div className="in-card flow">
          {items.map((allowance) => (
            <AllowanceLine key={allowance.id} allowance={allowance} />
          ))}
        </div>
      )}
    </WearerCard>
  );
}
