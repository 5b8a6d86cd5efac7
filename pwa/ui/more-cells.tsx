import { memo, type ReactNode } from 'react';
import { type Column, cellOf, titleOf } from './data-table-columns.ts';

interface MoreCellsProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
}

/** The columns for which a row's table or card has no room, each with its heading; a column without content is left out. */
export const MoreCells = memo(function MoreCells<Row>({ row, columns }: MoreCellsProps<Row>) {
  return (
    <dl className="more-cells">
      {columns.map((column) => (
        <div key={column.key}>
          <dt className={column.hiddenHeading ? 'sr' : undefined}>{column.heading}</dt>
          <dd title={titleOf(column, row)}>{cellOf(column, row)}</dd>
        </div>
      ))}
    </dl>
  );
}) as <Row>(props: MoreCellsProps<Row>) => ReactNode;
