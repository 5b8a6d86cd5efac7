import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { beginsWith, contains } from '../db/contains.ts';
import { foldedKey, keyColumn } from '../db/folded.ts';
import { hasPostcode } from '../db/order-search.ts';
import { personName } from '../db/person-name.ts';
import { personFound } from '../db/person-search.ts';
import { accounts, sites, users } from '../db/tables/index.ts';
import { postcodeStart } from '../order-queries/search-orders.ts';
import { visibleEmployees } from '../people/scope.ts';
import { visibleSites } from '../sites/site-queries.ts';

/** The sort key that puts the rows that meet one of these conditions first. */
const firstIf = (...conditions: SQL[]): SQL => sql`case when ${or(...conditions)} then 0 else 1 end`;

/** The people of the clients whom a text finds, by name, email or employee number, those whose names begin with it first; `most` at most. */
export const findWearers = ({ db, actor }: Ctx, text: string, most: number) =>
  db
    .select({
      id: users.id,
      name: personName(users).as('name'),
      employee_number: users.employee_number,
      account: { id: accounts.id, name: accounts.name },
    })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.account_id))
    .where(and(visibleEmployees(actor), personFound(text)))
    .orderBy(
      firstIf(beginsWith(personName(users), text), beginsWith(users.surname, text), eq(keyColumn(users.employee_number), foldedKey(text))),
      asc(users.name_key),
      asc(users.id),
    )
    .limit(most);

/** The open accounts whose name or reference contains a text, those whose name begins with it first; `most` at most. */
export const findAccounts = ({ db }: Ctx, text: string, most: number) =>
  db
    .select({ id: accounts.id, name: accounts.name, reference: accounts.reference })
    .from(accounts)
    .where(and(isNull(accounts.deleted_at), or(contains(accounts.name, text), contains(accounts.reference, text))))
    .orderBy(firstIf(beginsWith(accounts.name, text)), asc(accounts.name), asc(accounts.id))
    .limit(most);

/** The sites whose name or reference contains a text, or whose postcode begins with it, those whose name begins with it first; `most` at most. */
export const findSites = ({ db, actor }: Ctx, text: string, most: number) => {
  const postcode = postcodeStart(text);
  return db
    .select({
      id: sites.id,
      name: sites.name,
      reference_1: sites.reference_1,
      delivery_address: sites.delivery_address,
      account: { id: accounts.id, name: accounts.name },
    })
    .from(sites)
    .innerJoin(accounts, eq(accounts.id, sites.account_id))
    .where(
      and(
        visibleSites(actor),
        or(contains(sites.name, text), contains(sites.reference_1, text), postcode ? hasPostcode(postcode, sites.delivery_address) : undefined),
      ),
    )
    .orderBy(firstIf(beginsWith(sites.name, text)), asc(sites.name), asc(sites.id))
    .limit(most);
};
