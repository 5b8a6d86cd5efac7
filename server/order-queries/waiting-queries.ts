import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { personName } from '../db/person-name.ts';
import { dispatches, dispatchOrders, orderLines, orders, returnLines, returns, sites, users } from '../db/tables/index.ts';
import { newestUnread } from '../notices/notice-queries.ts';
import { visibleReturns } from '../orders/return-scope.ts';
import { visibleLines } from '../orders/scope.ts';
import { dispatchesByOrder, dispatchSchema } from './dispatch-queries.ts';
import { orderSummaries } from './order-summaries.ts';
import { type OrderListItem, orderListItemSchema } from './order-view.ts';
import { isOnTheWay, lacksSize, waitingOrders } from './waiting-orders.ts';

/** How many names of people or sites a row shows. */
const NAMES = 3;

/** How many parcels the answer has, each with one of the orders whose items it carries. */
const PARCELS = 3;

const named = z.array(z.object({ name: z.string(), count: z.int() })).max(NAMES);

export const waitingSchema = z.object({
  decisions: z.object({
    count: z.int(),
    oldest: orderListItemSchema.nullable().describe('With its lines'),
  }),
  sizes: z.object({ count: z.int().describe('Lines'), people: named, order: z.string().nullable().describe('The uuid, if all are in one order') }),
  drafts: z.object({ count: z.int(), latest: orderListItemSchema.nullable().describe('With its wearers') }),
  parcels: z.object({
    count: z.int(),
    sites: named,
    items: z
      .array(dispatchSchema.extend({ order: z.object({ uuid: z.string(), order_number: z.string() }), site_name: z.string().nullable() }))
      .max(PARCELS)
      .describe('Those that left first'),
  }),
  returns: z.object({ count: z.int(), latest: z.object({ id: z.int(), product_name: z.string(), order_number: z.string() }).nullable() }),
  notices: z.object({ count: z.int().describe('Not downloaded yet'), latest: z.object({ id: z.int(), subject: z.string() }).nullable() }),
});
export type Waiting = z.infer<typeof waitingSchema>;

/** The first order of a condition with its extras, and how many orders meet the condition. */
async function firstOf(ctx: Ctx, where: SQL, order: SQL, extras: { lines: boolean; employees: boolean }) {
  const [first] = await ctx.db
    .select({ id: orders.id, count: sql<number>`count(*) over ()`.mapWith(Number) })
    .from(orders)
    .where(where)
    .orderBy(order)
    .limit(1);
  const [item = null] = first ? await orderSummaries(ctx, [first.id], { ...extras, delivery_address: false }) : [];
  return { count: item ? (first?.count ?? 0) : 0, item: item satisfies OrderListItem | null };
}

/** The lines without a size by wearer, those with most lines first. */
async function sizesOf(ctx: Ctx): Promise<Waiting['sizes']> {
  const rows = await ctx.db
    .select({
      name: personName(users).as('name'),
      count: sql<number>`count(*)`.mapWith(Number).as('n'),
      all: sql<number>`sum(count(*)) over ()`.mapWith(Number).as('n_all'),
      first: sql<string>`min(${orders.uuid})`.as('first_uuid'),
      last: sql<string>`max(${orders.uuid})`.as('last_uuid'),
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.order_id, orders.id))
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .where(and(waitingOrders(ctx, 'size'), visibleLines(ctx.actor), lacksSize))
    .groupBy(users.id)
    .orderBy(desc(sql`n`), asc(users.name_key), asc(users.id))
    .limit(NAMES + 1);
  const uuids = new Set(rows.flatMap(({ first, last }) => [first, last]));
  const [only] = uuids;
  return {
    count: rows[0]?.all ?? 0,
    people: rows.slice(0, NAMES).map(({ name, count }) => ({ name, count })),
    // With more people than are read, the orders of the others are unknown.
    order: uuids.size === 1 && rows.length <= NAMES ? (only ?? null) : null,
  };
}

/** The parcels on their way that left first, each with the first order of the reader that it carries. */
async function firstParcels(ctx: Ctx): Promise<Waiting['parcels']['items']> {
  const ranked = ctx.db
    .select({
      // Columns of a subquery need names of their own.
      dispatch_id: sql<number>`${dispatches.id}`.mapWith(Number).as('parcel_id'),
      order_id: sql<number>`${orders.id}`.mapWith(Number).as('parcel_order_id'),
      dispatched_at: sql<string>`${dispatches.dispatched_at}`.as('parcel_left_at'),
      site_name: sql<string | null>`${sites.name}`.as('parcel_site'),
      place: sql<number>`row_number() over (partition by ${dispatches.id} order by ${orders.id})`.mapWith(Number).as('place'),
    })
    .from(orders)
    .innerJoin(dispatchOrders, eq(dispatchOrders.order_id, orders.id))
    .innerJoin(dispatches, eq(dispatches.id, dispatchOrders.dispatch_id))
    .leftJoin(sites, eq(sites.id, dispatches.site_id))
    .where(and(waitingOrders(ctx, 'parcel'), isOnTheWay(ctx)))
    .as('ranked');
  const first = await ctx.db
    .select({
      dispatch_id: ranked.dispatch_id,
      site_name: ranked.site_name,
      id: orders.id,
      uuid: orders.uuid,
      account_id: orders.account_id,
      requester_id: orders.requester_id,
      creator_id: orders.creator_id,
      delivery_site_id: orders.delivery_site_id,
      submitted_at: orders.submitted_at,
    })
    .from(ranked)
    .innerJoin(orders, eq(orders.id, ranked.order_id))
    .where(eq(ranked.place, 1))
    .orderBy(asc(ranked.dispatched_at), asc(ranked.dispatch_id))
    .limit(PARCELS);
  const parcels = await dispatchesByOrder(ctx, first);
  return first.flatMap(({ dispatch_id, id, uuid, site_name }) => {
    const parcel = parcels.get(id)?.find((one) => one.id === dispatch_id);
    return parcel ? [{ ...parcel, order: { uuid, order_number: orderNumber(id) }, site_name }] : [];
  });
}

/** The parcels on their way, by site, those with most parcels first. */
async function parcelsOf(ctx: Ctx): Promise<Waiting['parcels']> {
  const rows = await ctx.db
    .select({
      name: sites.name,
      count: sql<number>`count(distinct ${dispatches.id})`.mapWith(Number).as('n'),
      all: sql<number>`sum(count(distinct ${dispatches.id})) over ()`.mapWith(Number).as('n_all'),
    })
    .from(orders)
    .innerJoin(dispatchOrders, eq(dispatchOrders.order_id, orders.id))
    .innerJoin(dispatches, eq(dispatches.id, dispatchOrders.dispatch_id))
    .leftJoin(sites, eq(sites.id, dispatches.site_id))
    .where(and(waitingOrders(ctx, 'parcel'), isOnTheWay(ctx)))
    .groupBy(sites.id, sites.name)
    .orderBy(desc(sql`n`), asc(sites.name))
    .limit(NAMES);
  const count = rows[0]?.all ?? 0;
  return {
    count,
    sites: rows.flatMap(({ name, count }) => (name === null ? [] : [{ name, count }])),
    items: count > 0 ? await firstParcels(ctx) : [],
  };
}

async function returnsOf(ctx: Ctx): Promise<Waiting['returns']> {
  const [latest] = await ctx.db
    .select({
      id: returns.id,
      order_id: orders.id,
      count: sql<number>`count(*) over ()`.mapWith(Number),
      product_name: sql<string>`(select min(${orderLines.product_name}) from ${returnLines}
        join ${orderLines} on ${orderLines.id} = ${returnLines.order_line_id} where ${returnLines.return_id} = ${returns.id} and ${visibleLines(ctx.actor)})`,
    })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.order_id))
    .where(and(isNull(returns.finalised_at), visibleReturns(ctx.actor)))
    .orderBy(desc(returns.id))
    .limit(1);
  if (!latest) return { count: 0, latest: null };
  const { id, count, product_name, order_id } = latest;
  return { count, latest: { id, product_name, order_number: orderNumber(order_id) } };
}

/** What waits for a client's person: requests, sizes, drafts, parcels, returns and notices, each with its number and its first items. */
export async function waitingForMe(ctx: Ctx): Promise<Waiting> {
  authorize(policy.see_shortfall(ctx.actor));
  const decisions = await firstOf(ctx, waitingOrders(ctx, 'decision'), asc(orders.requested_at), { lines: true, employees: false });
  const drafts = await firstOf(ctx, waitingOrders(ctx, 'draft'), desc(orders.id), { lines: false, employees: true });
  return {
    decisions: { count: decisions.count, oldest: decisions.item },
    sizes: await sizesOf(ctx),
    drafts: { count: drafts.count, latest: drafts.item },
    parcels: await parcelsOf(ctx),
    returns: await returnsOf(ctx),
    notices: await newestUnread(ctx),
  };
}
