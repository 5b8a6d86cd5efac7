import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** The sort order of a list by columns of an index: newest first with empty values last, or exactly the reverse. */
export const inOrder = (sortedBy: 'asc' | 'desc', ...columns: SQLWrapper[]): SQL[] =>
  columns.map((column) => (sortedBy === 'desc' ? sql`${column} desc nulls last` : sql`${column} asc nulls first`));
