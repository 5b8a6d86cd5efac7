import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { providerName } from '../../shared/provider-name.ts';

type Person = { forenames: SQLWrapper; surname: SQLWrapper };

/** A person's whole name, as one value. */
export const personName = (person: Person): SQL<string> => sql<string>`trim(${person.forenames} || ' ' || ${person.surname})`;

/** `personName` for an outer join: null if there is no person. */
export const personNameIfAny = (person: Person): SQL<string | null> => personName(person);

/** A person's whole name as a client sees it: all of the provider's people have one shared name. */
export const personNameToClients = (person: Person & { account_id: SQLWrapper }): SQL<string> =>
  sql<string>`case when ${person.account_id} is null then ${sql.raw(`'${providerName}'`)} else ${personName(person)} end`;
