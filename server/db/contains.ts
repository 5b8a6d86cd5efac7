import { or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { foldText, spellings } from '../../shared/folded.ts';
import { pg } from './dialect.ts';
import { foldedColumn, nameKeyColumn } from './folded.ts';

const literally = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** The LIKE pattern for a text anywhere in another. */
export const containing = (text: string): string => `%${literally(text)}%`;

/**
 * Whether a text column contains these words, ignoring case, accents and the kind of apostrophe. SQLite would plan a statement with a bound pattern
 * again for each run, because the plan depends on the pattern; here the pattern is an expression, so SQLite plans the statement once.
 */
export const contains = (column: SQLWrapper, text: string): SQL<boolean> => isLike(column, text, containing);

/** Whether a text column begins with these words, as `contains` compares them. */
export const beginsWith = (column: SQLWrapper, text: string): SQL<boolean> => isLike(column, text, (spelling) => `${literally(spelling)}%`);

const isLike = (column: SQLWrapper, text: string, patternOf: (spelling: string) => string): SQL<boolean> => {
  const conditions = spellings(text).map((spelling) => {
    const pattern = patternOf(spelling);
    return pg ? sql`${foldedColumn(column)} like ${pattern}` : sql`${foldedColumn(column)} like '' || ${pattern} escape '\\'`;
  });
  return (conditions.length > 1 ? or(...conditions) : conditions[0]) as SQL<boolean>;
};

/** Whether a JSON column contains these words anywhere, in its names and values. */
export const jsonContains = (column: SQLWrapper, text: string): SQL<boolean> => contains(pg ? sql`(${column})::text` : column, text);

/** Whether the first letter or digit of a name is this one, ignoring case and accents. */
export const startsWith = (column: SQLWrapper, letter: string): SQL<boolean> => sql`${nameKeyColumn(column)} like ${`${foldText(letter)}%`}`;
