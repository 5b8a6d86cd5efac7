import { asc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { cleanKey } from '../../shared/clean-key.ts';
import { LEADING_SIGNS } from '../../shared/folded.ts';
import { pg } from './dialect.ts';

const literal = (text: string): SQL => sql.raw(`'${text.replaceAll("'", "''")}'`);

/**
 * A column folded as by `foldText`, for a comparison that ignores the case of ASCII letters. Most texts are plain ASCII, for which SQLite need not
 * call the function.
 */
export const foldedColumn = (column: SQLWrapper): SQL<string> =>
  pg
    ? sql<string>`folded(${column})`
    : sql<string>`(case when length(cast(${column} as blob)) > length(${column}) then folded(${column}) else ${column} end)`;

/** The sort key of a column of names, as `nameKey` makes it. It is the same on both engines, in any locale of PostgreSQL. */
export const nameKeyColumn = (column: SQLWrapper): SQL<string> =>
  pg
    ? sql<string>`(ltrim(folded(${column}), ${literal(LEADING_SIGNS)}) collate "C")`
    : sql<string>`ltrim(lower(${foldedColumn(column)}), ${literal(LEADING_SIGNS)})`;

/**
 * The SQL of a folded text for triggers and for statements of a bulk load: SQLite runs these on connections without Kitroom's function, and looks
 * the characters up in a table.
 */
export const storedFold = (text: string): string =>
  pg
    ? `folded(${text})`
    : `case when length(cast(${text} as blob)) = length(${text}) then lower(${text}) else (select group_concat(coalesce(typed, lower(letter)), '') from (select substr(${text}, key + 1, 1) as letter from json_each('[0' || replace(hex(zeroblob(length(${text}) - 1)), '00', ',0') || ']')) left join folded_characters on written = letter) end`;

/** The SQL of a person's sort key, from the names in a row: the surname, then the forenames. */
export const personKey = (row = ''): string => {
  const key = (column: string): string => `ltrim(${storedFold(`${row}${column}`)}, '${LEADING_SIGNS.replaceAll("'", "''")}')`;
  return `${key('surname')} || ${pg ? 'chr' : 'char'}(9) || ${key('forenames')}`;
};

/** The sort order of a column of names. */
export const byName = (column: SQLWrapper): SQL => asc(nameKeyColumn(column));

/**
 * The accented capitals of English, Welsh, Irish, French, German, Spanish and the Scandinavian languages. SQLite replaces them one by one, and older
 * releases of its tools cannot read an index with more than 24 nested functions.
 */
const capitals = [...'ÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜŴŶ'];
const small = new Map([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', ...capitals].map((letter) => [letter, letter.toLowerCase()]));

/** A clean key in lower case, like `keyColumn`: two keys with the same folded key count as the same. */
export const foldedKey = (key: string): string => [...cleanKey(key)].map((letter) => small.get(letter) ?? letter).join('');

/** The lower-case form of a key in a column, the same on both engines. SQLite’s `lower` knows 26 letters, and PostgreSQL’s depends on its locale. */
export const keyColumn = (column: SQLWrapper): SQL<string> =>
  pg
    ? sql<string>`translate(${column}, ${literal([...small.keys()].join(''))}, ${literal([...small.values()].join(''))})`
    : capitals.reduce(
        (folded, letter) => sql<string>`replace(${folded}, ${literal(letter)}, ${literal(letter.toLowerCase())})`,
        sql<string>`lower(${column})`,
      );

/** Finds the record with a key: the one with exactly this key, otherwise the first that differs only in case. */
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
