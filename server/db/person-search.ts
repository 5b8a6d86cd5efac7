import { and, isNull, or, type SQL, sql } from 'drizzle-orm';
import { nameKey, spellings } from '../../shared/folded.ts';
import { containing, contains } from './contains.ts';
import { pg } from './dialect.ts';
import { foldedColumn, foldedKey, keyColumn, personKey, storedFold } from './folded.ts';
import { personName } from './person-name.ts';
import { users } from './tables/index.ts';

/** The minimum length of a part of a name, number or address that an index can find. */
const PART_MIN = 3;
/** Upper limit of the words of a search; further words are ignored. */
const MAX_WORDS = 6;

/** The text in which a search finds a person. PostgreSQL's index is on the same text. */
const words = foldedColumn(
  sql`${users.forenames} || ' ' || ${users.surname} || chr(10) || coalesce(${users.employee_number}, '') || chr(10) || coalesce(${users.email}, '')`,
);

const phrase = (word: string): string => `"${word.replaceAll('"', '""')}"`;

function byIndex(texts: readonly string[]): SQL | undefined {
  if (!texts.length) return undefined;
  if (pg) return and(...texts.map((part) => sql`${words} like ${containing(part)}`));
  return sql`${users.id} in (select rowid from person_parts where person_parts match ${texts.map(phrase).join(' AND ')})`;
}

/** Chinese, Japanese and Korean names are written as one word, surname first: 王小明. */
const isOneWord = (part: string): boolean => /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(part);

const hasOneWord = (part: string): SQL | undefined => (isOneWord(part) ? contains(sql`${users.surname} || ${users.forenames}`, part) : undefined);

const byReading = (part: string): SQL | undefined =>
  or(contains(personName(users), part), hasOneWord(part), contains(users.email, part), contains(users.employee_number, part));

/**
 * The condition on `users` that each word of a text is part of a person's name, employee number or email address. It ignores case, accents and the
 * kind of apostrophe.
 */
export const personHas = (text: string): SQL | undefined => or(...spellings(text).map(hasWords));

function hasWords(spelling: string): SQL | undefined {
  const parts = spelling
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS);
  const isLong = (part: string): boolean => [...part].length >= PART_MIN && !isOneWord(part);
  return and(byIndex(parts.filter(isLong)), ...parts.filter((part) => !isLong(part)).map(byReading));
}

/** The condition on `users` that a person's name contains a text. */
export const personNamed = (text: string): SQL | undefined =>
  and(text.length < PART_MIN ? undefined : personHas(text), or(contains(personName(users), text), hasOneWord(text)));

/**
 * The condition on `users` that a text finds a person by an index: like `personHas` if a word of the text has three or more characters; otherwise the
 * person's surname begins with the text. The index holds people who are not archived.
 */
export function personFound(text: string): SQL | undefined {
  if (text.split(/[\s,]+/).some((part) => [...part].length >= PART_MIN || isOneWord(part))) return personHas(text);
  const key = nameKey(text);
  return key === '' ? sql`1 = 0` : and(sql`${users.name_key} >= ${key}`, sql`${users.name_key} < ${`${key}\u{10ffff}`}`, isNull(users.deleted_at));
}

/** The condition on `users` that a person has this employee number; an index finds numbers of three or more characters. */
export const hasPersonNumber = (text: string): SQL | undefined => and(personHas(text), sql`${keyColumn(users.employee_number)} = ${foldedKey(text)}`);

/** After a bulk load without triggers: writes the sort keys and the search index of people. */
export const fillPersonParts: readonly string[] = pg
  ? [`update users set name_key = ${personKey()}`]
  : [
      `insert into person_parts (rowid, words) select id, ${storedFold('words')}
        from (select id, forenames || ' ' || surname || char(10) || coalesce(employee_number, '') || char(10) || coalesce(email, '') as words from users)`,
      `update users set name_key = ${personKey()}`,
    ];
