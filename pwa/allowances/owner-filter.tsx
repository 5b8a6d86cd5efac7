import { useState } from 'react';
import { Combobox } from '../ui/combobox.tsx';
import type { ListState } from '../ui/use-list-state.ts';
import { findPeople, type Named } from './client.ts';
import { useRolesAndSets } from './use-allowance-screens.ts';

interface OwnerFilterProps {
  company: string;
  isOffice: boolean;
  list: ListState<'stage' | 'employee_role_id' | 'user_id'>;
}

/** Limits the list to the allowances of a role or of a person. */
export function OwnerFilter({ company, isOffice, list }: OwnerFilterProps) {
  const { employee_roles } = useRolesAndSets(company);
  const { employee_role_id = '', user_id = '' } = list.filters;
  const [person, setPerson] = useState<Named | null>(null);
  const chosen = user_id === '' ? null : person?.id === Number(user_id) ? person : { id: Number(user_id), name: `Person ${user_id}` };
  return (
    <>
      <select
        className="in allowance-filter"
        aria-label="Role"
        value={employee_role_id}
        onChange={({ target }) => list.set({ employee_role_id: target.value, user_id: '' })}
      >
        <option value="">Every role</option>
        {employee_roles.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Combobox<Named>
        className="allowance-filter allowance-person"
        label={<span className="sr">Person</span>}
        placeholder="Any person"
        value={chosen}
        onChange={(next) => {
          setPerson(next);
          list.set({ user_id: next === null ? '' : String(next.id), employee_role_id: '' });
        }}
        search={(text, signal) => findPeople(company, isOffice, text, signal)}
        itemKey={({ id }) => id}
        itemText={({ name }) => name}
      />
    </>
  );
}
