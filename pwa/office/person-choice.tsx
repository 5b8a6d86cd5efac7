import { leftOn } from '../ui/left-on.ts';
import type { Person } from './client.ts';

/** A person in a selector: the name, and what distinguishes people of the same name. */
export const PersonChoice = ({ person }: { person: Pick<Person, 'name' | 'employee_number' | 'sites'> & { leaves_on?: string | null } }) => (
  <span className="grow cut">
    {person.name}
    <span className="note">
      {person.employee_number && (
        <>
          {' '}
          <span className="code">{person.employee_number}</span>
        </>
      )}
      {person.sites[0] && ` · ${person.sites[0].name}`}
      {leftOn(person.leaves_on) && ` · ${leftOn(person.leaves_on)}`}
    </span>
  </span>
);
