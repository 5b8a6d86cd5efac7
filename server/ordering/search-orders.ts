import { and, eq, inArray, isNull, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { limits } from '../../shared/limits.ts';
import { among, idList } from '../db/among.ts';
import { contains } from '../db/contains.ts';
import { rows } from '../db/db.ts';
import { accounts, orders, sites, users } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { personName } from '../people/person-name.ts';
import { wholeOrders } from './scope.ts';

/** As many clients, sites or people as one search follows to their orders. */
const MOST_NAMES = 500;

const numbered = (text: string): SQL | undefined => (/^\d{1,15}$/.test(text) ? eq(orders.id, Number(text)) : undefined);
const exactly = (text: string): SQL | undefined =>
  or(numbered(text), inArray(orders.client_po_reference, [...new Set([text, text.toUpperCase(), text.toLowerCase()])]));

// The indexes that find them hold live orders only, and are used only where that is asked for.
const one = (condition: SQL | undefined): SQL => sql`select ${orders.id} from ${orders} where ${orders.deleted_at} is null and ${condition}`;

/** What a search of all clients means. */
export interface FoundOrders {
  /** A query of their ids. */
  ids: SQL;
  /** The clients whose orders they all are, where that is all that was found. */
  of_clients: number[] | null;
}

/**
 * The orders that a search of all clients means. A number is looked up as an order number and a PO, and a text with a digit in it as a PO
 * first, for what is one exactly is seldom meant as a name; words also as names: of clients, sites and requesters, which are few, and from
 * them their orders by index.
 */
export async function searchOrders({ db }: Pick<Ctx, 'db'>, text: string): Promise<FoundOrders> {
  const whole = one(exactly(text));
  const exact = { ids: whole, of_clients: null };
  if (/^\d+$/.test(text) || text.length < limits.search_min) return exact;
  const isExact = (await rows(db, sql`${whole} limit 1`)).length > 0;
  if (isExact && /\d/.test(text)) return exact;
  const ids = (named: { id: number }[]): number[] => named.map(({ id }) => id);
  const clients = ids(
    await db
      .select({ id: accounts.id })
      .from(accounts)
      .where(or(contains(accounts.name, text), contains(accounts.reference, text)))
      .limit(MOST_NAMES),
  );
  // What is at a site of such a client, or was asked for by one of its people, is that client's.
  const elsewhere = (account: SQLWrapper) => or(isNull(account), not(among(account, idList(clients))));
  const places = ids(
    await db
      .select({ id: sites.id })
      .from(sites)
      .where(and(or(contains(sites.name, text), contains(sites.reference_1, text)), elsewhere(sites.account_id)))
      .limit(MOST_NAMES),
  );
  const people = ids(
    await db
      .select({ id: users.id })
      .from(users)
      .where(and(contains(personName(users), text), elsewhere(users.account_id)))
      .limit(MOST_NAMES),
  );
  if (clients.length && !isExact && !places.length && !people.length)
    return { ids: one(among(orders.account_id, idList(clients))), of_clients: clients };
  const parts = [
    whole,
    ...(clients.length ? [one(among(orders.account_id, idList(clients)))] : []),
    ...(places.length ? [one(among(orders.delivery_site_id, idList(places)))] : []),
    ...(people.length ? [one(among(orders.requester_id, idList(people)))] : []),
  ];
  return { ids: sql.join(parts, sql` union `), of_clients: null };
}

/** The same within one client, whose orders are few enough to be looked through: part of a PO will do, of an order that its reader sees all of. */
export async function searchWithin(ctx: Pick<Ctx, 'db' | 'actor'>, account_id: number, text: string): Promise<SQL> {
  const ids = (named: { id: number }[]): number[] => named.map(({ id }) => id);
  const places = await ctx.db
    .select({ id: sites.id })
    .from(sites)
    .where(and(eq(sites.account_id, account_id), or(contains(sites.name, text), contains(sites.reference_1, text))))
    .limit(MOST_NAMES);
  const people = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.account_id, account_id), contains(personName(users), text)))
    .limit(MOST_NAMES);
  const found = or(
    numbered(text),
    and(contains(orders.client_po_reference, text), wholeOrders(ctx.actor)),
    places.length ? inArray(orders.delivery_site_id, ids(places)) : undefined,
    people.length ? inArray(orders.requester_id, ids(people)) : undefined,
  );
  return found ?? sql`1 = 0`;
}
