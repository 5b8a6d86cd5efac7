import { and, or, type SQL, sql } from 'drizzle-orm';
import { containing, contains } from './contains.ts';
import { pg } from './dialect.ts';
import { folded, foldedColumn } from './folded.ts';
import { personName } from './person-name.ts';
import { users } from './tables/index.ts';

/** The length from which part of a name, number or address is found by index. */
const PART_MIN = 3;
/** Upper limit of the words of a search that count. */
const MAX_WORDS = 6;

/** What a person is found by, as the index of PostgreSQL has it. */
const words = foldedColumn(
  sql`${users.forenames} || ' ' || ${users.surname} || chr(10) || coalesce(${users.employee_number}, '') || chr(10) || coalesce(${users.email}, '')`,
);

const phrase = (word: string): string => `"${word.replaceAll('"', '""')}"`;

function byIndex(texts: readonly string[]): SQL | undefined {
  const parts = texts.map(folded);
  if (!parts.length) return undefined;
  if (pg) return and(...parts.map((part) => sql`${words} ilike ${containing(part)}`));
  return sql`${users.id} in (select rowid from person_parts where person_parts match ${parts.map(phrase).join(' AND ')})`;
}

const byReading = (part: string): SQL | undefined =>
  or(contains(personName(users), part), contains(users.email, part), contains(users.employee_number, part));

/**
 * The condition on `users` under which each word of a text is part of a person's name, employee number or email address. Accents and the kind of
 * apostrophe do not count in words of three characters and more.
 */
export function personHas(text: string): SQL | undefined {
  const parts = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS);
  const isLong = (part: string): boolean => [...part].length >= PART_MIN;
  return and(byIndex(parts.filter(isLong)), ...parts.filter((part) => !isLong(part)).map(byReading));
}

/** Adds the people of a bulk load, which the triggers did not see; only where the parts have a table of their own. */
export const fillPersonParts: readonly string[] = pg
  ? []
  : [
      `insert into person_parts (rowid, words)
        select id, replace(replace(replace(replace(replace(replace(replace(replace(replace(forenames || ' ' || surname || char(10) || coalesce(employee_number, '') || char(10) || coalesce(email, ''), 'Ł', 'L'), 'ł', 'l'), 'Ø', 'O'), 'ø', 'o'), 'Đ', 'D'), 'đ', 'd'), '’', ''''), '‘', ''''), 'ʼ', '''') from users`,
    ];
