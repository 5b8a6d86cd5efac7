import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** A person's whole name, as one value. */
export const personName = (person: { forenames: SQLWrapper; surname: SQLWrapper }): SQL<string> =>
  sql<string>`trim(${person.forenames} || ' ' || ${person.surname})`;
