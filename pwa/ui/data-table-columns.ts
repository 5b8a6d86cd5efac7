import type { ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  heading: string;
  cell: (row: Row) => ReactNode;
  /** Pixels; columns without one share what is left, at least `minWidth` (120). */
  width?: number;
  minWidth?: number;
  align?: 'num';
  /** The API's `orderBy` name; makes the heading a button. */
  orderBy?: string;
  /** The direction of the first press on the heading; descending suits dates and amounts. */
  firstOrder?: 'asc' | 'desc';
  /** Left out on screens under 1024 px. */
  wide?: boolean;
  /** Full text behind a cell that may be cut. */
  title?: (row: Row) => string;
  /** Nothing for readers' eyes: a column of buttons. */
  hiddenHeading?: boolean;
}

/** The least width at which every column is readable. */
export const leastWidth = <Row>(columns: readonly Column<Row>[]): number =>
  columns.reduce((sum, column) => sum + (column.width ?? column.minWidth ?? 120), 0);
