import { useState } from 'react';
import { useLocation } from 'react-router';
import { listText } from '../../shared/list-text.ts';
import type { AddedPerson } from '../api/use-start-order.ts';
import { mailText, mailWaits } from '../session/mail-server.ts';
import { Banner } from '../ui/banner.tsx';
import { firstName } from './order-words.ts';

/** The person who was just added and for whom this order was started. Stored in React state, because opening a panel changes the location. */
export function useAdded(): AddedPerson | null {
  const { state } = useLocation();
  const [added] = useState(() => (state as { added?: AddedPerson } | null)?.added ?? null);
  return added;
}

const namesOf = (rows: readonly { name: string }[]): string => listText(rows.map(({ name }) => name));

/** Says who was just added, in which role and at which site, and what happens if their sizes are not known yet. */
export function AddedBanner({ person }: { person: AddedPerson }) {
  const { forenames, email, invited_at, employee_roles, sites } = person;
  return (
    <>
      <Banner tone="done">
        <strong>{firstName(forenames)} is added</strong>
        {employee_roles.length > 0 && ` as ${namesOf(employee_roles)}`}
        {sites.length > 0 && ` at ${namesOf(sites)}`}.{email && invited_at && ` ${mailText('An invitation', email)}.`}
      </Banner>
      {email && (
        <section className="card">
          <div className="in-card">
            <h2>Do you know their sizes?</h2>
            <p className="sub text-md">
              Choose them now, or order without: they then get an email with a link that asks for exactly these.{mailWaits()}
            </p>
          </div>
        </section>
      )}
    </>
  );
}
