import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { pg } from './dialect.ts';

/** The LIKE pattern for a text anywhere in another. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Whether a text column contains these words, whatever the case. */
export const contains = (column: SQLWrapper, text: string): SQL<boolean> =>
  pg ? sql`${column} ilike ${containing(text)}` : sql`${column} like ${containing(text)} escape '\\'`;

/** Whether a text column begins with this letter or digit, whatever the case. */
export const startsWith = (column: SQLWrapper, letter: string): SQL<boolean> =>
  pg ? sql`${column} ilike ${`${letter}%`}` : sql`${column} like ${`${letter}%`}`;

/** Whether a text column, or one of its parts between separators, begins with a word; the case counts on PostgreSQL. */
export const beginsPart = (column: SQLWrapper, word: string, separator: string): SQL<boolean> =>
  sql`(${column} like ${`${word}%`} or ${column} like ${`%${separator}${word}%`})`;
