import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { providerName } from '../../shared/provider-name.ts';

/** A person's whole name, as one value. */
export const personName = (person: { forenames: SQLWrapper; surname: SQLWrapper }): SQL<string> =>
  sql<string>`trim(${person.forenames} || ' ' || ${person.surname})`;

/** The same as a client sees it: the provider's people share one name. */
export const personNameToClients = (person: { account_id: SQLWrapper; forenames: SQLWrapper; surname: SQLWrapper }): SQL<string> =>
  sql<string>`case when ${person.account_id} is null then ${sql.raw(`'${providerName}'`)} else ${personName(person)} end`;
