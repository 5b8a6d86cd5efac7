import { and, asc, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { address } from '../../shared/address.ts';
import { DAYS_TO_CONFIRM, deliverySources } from '../../shared/dispatch/delivery.ts';
import { dispatchNumber } from '../../shared/dispatch/dispatch-number.ts';
import { checkEditDispatch } from '../../shared/dispatch/edit-dispatch.ts';
import { checkSetTracking } from '../../shared/dispatch/set-tracking.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import { serviceName } from '../carriers/shipping-services.ts';
import type { Ctx } from '../core/context.ts';

import { include, listQuery, type Page, queryFlag, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';

import { alias, type Db } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { dispatchStates } from '../db/tables/floor.ts';
import { accounts, consignments, dispatches, dispatchLines, dispatchOrders, orders, sites, users } from '../db/tables/index.ts';
import { isMissing } from '../orders/missing-parcels.ts';
import { visibleOrders } from '../orders/scope.ts';
import { searchDispatches } from './search-dispatches.ts';

const includes = ['order', 'orders', 'consignment', 'delivery_address', 'account', 'site', 'lines'] as const;
export const dispatchInclude = z.object({ include: include(includes) });
const deliveryStates = ['on_its_way', 'not_arrived', 'delivered'] as const;

export const dispatchesQuery = listQuery({
  orderBy: ['id', 'dispatch_number', 'created_at', 'dispatched_at', 'account', 'service_key', 'total_weight', 'total_items'],
  default: 'id',
  sortedBy: 'desc',
  per_page: 50,
}).extend({
  include: include(includes),
  state: z.enum(dispatchStates).optional(),
  is_dispatched: queryFlag.optional(),
  delivery: z
    .enum(deliveryStates)
    .optional()
    .describe('Dispatches of the last 30 days that nobody has recorded as delivered, those that clients miss, or those that have arrived'),
});

const namedSchema = z.object({ id: z.int(), name: z.string() });
const carried = z.object({ id: z.int(), uuid: z.string(), order_number: z.string() });

export const dispatchRow = z.object({
  id: z.int(),
  dispatch_number: z.string(),
  state: z.enum(dispatchStates),
  order: carried.nullable().describe('The order whose delivery details the dispatch uses'),
  orders: z.array(carried),
  is_consolidated: z.boolean(),
  account: namedSchema,
  site: namedSchema.nullable(),
  service_key: z.string(),
  service_name: z.string(),
  carrier: z.string(),
  consignment: z
    .object({ consignment_number: z.string().nullable(), tracking_number: z.string().nullable(), tracking_url: z.string().nullable() })
    .nullable(),
  has_consignment: z.boolean(),
  total_weight: z.number(),
  total_items: z.int(),
  mark_as_shipped: z.boolean(),
  qty_items_shipped: z.int(),
  delivery_address: address,
  contact_name: z.string().nullable(),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
  booking_error: z.string().nullable(),
  created_at: z.string(),
  dispatched_at: z.string().nullable(),
  delivered_on: z.string().nullable().describe('The calendar date on which it arrived; null until somebody says so'),
  delivered_by: z.string().nullable().describe('Who says so; null for a system of the carrier'),
  delivery_source: z.enum(deliverySources).nullable(),
  not_arrived_at: z.string().nullable().describe('When its client reported that it has not arrived'),
  version: z.int(),
  lines: z
    .array(z.object({ order_line_id: z.int(), product_id: z.int(), quantity: z.int() }))
    .optional()
    .describe('With include=lines'),
  can: z.object({ edit: z.boolean(), set_tracking: z.boolean(), record_delivery: z.boolean(), take_back_delivery: z.boolean() }),
});
export type DispatchRow = z.infer<typeof dispatchRow>;

const orderOf = {
  id: dispatches.id,
  dispatch_number: dispatches.id,
  created_at: dispatches.created_at,
  dispatched_at: dispatches.dispatched_at,
  account: accounts.name,
  service_key: dispatches.service_key,
  total_weight: dispatches.total_weight,
  total_items: dispatches.total_items,
} as const;

const recipient = alias(users, 'recipient');

const selectDispatches = (db: Db) =>
  db
    .select({
      id: dispatches.id,
      state: dispatches.state,
      is_consolidated: dispatches.is_consolidated,
      account: { id: accounts.id, name: accounts.name },
      site_id: sites.id,
      site_name: sites.name,
      service_key: dispatches.service_key,
      carrier: dispatches.carrier,
      has_consignment: consignments.id,
      consignment_number: consignments.consignment_number,
      tracking_number: consignments.tracking_number,
      tracking_url: consignments.tracking_url,
      total_weight: dispatches.total_weight,
      total_items: dispatches.total_items,
      mark_as_shipped: dispatches.mark_as_shipped,
      delivery_address: dispatches.delivery_address,
      contact_name: dispatches.contact_name,
      contact_email: dispatches.contact_email,
      contact_phone: dispatches.contact_phone,
      booking_error: dispatches.booking_error,
      created_at: dispatches.created_at,
      dispatched_at: dispatches.dispatched_at,
      delivered_on: dispatches.delivered_on,
      delivered_by: sql<string | null>`case when ${dispatches.delivered_by} is not null then ${personName(recipient)} end`.as('recipient_name'),
      delivery_source: dispatches.delivery_source,
      not_arrived_at: dispatches.not_arrived_at,
      version: dispatches.version,
    })
    .from(dispatches)
    .innerJoin(accounts, eq(accounts.id, dispatches.account_id))
    .leftJoin(sites, eq(sites.id, dispatches.site_id))
    .leftJoin(consignments, eq(consignments.dispatch_id, dispatches.id))
    .leftJoin(recipient, eq(recipient.id, dispatches.delivered_by));

function byDispatch<Row extends { dispatch_id: number }>(all: readonly Row[]): Map<number, Row[]> {
  const by = new Map<number, Row[]>();
  for (const row of all) {
    const its = by.get(row.dispatch_id);
    if (its) its.push(row);
    else by.set(row.dispatch_id, [row]);
  }
  return by;
}

async function hydrated(ctx: Ctx, read: Awaited<ReturnType<typeof selectDispatches>>, with_lines: boolean): Promise<DispatchRow[]> {
  if (!read.length) return [];
  const ids = read.map(({ id }) => id);
  const inThem = await ctx.db
    .select({ dispatch_id: dispatchOrders.dispatch_id, id: orders.id, uuid: orders.uuid })
    .from(dispatchOrders)
    .innerJoin(orders, eq(orders.id, dispatchOrders.order_id))
    .where(and(inArray(dispatchOrders.dispatch_id, ids), visibleOrders(ctx.actor)))
    .orderBy(asc(orders.id));
  const lines = await ctx.db
    .select({
      dispatch_id: dispatchLines.dispatch_id,
      order_line_id: dispatchLines.order_line_id,
      product_id: dispatchLines.product_id,
      quantity: dispatchLines.quantity,
    })
    .from(dispatchLines)
    .where(inArray(dispatchLines.dispatch_id, ids))
    .orderBy(asc(dispatchLines.id));
  const ordersOf = byDispatch(inThem);
  const linesOf = byDispatch(lines);
  const floor = policy.dispatch(ctx.actor);
  const office = policy.record_deliveries(ctx.actor);
  return read.map(({ site_id, site_name, has_consignment, consignment_number, tracking_number, tracking_url, ...row }) => {
    const its = (ordersOf.get(row.id) ?? []).map(({ id, uuid }) => ({ id, uuid, order_number: orderNumber(id) }));
    const inside = (linesOf.get(row.id) ?? []).map(({ dispatch_id: _dispatch_id, ...line }) => line);
    return {
      ...row,
      dispatch_number: dispatchNumber(row.id),
      order: its[0] ?? null,
      orders: its,
      site: site_id === null ? null : { id: site_id, name: site_name ?? '' },
      service_name: serviceName(row.service_key),
      consignment: has_consignment === null ? null : { consignment_number, tracking_number, tracking_url },
      has_consignment: has_consignment !== null,
      qty_items_shipped: inside.reduce((sum, { quantity }) => sum + quantity, 0),
      ...(with_lines ? { lines: inside } : {}),
      can: {
        edit: floor && checkEditDispatch(row).ok,
        set_tracking: floor && checkSetTracking(row).ok,
        record_delivery: office && row.dispatched_at !== null && row.delivered_on === null,
        take_back_delivery: office && row.delivered_on !== null,
      },
    };
  });
}

/** The condition on `dispatches` for what is known about their arrival. */
function deliveryCondition({ now }: Pick<Ctx, 'now'>, delivery: (typeof deliveryStates)[number]): SQL | undefined {
  if (delivery === 'delivered') return isNotNull(dispatches.delivered_on);
  if (delivery === 'not_arrived') return isMissing;
  const since = new Date(Date.parse(now) - DAYS_TO_CONFIRM * 24 * 3_600_000).toISOString();
  return and(isNull(dispatches.delivered_on), gt(dispatches.dispatched_at, since));
}

/** Dispatches, newest first by default; voided ones only on request. 403 for people who may not dispatch. */
export async function listDispatches(ctx: Ctx, query: z.infer<typeof dispatchesQuery>): Promise<Page<DispatchRow>> {
  authorize(policy.dispatch(ctx.actor));
  const { search, state, is_dispatched, delivery } = query;
  const live = dispatchStates.filter((one) => one !== 'void' && (is_dispatched === undefined || (one === 'shipped') === is_dispatched));
  const where = and(
    inArray(dispatches.state, state ? [state] : live),
    delivery && deliveryCondition(ctx, delivery),
    search ? sql`${dispatches.id} in (${await searchDispatches(ctx, search)})` : undefined,
  );
  const all = ctx.db.select({ id: dispatches.id }).from(dispatches).$dynamic();
  const withAccountName = query.orderBy === 'account' ? all.innerJoin(accounts, eq(accounts.id, dispatches.account_id)) : all;
  return readPage(ctx.db, query, { rows: withAccountName.where(where), order: [orderOf[query.orderBy], dispatches.id] }, async (page) => {
    const ids = page.map(({ id }) => id);
    const rows = new Map((await dispatchesById(ctx, ids, query.include?.includes('lines'))).map((row) => [row.id, row]));
    return ids.flatMap((id) => rows.get(id) ?? []);
  });
}

/** Dispatches by id, sorted by id. */
export const dispatchesById = async (ctx: Ctx, ids: readonly number[], with_lines = false): Promise<DispatchRow[]> =>
  hydrated(
    ctx,
    await selectDispatches(ctx.db)
      .where(inArray(dispatches.id, [...ids]))
      .orderBy(asc(dispatches.id)),
    with_lines,
  );

/** One dispatch, for the floor; 404 when there is none. */
export async function dispatchOf(ctx: Ctx, id: number, with_lines = false): Promise<DispatchRow> {
  authorize(policy.dispatch(ctx.actor));
  return requireFound((await dispatchesById(ctx, [id], with_lines))[0]);
}
