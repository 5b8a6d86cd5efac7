import { useState } from 'react';
import { clientRoles, roleLabels } from '../../shared/roles.ts';
import type { Offered } from '../api/sites-and-roles.ts';
import { Button } from '../ui/button.tsx';
import { Segments } from '../ui/segments.tsx';
import type { ListState } from '../ui/use-list-state.ts';
import { useIsPhone } from '../ui/use-media.ts';

/** The filters of a list of people, all of them stored in the address. */
export const peopleFilterNames = ['show', 'site_id', 'role', 'employee_role_id'] as const;
type Filters = ListState<(typeof peopleFilterNames)[number]>;

const views = [
  ['', 'All', 'all'],
  ['not_invited', 'Not invited', 'not_invited'],
  ['no_clothing_set', 'No clothing set', 'no_clothing_set'],
  ['no_site', 'No site', 'no_site'],
  ['archived', 'Archived', 'archived'],
] as const;
export type PeopleCounts = Record<(typeof views)[number][2], number>;

interface PeopleFiltersProps {
  list: Filters;
  counts: PeopleCounts | undefined;
  offered: Offered | undefined;
}

/** The filters for people: a view, a site, and a role of either kind. On a phone they open with a button. */
export function PeopleFilters(props: PeopleFiltersProps) {
  const isPhone = useIsPhone();
  const { filters } = props.list;
  const [isOpen, setIsOpen] = useState(Object.keys(filters).length > 0);
  if (!isPhone) return <AllFilters {...props} />;
  return (
    <>
      <Button className="people-toggle" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Filters
      </Button>
      {isOpen && <AllFilters {...props} isShort />}
    </>
  );
}

/** With `isShort`, the views that list nobody are left out. */
function AllFilters({ list, counts, offered, isShort = false }: PeopleFiltersProps & { isShort?: boolean }) {
  const { show = '', site_id = '', role, employee_role_id } = list.filters;
  const visibleViews = views.filter(([value, , count]) => !isShort || value === show || count === 'all' || count === 'archived' || counts?.[count]);
  const chosenRole = role ? `role=${role}` : employee_role_id ? `employee_role_id=${employee_role_id}` : '';
  const chooseRole = (value: string): void => {
    const chosen = new URLSearchParams(value);
    list.set({ role: chosen.get('role') ?? '', employee_role_id: chosen.get('employee_role_id') ?? '' });
  };
  return (
    <>
      <div className="people-views">
        <Segments
          label="Which"
          value={show}
          onChange={(next) => list.set({ show: next })}
          segments={visibleViews.map(([value, label, count]) => ({ value, label, count: counts?.[count] }))}
        />
      </div>
      {(offered?.sites.length ?? 0) > 1 && (
        <select className="in people-filter" aria-label="Site" value={site_id} onChange={({ target }) => list.set({ site_id: target.value })}>
          <option value="">Every site</option>
          {offered?.sites.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <select className="in people-filter" aria-label="Role" value={chosenRole} onChange={({ target }) => chooseRole(target.value)}>
        <option value="">Every role</option>
        <optgroup label="Employee role">
          {offered?.employee_roles.map(({ id, name }) => (
            <option key={id} value={`employee_role_id=${id}`}>
              {name}
            </option>
          ))}
        </optgroup>
        <optgroup label="Role">
          {clientRoles.map((value) => (
            <option key={value} value={`role=${value}`}>
              {roleLabels[value]}
            </option>
          ))}
        </optgroup>
      </select>
    </>
  );
}
