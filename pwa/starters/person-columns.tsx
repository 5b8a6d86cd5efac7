import type { ReactNode } from 'react';
import type { Column } from '../ui/data-table-columns.ts';

/** A row of the list of starters or of leavers. */
interface ListedPerson {
  employee: { name: string };
  role: { name: string } | null;
  site: { name: string } | null;
}

/** The column with the name of a starter or a leaver, above their employee role. */
export const nameColumn = <Row extends ListedPerson>(name: (row: Row) => ReactNode): Column<Row> => ({
  key: 'name',
  heading: 'Name',
  minWidth: 160,
  cell: (row) => (
    <div className="starter-name">
      <p className="cut">{name(row)}</p>
      <p className="note cut">{row.role?.name ?? 'No employee role'}</p>
    </div>
  ),
  title: ({ employee }) => employee.name,
});

/** The column with the site of a starter or a leaver. */
export const siteColumn = <Row extends ListedPerson>(): Column<Row> => ({
  key: 'site',
  heading: 'Site',
  minWidth: 120,
  wide: true,
  cell: ({ site }) => site?.name,
  title: ({ site }) => site?.name ?? '',
});
