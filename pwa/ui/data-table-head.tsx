import type { Column } from './data-table-columns.ts';
import { Icon } from './icon.tsx';
import type { Selection } from './selection.ts';
import type { ListState } from './use-list-state.ts';

/** Headings that sort when pressed. */
export function DataTableHead<Row, Filter extends string>({
  columns,
  list,
  selection,
  rows,
  rowId,
}: {
  columns: readonly Column<Row>[];
  list: ListState<Filter>;
  selection?: Selection;
  rows: readonly Row[];
  rowId: (row: Row) => string;
}) {
  const sort = (column: Column<Row>) => {
    const first = column.firstOrder ?? 'asc';
    const nextDirection = list.sortedBy === 'asc' ? 'desc' : 'asc';
    list.set({ orderBy: column.orderBy, sortedBy: list.orderBy === column.orderBy ? nextDirection : first } as Parameters<typeof list.set>[0]);
  };
  const free = selection ? rows.map(rowId).filter((id) => !selection.disabled?.(id)) : [];
  const selectedCount = free.filter((id) => selection?.ids.has(id)).length;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column) => {
          const sorted = column.orderBy !== undefined && column.orderBy === list.orderBy;
          return (
            <th
              key={column.key}
              scope="col"
              className={column.align}
              aria-sort={sorted ? (list.sortedBy === 'asc' ? 'ascending' : 'descending') : undefined}
            >
              {column.key === '_chosen' && selection ? (
                <span className="tick">
                  <input
                    type="checkbox"
                    aria-label="Choose all on this page"
                    checked={free.length > 0 && selectedCount === free.length}
                    ref={(box) => {
                      if (box) box.indeterminate = selectedCount > 0 && selectedCount < free.length;
                    }}
                    onChange={() => {
                      const ids = new Set(selection.ids);
                      for (const id of free) selectedCount === free.length ? ids.delete(id) : ids.add(id);
                      selection.onChange(ids);
                    }}
                  />
                </span>
              ) : column.hiddenHeading ? (
                <span className="sr">{column.heading}</span>
              ) : column.orderBy ? (
                <button type="button" onClick={() => sort(column)}>
                  {column.heading}
                  {sorted && <Icon name="sort" className={list.sortedBy === 'asc' ? 'turned' : ''} />}
                </button>
              ) : (
                column.heading
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
