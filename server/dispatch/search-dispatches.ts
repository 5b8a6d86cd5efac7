import { eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { dispatchOfNumber } from '../../shared/dispatch/dispatch-number.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { contains } from '../db/contains.ts';
import { accounts, consignments, dispatches, dispatchOrders, orders, sites } from '../db/tables/index.ts';

/** Upper limit of the clients, and of the sites, that one search considers. */
const MAX_NAMES = 500;
/** A text of at least this length also matches a part of a courier's number; a shorter text has to be the whole number. */
const PART_OF_NUMBER = 5;

const ids = (rows: { id: number }[]): string => idList(rows.map(({ id }) => id));
const carrying = (which: SQL): SQL =>
  sql`select ${dispatchOrders.dispatch_id} from ${dispatchOrders} join ${orders} on ${orders.id} = ${dispatchOrders.order_id} where ${which}`;
const selectBooked = (which: SQL | undefined): SQL => sql`select ${consignments.dispatch_id} from ${consignments} where ${which}`;
const dispatched = (which: SQL): SQL => sql`select ${dispatches.id} from ${dispatches} where ${which}`;

/**
 * A query of the ids of the dispatches that match a search: by their own number, the number of an order or purchase order, the courier's number, or
 * the name of a client or site. Few clients and sites match, and an index leads from them to their dispatches.
 */
export async function searchDispatches(ctx: Pick<Ctx, 'db'>, text: string): Promise<SQL> {
  const spellings = [...new Set([text, text.toUpperCase(), text.toLowerCase()])];
  const own = dispatchOfNumber(text);
  const parts = [
    selectBooked(or(inArray(consignments.tracking_number, spellings), inArray(consignments.consignment_number, spellings))),
    carrying(inArray(orders.client_po_reference, spellings)),
    ...(own === null ? [] : [dispatched(eq(dispatches.id, own))]),
    ...(/^\d{1,15}$/.test(text) ? [carrying(eq(orders.id, Number(text)))] : []),
  ];
  if (text.length >= PART_OF_NUMBER && /\d/.test(text))
    parts.push(selectBooked(or(contains(consignments.tracking_number, text), contains(consignments.consignment_number, text))));
  if (/^\d+$/.test(text)) return sql.join(parts, sql` union `);

  const clients = await ctx.db.select({ id: accounts.id }).from(accounts).where(contains(accounts.name, text)).limit(MAX_NAMES);
  const places = await ctx.db.select({ id: sites.id }).from(sites).where(contains(sites.name, text)).limit(MAX_NAMES);
  if (clients.length) parts.push(dispatched(among(dispatches.account_id, ids(clients))));
  if (places.length) parts.push(dispatched(among(dispatches.site_id, ids(places))));
  return sql.join(parts, sql` union `);
}
