import { or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { foldText, spellings } from '../../shared/folded.ts';
import { pg } from './dialect.ts';
import { foldedColumn, nameKeyColumn } from './folded.ts';

/** The LIKE pattern for a text anywhere in another. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/**
 * Whether a text column contains these words, whatever the case, the accents and the kind of apostrophe. SQLite reads a bound pattern
 * when it plans, and so would plan the statement again for each run: here the pattern is an expression.
 */
export const contains = (column: SQLWrapper, text: string): SQL<boolean> => {
  const conditions = spellings(text).map((spelling) => {
    const pattern = containing(spelling);
    return pg ? sql`${foldedColumn(column)} like ${pattern}` : sql`${foldedColumn(column)} like '' || ${pattern} escape '\\'`;
  });
  return (conditions.length > 1 ? or(...conditions) : conditions[0]) as SQL<boolean>;
};

/** Whether a JSON column contains these words anywhere, in its names and values. */
export const jsonContains = (column: SQLWrapper, text: string): SQL<boolean> => contains(pg ? sql`(${column})::text` : column, text);

/** Whether the first letter or digit of a name is this one, whatever the case and the accent. */
export const startsWith = (column: SQLWrapper, letter: string): SQL<boolean> => sql`${nameKeyColumn(column)} like ${`${foldText(letter)}%`}`;
