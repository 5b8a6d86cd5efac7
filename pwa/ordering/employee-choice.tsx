import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { classNames } from '../ui/class-names.ts';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { leftOn } from '../ui/left-on.ts';
import { LoadFailed } from '../ui/load-failed.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { type Employee, readEmployees } from './client.ts';

export type EmployeeSelection = ReadonlyMap<number, Employee>;

const PER_PAGE = 50;

interface EmployeeChoiceProps {
  chosen: EmployeeSelection;
  onChange: (selection: EmployeeSelection) => void;
  /** The people who are already on the order. */
  taken?: ReadonlySet<number>;
  search: string;
  onSearch: (search: string) => void;
}

/** Chooses any number of the people for whom the person may order, found by typing. */
export function EmployeeChoice({ chosen: selection, onChange, taken, search, onSearch }: EmployeeChoiceProps) {
  const employees = useInfiniteQuery({
    queryKey: ['employees', 'choice', search],
    queryFn: ({ pageParam, signal }) => readEmployees({ page: pageParam, per_page: PER_PAGE, ...(search && { search }) }, signal),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.current_page * last.per_page < last.total ? last.current_page + 1 : undefined),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const people = employees.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = employees.data?.pages[0]?.total ?? 0;

  const toggle = (person: Employee): void => {
    const next = new Map(selection);
    if (!next.delete(person.id)) next.set(person.id, person);
    onChange(next);
  };

  return (
    <div className="choice">
      <SearchInput value={search} onSearch={onSearch} label="Search employees" placeholder="Name, number or email" from={2} />
      {selection.size > 0 && (
        <fieldset className="rail choice-chosen" aria-label="Chosen">
          {[...selection.values()].map((person) => (
            <Chip key={person.id} selected onClick={() => toggle(person)} aria-label={`Take ${person.name} out`}>
              <span className="cut choice-name">{person.name}</span>
              <Icon name="x" />
            </Chip>
          ))}
        </fieldset>
      )}
      <span className="sr" role="status">
        {employees.isPending ? 'Loading employees' : countText(total, 'employee')}
      </span>
      {!employees.data && employees.isFetching && <Waiting />}
      {employees.isError && !employees.isFetching && !employees.data && (
        <LoadFailed noun="employees" error={employees.error} retry={() => void employees.refetch()} />
      )}
      {employees.data && people.length === 0 && (
        <EmptyState
          title={search ? 'No employees match your search.' : 'No employees to show'}
          action={search && <Button onClick={() => onSearch('')}>Clear search</Button>}
        >
          {!search && <p>The people you may order for appear here when they have been added.</p>}
        </EmptyState>
      )}
      {people.length > 0 && (
        <ul
          aria-busy={employees.isPlaceholderData || undefined}
          className={classNames('card rows choice-rows', employees.isPlaceholderData && 'opacity-60')}
        >
          {people.map((person) => (
            <EmployeeRow key={person.id} person={person} chosen={selection.has(person.id)} taken={taken?.has(person.id) ?? false} onToggle={toggle} />
          ))}
        </ul>
      )}
      {employees.hasNextPage && (
        <Button block busy={employees.isFetchingNextPage} onClick={() => void employees.fetchNextPage()}>
          Show more ({people.length} of {total})
        </Button>
      )}
    </div>
  );
}

function EmployeeRow({
  person,
  chosen: selection,
  taken,
  onToggle,
}: {
  person: Employee;
  chosen: boolean;
  taken: boolean;
  onToggle: (person: Employee) => void;
}) {
  const about = [person.employee_roles?.map(({ name }) => name).join(', '), person.sites?.map(({ name }) => name).join(', ')]
    .filter(Boolean)
    .join(' · ');
  const left = leftOn(person.leaves_on);
  return (
    <li className="choice-row">
      <label className="tick choice-tick">
        <input type="checkbox" checked={selection || taken} disabled={taken || left !== null} onChange={() => onToggle(person)} />
        <span className="grow">
          <span className="line">
            <span className="cut strong" title={person.name}>
              {person.name}
            </span>
            {person.employee_number && <span className="code note push">{person.employee_number}</span>}
          </span>
          <span className="cut sub block text-md" title={about}>
            {taken ? 'On this order already' : left ? `Has ${left}` : about || person.email}
          </span>
        </span>
      </label>
    </li>
  );
}

const Waiting = () => (
  <div className="card rows" aria-hidden="true">
    {[42, 55, 38, 61, 47, 52].map((share) => (
      <div className="row choice-row" key={share}>
        <span className="grow flow">
          <Skeleton width={`${share}%`} />
          <Skeleton width={`${share + 18}%`} />
        </span>
      </div>
    ))}
  </div>
);
