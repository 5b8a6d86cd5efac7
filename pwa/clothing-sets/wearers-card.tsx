import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { OfficeSet } from '../../shared/clothing-sets/clothing-set.ts';
import { limits } from '../../shared/limits.ts';
import { Button } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { readWearers } from './client.ts';

/** How many roles the card lists. The wearers of further roles are in the list of people. */
const ROLES = 6;
const peopleText = (count: number): string => countText(count, 'person', 'people');

/** The people who wear a set, counted by employee role. A button opens the list of these people in front of the page. */
export function WearersCard({ accountId, set }: { accountId: string; set: OfficeSet }) {
  const [isOpen, setIsOpen] = useState(false);
  const first = useWearers(set.id, 1, '');
  return (
    <section className="card" aria-label="Who wears it">
      <header>
        <h2>Who wears it</h2>
        <span className="push sub">{peopleText(set.counts.people_count)}</span>
      </header>
      <Loaded
        query={first}
        noun="people"
        waiting={
          <div className="in-card">
            <SkeletonText lines={3} />
          </div>
        }
      >
        {({ total, employee_roles, without_role_count }) =>
          total === 0 ? (
            <p className="in-card note">Nobody yet. A set is given to people in their details.</p>
          ) : (
            <>
              <ul className="rows">
                {employee_roles.slice(0, ROLES).map(({ id, name, people_count }) => (
                  <li key={id}>
                    <Link className="grow cut set-role" title={name} to={`/admin/accounts/${accountId}/employee-roles#role=${id}`}>
                      {name}
                    </Link>
                    <span className="sub nowrap">{peopleText(people_count)}</span>
                  </li>
                ))}
              </ul>
              <footer>
                <span className="note">{without_role_count > 0 && `${peopleText(without_role_count)} without a role`}</span>
                <Button size="sm" className="push" onClick={() => setIsOpen(true)}>
                  View all
                </Button>
              </footer>
            </>
          )
        }
      </Loaded>
      {isOpen && <WearersDialog accountId={accountId} set={set} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

const useWearers = (setId: number, page: number, search: string) =>
  useQuery({
    queryKey: ['clothing-sets', 'people', setId, page, search],
    queryFn: ({ signal }) => readWearers(setId, { page, per_page: limits.set_people_page, ...(search && { search }) }, signal),
    placeholderData: keepPreviousData,
  });

function WearersDialog({ accountId, set, onClose }: { accountId: string; set: OfficeSet; onClose: () => void }) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const query = useWearers(set.id, page, search);
  return (
    <Dialog open title={`Who wears ${set.name}`} onClose={onClose} asksFirst={false} actions={<Button onClick={onClose}>Close</Button>}>
      <div className="flow">
        <SearchInput
          value={search}
          onSearch={(words) => {
            setSearch(words);
            setPage(1);
          }}
          label="Search people"
          placeholder="Name or employee number"
        />
        <Loaded query={query} noun="people">
          {({ items, total, last_page }) => (
            <div aria-busy={query.isPlaceholderData || undefined} className="flow">
              <p className="sr" role="status">
                {peopleText(total)}
              </p>
              {items.length === 0 && <p className="note">No employees match your search</p>}
              <ul className="rows set-people">
                {items.map(({ id, name, employee_number, employee_role }) => (
                  <li key={id}>
                    <Link className="grow cut" title={name} to={`/admin/accounts/${accountId}/employees/${id}`}>
                      {name}
                    </Link>
                    <span className="note cut">{employee_role}</span>
                    <span className="note code">{employee_number}</span>
                  </li>
                ))}
              </ul>
              {last_page > 1 && (
                <nav className="line" aria-label="Pages of people">
                  <span className="note">
                    Page {formatCount(page)} of {formatCount(last_page)}, {peopleText(total)}
                  </span>
                  <Button size="sm" className="push" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                    Previous
                  </Button>
                  <Button size="sm" disabled={page >= last_page} onClick={() => setPage(page + 1)}>
                    Next
                  </Button>
                </nav>
              )}
            </div>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}
