import { type ReactNode, useMemo } from 'react';
import { classNames } from './class-names.ts';
import { useFrame } from './frame-context.ts';
import { useMedia } from './use-media.ts';

interface ColumnLook<Row> {
  heading: string;
  /** In pixels; columns without a width share the rest, at least `minWidth` (120). */
  width?: number;
  minWidth?: number;
  align?: 'num';
  /** The content of each cell always fits, or truncates itself. Such cells need no clipping, which browsers paint slowly. */
  fits?: true;
  /** The API's `orderBy` name; makes the heading a button. */
  orderBy?: string;
  /** The direction of the first press on the heading; descending suits dates and amounts. */
  firstOrder?: 'asc' | 'desc';
  /** The column goes to a second line of each row if not all columns fit; columns with `first` go there before the others. */
  wide?: boolean | 'first';
  /** The column is shown in the last line of a phone's card, because the card does not show it otherwise. */
  onCard?: true;
  /** The column is hidden until a person chooses it, in a list that offers a choice of columns. */
  extra?: true;
  /** The full text of a cell that may be truncated. */
  title?: (row: Row) => string;
  /** The heading is not shown, such as for a column of buttons. */
  hiddenHeading?: boolean;
}

/** A column: `cell` renders its content, or the content is the field of the row that `key` names. */
export type Column<Row> = ColumnLook<Row> & ({ key: string; cell: (row: Row) => ReactNode } | { key: keyof Row & string; cell?: undefined });

/** The content of a cell. */
export const cellOf = <Row>(column: Column<Row>, row: Row): ReactNode => (column.cell ? column.cell(row) : (row[column.key] as ReactNode));

/** The classes of a column’s cells. */
export const cellClass = <Row>({ align, fits }: Column<Row>): string | undefined => classNames(align, fits && 'fits') || undefined;

/** The full text of a cell that may be truncated. */
export const titleOf = <Row>(column: Column<Row>, row: Row): string | undefined => {
  if (column.title || column.cell) return column.title?.(row);
  const value = row[column.key];
  return typeof value === 'string' ? value : undefined;
};

/** The least width at which every column is readable. */
export const leastWidth = <Row>(columns: readonly Column<Row>[]): number =>
  columns.reduce((sum, column) => sum + (column.width ?? column.minWidth ?? 120), 0);

/** Widths in pixels: the navigation beside a screen from 1024 px on, the floor's edges, and the scrollbar. */
const NAV = 196;
const EDGES = 32;
const SCROLLBAR = 16;

/** The columns that fit on the screen, and those that go to a second line of each row. The lists are the same objects until one of them changes. */
export function useFittingColumns<Row>(columns: readonly Column<Row>[]): { columns: readonly Column<Row>[]; more: readonly Column<Row>[] } {
  const { kind, isAtDesk } = useFrame();
  const roomFor = (visible: readonly Column<Row>[]): string => {
    const least = leastWidth(visible) + SCROLLBAR;
    if (kind === 'floor') return `(width >= ${least + EDGES + (isAtDesk ? NAV : 0)}px)`;
    return `(${least}px <= width < 1024px), (width >= ${Math.max(least + NAV, 1024)}px)`;
  };
  const most = columns.filter(({ wide }) => wide !== 'first');
  const fitsAll = useMedia(roomFor(columns));
  const fitsMost = useMedia(roomFor(most));
  return useMemo(() => {
    const fits = ({ wide }: Column<Row>): boolean => fitsAll || !wide || (fitsMost && wide !== 'first');
    return splitColumns(columns, fits);
  }, [columns, fitsAll, fitsMost]);
}

/** Splits columns into those that fit and those that go to a row's second line. */
export function splitColumns<Row>(all: readonly Column<Row>[], fits: (column: Column<Row>) => boolean) {
  const columns = all.filter(fits);
  return { columns, more: columns.length === all.length ? [] : all.filter((column) => !fits(column)) };
}
