import { asc, Column, desc, is, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { nameKeyColumn } from './folded.ts';

type Direction = 'asc' | 'desc';

const emptyLowest = (direction: Direction, value: SQLWrapper): SQL =>
  direction === 'desc' ? sql`${value} desc nulls last` : sql`${value} asc nulls first`;

/** The sort order of a list by columns of an index: newest first with empty values last, or exactly the reverse. */
export const inOrder = (direction: Direction, ...columns: SQLWrapper[]): SQL[] => columns.map((column) => emptyLowest(direction, column));

/**
 * Whether a column holds words: names, references. Times, days and sort keys are texts too, so they are excluded by the ends of their names. SKUs
 * and bins are excluded because an index has them in order.
 */
const isOfWords = (value: SQLWrapper): value is Column =>
  is(value, Column) && value.dataType === 'string' && !/(_at|_on|_key|^sku|^bin)$/.test(value.name);

/**
 * One column or value in the direction of a list; words are sorted as names are. Empty values are the lowest on both engines. If a column is never
 * empty, the SQL does not mention empty values, because PostgreSQL would otherwise not use a plain index.
 */
export function inDirection(direction: Direction, value: SQLWrapper): SQL {
  if (isOfWords(value)) return emptyLowest(direction, nameKeyColumn(value));
  if (!is(value, Column) || !value.notNull) return emptyLowest(direction, value);
  return direction === 'desc' ? desc(value) : asc(value);
}
