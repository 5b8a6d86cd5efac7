import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { limits } from '../../shared/limits.ts';
import { among, idList } from '../db/among.ts';
import { contains } from '../db/contains.ts';
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

/**
 * A query of the ids of the orders that a search of all clients means. A number is looked up as an order number and a PO; words also
 * as names: of clients, sites and requesters first, which are few, and from them their orders by index.
 */
export async function searchOrders(ctx: Pick<Ctx, 'db'>, text: string): Promise<SQL> {
  if (/^\d+$/.test(text) || text.length < limits.search_min) return one(exactly(text));
  const ids = (rows: { id: number }[]): string => idList(rows.map(({ id }) => id));
  const clients = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(or(contains(accounts.name, text), contains(accounts.reference, text)))
    .limit(MOST_NAMES);
  const places = await ctx.db
    .select({ id: sites.id })
    .from(sites)
    .where(or(contains(sites.name, text), contains(sites.reference_1, text)))
    .limit(MOST_NAMES);
  const people = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(contains(personName(users), text))
    .limit(MOST_NAMES);
  const parts = [
    one(exactly(text)),
    ...(clients.length ? [one(among(orders.account_id, ids(clients)))] : []),
    ...(places.length ? [one(among(orders.delivery_site_id, ids(places)))] : []),
    ...(people.length ? [one(among(orders.requester_id, ids(people)))] : []),
  ];
  return sql.join(parts, sql` union `);
}

/** The same within one client, whose orders are few enough to be looked through: part of a PO will do, of an order that its reader sees all of. */
export async function searchWithin(ctx: Pick<Ctx, 'db' | 'actor'>, account_id: number, text: string): Promise<SQL> {
  const ids = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);
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
