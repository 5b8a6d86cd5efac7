import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { cleanKey } from '../../shared/clean-key.ts';
import { pg } from './dialect.ts';

/** Letters with accents, and apostrophes, as names have them, and what a keyboard without them writes; place by place. */
const WRITTEN =
  'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿĀāĂăĄąĆćĈĉĊċČčĎďĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĨĩĪīĬĭĮįİĴĵĶķĹĺĻļĽľŃńŅņŇňŌōŎŏŐőŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžȘșȚțŁłØøĐđ’‘ʼ';
const TYPED =
  "AAAAAACEEEEIIIINOOOOOUUUUYaaaaaaceeeeiiiinooooouuuuyyAaAaAaCcCcCcCcDdEeEeEeEeEeGgGgGgGgHhIiIiIiIiIJjKkLlLlLlNnNnNnOoOoOoRrRrRrSsSsSsSsTtTtUuUuUuUuUuUuWwYyYZzZzZzSsTtLlOoDd'''";

const typed = new Map([...WRITTEN].map((letter, place) => [letter, TYPED.charAt(place)]));

/** A text with plain letters and straight apostrophes. */
export const folded = (text: string): string => [...text.normalize('NFC')].map((letter) => typed.get(letter) ?? letter).join('');

const literal = (text: string): SQL => sql.raw(`'${text.replaceAll("'", "''")}'`);

/** The same of a column, as the index of PostgreSQL has it; SQLite folds accents in its index. */
export const foldedColumn = (column: SQLWrapper): SQL<string> => sql<string>`translate(${column}, ${literal(WRITTEN)}, ${literal(TYPED)})`;

/**
 * Capitals with an accent of English, Welsh, Irish, French, German, Spanish and the Scandinavian languages. SQLite replaces them one by
 * one, and older releases of its tools read no index with more than 24 functions in each other.
 */
const capitals = [...'ÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜŴŶ'];
const small = new Map([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', ...capitals].map((letter) => [letter, letter.toLowerCase()]));

/** A clean key in small letters, as `keyColumn` has it: keys with the same one are the same key. */
export const foldedKey = (key: string): string => [...cleanKey(key)].map((letter) => small.get(letter) ?? letter).join('');

/** The key in a column in small letters, alike on both engines: SQLite’s `lower` knows 26 letters, and PostgreSQL’s depends on its locale. */
export const keyColumn = (column: SQLWrapper): SQL<string> =>
  pg
    ? sql<string>`translate(${column}, ${literal([...small.keys()].join(''))}, ${literal([...small.values()].join(''))})`
    : capitals.reduce(
        (folded, letter) => sql<string>`replace(${folded}, ${literal(letter)}, ${literal(letter.toLowerCase())})`,
        sql<string>`lower(${column})`,
      );

/** Finds the record with a key: the one that is written like it, else the first of which capitals alone are other. */
export function finderByKey<Row>(rows: readonly Row[], keyOf: (row: Row) => string | null): (key: string) => Row | undefined {
  const exact = new Map<string, Row>();
  const folded = new Map<string, Row>();
  for (const row of rows) {
    const key = keyOf(row);
    if (!key) continue;
    if (!exact.has(key)) exact.set(key, row);
    if (!folded.has(foldedKey(key))) folded.set(foldedKey(key), row);
  }
  return (key) => exact.get(key) ?? folded.get(foldedKey(key));
}

const APOSTROPHES = ['’', '‘', 'ʼ'];

/** A text with straight apostrophes, which phones write as typographic ones. */
export const straightened = (text: string): string => APOSTROPHES.reduce((plain, sign) => plain.replaceAll(sign, "'"), text);

/** The same of a column. */
export const straightenedColumn = (column: SQLWrapper): SQL<string> =>
  APOSTROPHES.reduce((plain, sign) => sql<string>`replace(${plain}, ${literal(sign)}, '''')`, sql<string>`${column}`);
