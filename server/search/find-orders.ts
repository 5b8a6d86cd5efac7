import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { dispatchOfNumber } from '../../shared/dispatch/dispatch-number.ts';
import { numbersLike } from '../../shared/search/numbers-like.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { rows } from '../db/db.ts';
import { idsWithPoPart, PO_PART_MIN, poPart } from '../db/order-search.ts';
import { consignments, dispatchOrders, orders } from '../db/tables/index.ts';
import { idsWithTrackingPart, isTrackingPart } from '../db/tracking-search.ts';
import { isTracked, ORDER_NUMBER } from '../order-queries/search-orders.ts';
import { visibleOrders } from '../orders/scope.ts';

/** How many of the first matches are orders by their number, if others match by their PO reference. */
const MAX_NUMBERED = 3;

/** The orders whose number a text may be, the likeliest first. */
async function numberedOrders({ db, actor }: Ctx, text: string): Promise<number[]> {
  const digits = ORDER_NUMBER.exec(text)?.[1];
  if (digits === undefined) return [];
  const [last] = await rows<{ id: number | null }>(db, sql`select max(${orders.id}) as id from ${orders}`);
  const numbers = text.startsWith('#') ? [Number(digits)] : numbersLike(digits, Number(last?.id ?? 0));
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(among(orders.id, idList(numbers)), visibleOrders(actor)));
  const ids = new Set(found.map(({ id }) => id));
  return numbers.filter((number) => ids.has(number));
}

/** The newest orders whose PO reference is a text or, from three characters on, contains it. */
async function orderedWithPo({ db, actor }: Ctx, text: string, most: number): Promise<number[]> {
  const exact = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.client_po_reference, [...new Set([text, text.toUpperCase(), text.toLowerCase()])]), visibleOrders(actor)))
    .orderBy(desc(orders.id))
    .limit(most);
  if (text.length < PO_PART_MIN || exact.length === most) return exact.map(({ id }) => id);
  // The index of parts returns deleted orders too, so that more of them are read than are needed.
  const parts = sql`select id from (${idsWithPoPart(poPart(text))}) as part order by id desc limit ${4 * most}`;
  const matches = await rows<{ id: number }>(
    db,
    sql`select ${orders.id} as id from (${parts}) as newest cross join ${orders} where ${orders.id} = newest.id and ${visibleOrders(actor)}
      order by ${orders.id} desc limit ${most}`,
  );
  return [...exact, ...matches].map(({ id }) => Number(id));
}

/** The ids of the orders that match a text by their number or PO reference, the likeliest first, `most` at most. */
export async function findOrders(ctx: Ctx, text: string, most: number): Promise<number[]> {
  const numbered = await numberedOrders(ctx, text);
  const withPo = await orderedWithPo(ctx, text, most);
  return [...new Set([...numbered.slice(0, MAX_NUMBERED), ...withPo, ...numbered])].slice(0, most);
}

/**
 * The dispatches that have a text as their own number or as one of the courier's numbers, and then those with the text in one of the courier's numbers,
 * each newest first and with its first order.
 */
export async function findParcels({ db, actor }: Ctx, text: string, most: number) {
  const own = dispatchOfNumber(text);
  if (!/\d/.test(text)) return [];
  const dispatched = (which: SQL, limit: number) =>
    db
      .select({
        dispatch_id: dispatchOrders.dispatch_id,
        order_id: sql<number>`min(${orders.id})`.mapWith(Number),
        orders_count: sql<number>`count(distinct ${orders.id})`.mapWith(Number),
      })
      .from(dispatchOrders)
      .innerJoin(orders, eq(orders.id, dispatchOrders.order_id))
      .where(and(which, visibleOrders(actor)))
      .groupBy(dispatchOrders.dispatch_id)
      .orderBy(desc(dispatchOrders.dispatch_id))
      .limit(limit);
  const ofConsignments = (which: SQL, limit: number) =>
    dispatched(sql`${dispatchOrders.dispatch_id} in (select ${consignments.dispatch_id} from ${consignments} where ${which})`, limit);
  const exact = await (own === null ? ofConsignments(isTracked(text), most) : dispatched(eq(dispatchOrders.dispatch_id, own), most));
  if (exact.length === most || !isTrackingPart(text)) return exact;
  const newest = sql`select id from (${idsWithTrackingPart(text)}) as part order by id desc limit ${4 * most}`;
  const parts = await ofConsignments(sql`${consignments.id} in (${newest})`, most);
  const ids = new Set(exact.map(({ dispatch_id }) => dispatch_id));
  return [...exact, ...parts.filter(({ dispatch_id }) => !ids.has(dispatch_id))].slice(0, most);
}
