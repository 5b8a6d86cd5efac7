import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { pg } from './dialect.ts';

const pattern = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Whether a text column holds some words, whatever their case. */
export const contains = (column: SQLWrapper, text: string): SQL<boolean> =>
  pg ? sql`${column} ilike ${pattern(text)}` : sql`${column} like ${pattern(text)} escape '\\'`;
