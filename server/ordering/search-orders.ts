import { and, eq, inArray, isNull, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { limits } from '../../shared/limits.ts';
import { among, idList } from '../db/among.ts';
import { contains } from '../db/contains.ts';
import { rows } from '../db/db.ts';
import { accounts, orderEmployees, orders, sites, users } from '../db/tables/index.ts';
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
  /** The clients all of whose orders are meant. */
  clients: number[];
  /** A query of the ids of further orders, which are no orders of these clients; null where there are none. */
  rest: SQL | null;
  /** A query of the ids of all that is meant: for few. */
  ids: SQL;
  /** Whether an order is meant, to be asked of one order after the other: for many. No index is used for it. */
  condition: SQL;
}

/** A condition on a column for which no index of that column is used. */
const unindexed = (column: SQLWrapper): SQL => sql`+${column}`;

/**
 * The orders that a search of all clients means. A number is looked up as an order number and a PO, and a text with a digit in it as a PO
 * first, for what is one exactly is seldom meant as a name; words also as names: of clients, sites and requesters, which are few, and from
 * them their orders by index.
 */
export async function searchOrders({ db }: Pick<Ctx, 'db'>, text: string): Promise<FoundOrders> {
  const whole = exactly(text) ?? sql`1 = 0`;
  const exact = { clients: [], rest: one(whole), ids: one(whole), condition: whole };
  if (/^\d+$/.test(text) || text.length < limits.search_min) return exact;
  const isExact = (await rows(db, sql`${exact.ids} limit 1`)).length > 0;
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
  const named = (wrap: (column: SQLWrapper) => SQLWrapper) => [
    ...(places.length ? [among(wrap(orders.delivery_site_id), idList(places))] : []),
    ...(people.length ? [among(wrap(orders.requester_id), idList(people))] : []),
  ];
  const ofClients = clients.length ? [among(orders.account_id, idList(clients))] : [];
  const others = [...(isExact ? [whole] : []), ...named((column) => column)];
  const union = (conditions: (SQL | undefined)[]): SQL => sql.join(conditions.map(one), sql` union `);
  const notOfClients = clients.length ? not(among(orders.account_id, idList(clients))) : undefined;
  return {
    clients,
    rest: others.length ? union(others.map((condition) => and(condition, notOfClients))) : null,
    ids: union([whole, ...ofClients, ...others]),
    condition: or(whole, ...(clients.length ? [among(unindexed(orders.account_id), idList(clients))] : []), ...named(unindexed)) ?? whole,
  };
}

/**
 * The same within one client, whose orders are few enough to be looked through: part of a PO will do, and the name of somebody whom an order is for,
 * where its reader sees all of it.
 */
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
  const worn = ctx.db
    .select({ id: orderEmployees.order_id })
    .from(orderEmployees)
    .where(inArray(orderEmployees.employee_id, ids(people)));
  const inWhole = or(contains(orders.client_po_reference, text), people.length ? inArray(orders.id, worn) : undefined);
  const found = or(
    numbered(text),
    and(inWhole, wholeOrders(ctx.actor)),
    places.length ? inArray(orders.delivery_site_id, ids(places)) : undefined,
    people.length ? inArray(orders.requester_id, ids(people)) : undefined,
  );
  return found ?? sql`1 = 0`;
}
