import { Link } from 'react-router';
import { roleLabels } from '../../shared/roles.ts';
import { Badge } from '../ui/badge.tsx';
import type { Column } from '../ui/data-table-columns.ts';
import { DateText } from '../ui/date-text.tsx';
import type { ListedPerson } from './client.ts';
import { allNames, BudgetLeft, FirstName, Left, SignedIn } from './person-cells.tsx';

/** The columns of the list of people. `edit` is the address of a person's form; in the archive nobody is marked as archived. */
export function personColumns(edit: (id: number) => string, isArchive: boolean): Column<ListedPerson>[] {
  return [
    {
      key: 'name',
      heading: 'Name',
      minWidth: 152,
      orderBy: 'name',
      cell: (person) => <NameCell person={person} to={edit(person.id)} isArchive={isArchive} />,
      title: (person) => person.name,
    },
    {
      key: 'number',
      heading: 'Number',
      width: 80,
      orderBy: 'employee_number',
      cell: ({ employee_number }) => <span className="code sub">{employee_number}</span>,
    },
    { key: 'role', heading: 'Role', onCard: true, width: 148, orderBy: 'role', cell: ({ primary_role }) => roleLabels[primary_role] },
    {
      key: 'employee_role',
      heading: 'Employee role',
      minWidth: 112,
      cell: ({ employee_roles }) => <FirstName rows={employee_roles} />,
      title: ({ employee_roles }) => allNames(employee_roles),
    },
    {
      key: 'site',
      heading: 'Site',
      minWidth: 160,
      cell: ({ sites }) => <FirstName rows={sites} />,
      title: ({ sites }) => allNames(sites),
    },
    {
      key: 'sets',
      heading: 'Clothing sets',
      onCard: true,
      minWidth: 120,
      wide: 'first',
      cell: ({ clothing_sets }) => <FirstName rows={clothing_sets} none={<span className="t-warn strong">None</span>} />,
      title: ({ clothing_sets }) => allNames(clothing_sets),
    },
    { key: 'budget', heading: 'Budget', onCard: true, width: 156, wide: true, cell: (person) => <BudgetLeft person={person} /> },
    {
      key: 'last_order',
      heading: 'Last order',
      onCard: true,
      width: 76,
      wide: 'first',
      orderBy: 'last_order_at',
      firstOrder: 'desc',
      cell: ({ last_order_at }) => (last_order_at ? <DateText value={last_order_at} form="list" /> : <span className="note">None yet</span>),
    },
    {
      key: 'signed_in',
      heading: 'Signed in',
      onCard: true,
      width: 112,
      wide: true,
      orderBy: 'signed_in_at',
      firstOrder: 'desc',
      cell: (person) => <SignedIn person={person} />,
    },
  ];
}

function NameCell({ person, to, isArchive }: { person: ListedPerson; to: string; isArchive: boolean }) {
  return (
    <span className="line">
      <Link className="cut person-name" to={to}>
        <strong>{person.surname}</strong>, {person.forenames}
      </Link>
      {person.is_archived && !isArchive && <Badge tone="line-only">Archived</Badge>}
      <Left person={person} />
    </span>
  );
}
