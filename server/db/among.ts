import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { pg } from './dialect.ts';

/** Whether a column is one of the ids of a list made by `idList`: one statement for lists of every length, so that it can be prepared. */
export const among = (column: SQLWrapper, list: Placeholder | string): SQL<boolean> =>
  pg ? sql`${column} = any(${list}::bigint[])` : sql`${column} in (select value from json_each(${list}))`;

/** Ids as the single parameter that `among` takes. */
export const idList = (ids: readonly number[]): string => (pg ? `{${ids.join(',')}}` : `[${ids.join(',')}]`);

/** Whether a column is one of the words of a list made by `textList`. */
export const amongTexts = (column: SQLWrapper, list: Placeholder | string): SQL<boolean> =>
  pg ? sql`${column} = any(${list}::text[])` : sql`${column} in (select value from json_each(${list}))`;

/** Words as the single parameter that `amongTexts` takes. */
export const textList = (words: readonly string[]): string => {
  if (!pg) return JSON.stringify(words);
  return `{${words.map((word) => `"${word.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
};
