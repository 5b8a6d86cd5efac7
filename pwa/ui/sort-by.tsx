import { IconButton } from './button.tsx';
import type { Column } from './data-table-columns.ts';
import type { ListState } from './use-list-state.ts';

interface SortByProps<Row, Filter extends string> {
  columns: readonly Column<Row>[];
  list: ListState<Filter>;
}

/** Sorts a list by any of its columns, for tables in which some columns have no heading to press because they are in the second line of each row. */
export function SortBy<Row, Filter extends string>({ columns, list }: SortByProps<Row, Filter>) {
  const sortable = columns.filter(({ orderBy }) => orderBy !== undefined);
  const isColumn = sortable.some(({ orderBy }) => orderBy === list.orderBy);
  const sort = (orderBy: string, sortedBy: string): void => list.set({ orderBy, sortedBy } as Parameters<typeof list.set>[0]);
  const isAscending = list.sortedBy === 'asc';
  return (
    <span className="line list-sort">
      <select
        className="in"
        aria-label="Sort by"
        value={isColumn ? list.orderBy : ''}
        onChange={({ target }) => sort(target.value, sortable.find(({ orderBy }) => orderBy === target.value)?.firstOrder ?? 'asc')}
      >
        {!isColumn && (
          <option value="" disabled>
            Sort by
          </option>
        )}
        {sortable.map(({ orderBy, heading }) => (
          <option key={orderBy} value={orderBy}>
            By {heading}
          </option>
        ))}
      </select>
      {isColumn && (
        <IconButton
          icon="sort"
          className={isAscending ? 'turned' : undefined}
          label={isAscending ? 'Ascending: turn the order round' : 'Descending: turn the order round'}
          onClick={() => sort(list.orderBy ?? '', isAscending ? 'desc' : 'asc')}
        />
      )}
    </span>
  );
}
