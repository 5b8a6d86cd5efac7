import { asc, Column, desc, is, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

type Direction = 'asc' | 'desc';

const emptyLowest = (direction: Direction, value: SQLWrapper): SQL =>
  direction === 'desc' ? sql`${value} desc nulls last` : sql`${value} asc nulls first`;

/** The sort order of a list by columns of an index: newest first with empty values last, or exactly the reverse. */
export const inOrder = (direction: Direction, ...columns: SQLWrapper[]): SQL[] => columns.map((column) => emptyLowest(direction, column));

/**
 * One column or value in the direction of a list. Empty values are the lowest on both engines. A column that is never empty does not
 * mention them, because PostgreSQL would then not read it in the order of a plain index.
 */
export function inDirection(direction: Direction, value: SQLWrapper): SQL {
  if (!is(value, Column) || !value.notNull) return emptyLowest(direction, value);
  return direction === 'desc' ? desc(value) : asc(value);
}
