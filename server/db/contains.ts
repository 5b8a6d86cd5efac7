import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { pg } from './dialect.ts';

/** The LIKE pattern for a text anywhere in another. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/**
 * Whether a text column contains these words, whatever the case. SQLite reads a bound pattern when it plans, and so would plan the statement again for
 * each run: here the pattern is an expression.
 */
export const contains = (column: SQLWrapper, text: string): SQL<boolean> =>
  pg ? sql`${column} ilike ${containing(text)}` : sql`${column} like '' || ${containing(text)} escape '\\'`;

/** Whether a text column begins with this letter or digit, whatever the case. */
export const startsWith = (column: SQLWrapper, letter: string): SQL<boolean> =>
  pg ? sql`${column} ilike ${`${letter}%`}` : sql`${column} like ${`${letter}%`}`;
