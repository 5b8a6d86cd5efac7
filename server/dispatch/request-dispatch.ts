import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Address } from '../../shared/address.ts';
import { COLLECTION } from '../../shared/dispatch/collection.ts';
import { differingFields, groupsToDispatch, planDispatch } from '../../shared/dispatch/plan-dispatch.ts';
import { checkRequestDispatch, type DispatchRequestRow, type RequestDispatchInput } from '../../shared/dispatch/request-dispatch.ts';
import { GRAM } from '../../shared/dispatch/weight.ts';
import { messages } from '../../shared/messages.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import { auditEach } from '../audit/audit.ts';
import { didLast } from '../audit/is-done.ts';
import { carrierOfService } from '../carriers/carriers.ts';
import { isShippingService } from '../carriers/shipping-services.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, conflict, invalid, notFound, requireFound } from '../core/problem.ts';
import { dispatches, dispatchOrders, orders, pickLines, picks, sites } from '../db/tables/index.ts';
import { lockOrders } from '../orders/lock-order.ts';
import { isOpenPick } from '../orders/pick-state-conditions.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { lockLevels } from '../stock/change-levels.ts';
import { makeDispatches } from './make-dispatches.ts';
import { noteBoxWeights } from './note-box-weights.ts';
import { promiseBookings } from './promise-bookings.ts';
import { shipDispatches } from './ship-dispatches.ts';

function enforceRows(rows: readonly DispatchRequestRow[]): void {
  const errors: Record<string, string> = {};
  const visitedOrders = new Set<string>();
  for (const [index, { uuid, service_key, mark_as_shipped }] of rows.entries()) {
    if (visitedOrders.has(uuid)) errors[`orders.${index}.uuid`] = messages.twice_in_request;
    visitedOrders.add(uuid);
    if (!isShippingService(service_key)) errors[`orders.${index}.service_key`] = messages.unknown_service;
    else if (mark_as_shipped && service_key !== COLLECTION) errors[`orders.${index}.mark_as_shipped`] = messages.only_collection;
  }
  if (Object.keys(errors).length) throw invalid(errors);
}

/**
 * The orders of the request, in its sequence, each with its open pick if it has one. The orders are locked until the unit of work ends. If some of
 * them ship at once, the stock of their SKUs is locked too.
 */
async function lockRequested(ctx: Ctx, rows: readonly DispatchRequestRow[]) {
  const uuids = rows.map(({ uuid }) => uuid);
  const services = await ctx.db
    .select({ id: orders.id, pick_id: picks.id })
    .from(orders)
    .leftJoin(picks, and(eq(picks.order_id, orders.id), isOpenPick()))
    .where(and(inArray(orders.uuid, uuids), isNull(orders.deleted_at)));
  if (services.length !== uuids.length) throw notFound();
  if (rows.some(({ mark_as_shipped }) => mark_as_shipped)) {
    const pick_ids = services.flatMap(({ pick_id }) => (pick_id === null ? [] : [pick_id]));
    const skus = pick_ids.length
      ? await ctx.db.selectDistinct({ product_id: pickLines.product_id }).from(pickLines).where(inArray(pickLines.pick_id, pick_ids))
      : [];
    await lockLevels(
      ctx,
      skus.map(({ product_id }) => product_id),
    );
  }
  await lockOrders(
    ctx,
    services.map(({ id }) => id),
  );
  const onHold = await ctx.db
    .select({
      id: orders.id,
      uuid: orders.uuid,
      account_id: orders.account_id,
      site_id: orders.delivery_site_id,
      order_address: orders.delivery_address,
      site_address: sites.delivery_address,
      contact_name: orders.contact_name,
      contact_email: orders.contact_email,
      contact_phone: orders.contact_phone,
      is_frozen: orders.is_frozen,
      pick_id: picks.id,
      state: picks.state,
    })
    .from(orders)
    .leftJoin(sites, eq(sites.id, orders.delivery_site_id))
    .leftJoin(picks, and(eq(picks.order_id, orders.id), isOpenPick()))
    .where(inArray(orders.uuid, uuids));
  const byUuid = new Map(onHold.map((order) => [order.uuid, order]));
  return uuids.map((uuid) => {
    const { order_address, site_address, ...rest } = requireFound(byUuid.get(uuid));
    const delivery_address: Address | null = order_address ?? site_address;
    return { ...rest, delivery_address };
  });
}
type RequestedOrder = Awaited<ReturnType<typeof lockRequested>>[number];

/** Refuses an order that is not ready for dispatch or has no delivery address. */
function requireBooked({ pick_id, state, delivery_address, ...order }: RequestedOrder, index: number) {
  const about = { uuid: order.uuid, order_number: orderNumber(order.id) };
  if (pick_id === null || state === null) throw conflict('not_picked', messages.not_booked, about);
  const verdict = checkRequestDispatch({ state, is_frozen: order.is_frozen });
  if (!verdict.ok) throw conflict(verdict.code as Parameters<typeof conflict>[0], verdict.message, about);
  if (!delivery_address) throw invalid({ [`orders.${index}.uuid`]: messages.no_delivery_address });
  return { ...order, pick_id, delivery_address };
}

/** The latest dispatch of each of these orders that is not void. */
async function latestDispatches(ctx: Ctx, order_ids: readonly number[]) {
  const rows = await ctx.db
    .select({
      order_id: dispatchOrders.order_id,
      id: dispatches.id,
      service_key: dispatches.service_key,
      total_weight: dispatches.total_weight,
      total_items: dispatches.total_items,
      mark_as_shipped: dispatches.mark_as_shipped,
    })
    .from(dispatchOrders)
    .innerJoin(dispatches, eq(dispatches.id, dispatchOrders.dispatch_id))
    .where(and(inArray(dispatchOrders.order_id, [...order_ids]), ne(dispatches.state, 'void')))
    .orderBy(asc(dispatches.id));
  return new Map(rows.map(({ order_id, id, ...boxes }) => [order_id, { id, boxes }]));
}

/**
 * The ids of the dispatches that the caller requested before for exactly these orders, in the same boxes and groups. Null if there are no such
 * dispatches, or if the orders have changed since.
 */
async function findOwnDispatches(ctx: Ctx, requested: readonly RequestedOrder[], { orders: rows, consolidated }: RequestDispatchInput) {
  const toGo = requested.filter((order): order is RequestedOrder & { delivery_address: Address } => order.delivery_address !== null);
  const isReady = toGo.some(({ state }) => state !== 'awaiting_courier' && state !== null);
  if (isReady || toGo.length < requested.length) return null;
  const latest = await latestDispatches(
    ctx,
    toGo.map(({ id }) => id),
  );
  const own = toGo.map(({ id }) => latest.get(id));
  const isSameBoxes = rows.every(({ service_key, total_weight, total_items, mark_as_shipped = false }, index) =>
    isDeepStrictEqual(own[index]?.boxes, { service_key, total_weight, total_items, mark_as_shipped }),
  );
  const groups = groupsToDispatch(toGo, consolidated).map((group) => [...new Set(group.map((index) => own[index]?.id))]);
  const ids = groups.flat().filter((id) => id !== undefined);
  const carried = await ctx.db.$count(dispatchOrders, inArray(dispatchOrders.dispatch_id, ids));
  const isSameGroups = groups.every((group) => group.length === 1) && new Set(ids).size === groups.length && carried === rows.length;
  if (!isSameBoxes || !isSameGroups) return null;
  for (const [index, { id }] of toGo.entries()) {
    const isSame = (after: { dispatch_id: number | undefined }): boolean => after.dispatch_id === own[index]?.id;
    if (!(await didLast(ctx, ['dispatch.requested'], { type: 'order', id }, isSame))) return null;
  }
  return ids;
}

/**
 * Request couriers for all of these orders or none. A collection ships at once if the request marks it as shipped. Returns the ids of the
 * dispatches; `isDone` is true if the caller had requested them before.
 */
export async function requestDispatch(ctx: Ctx, { orders: rows, consolidated }: RequestDispatchInput): Promise<{ ids: number[]; isDone: boolean }> {
  authorize(policy.dispatch(ctx.actor));
  enforceRows(rows);
  const requested = await lockRequested(ctx, rows);
  const own = await findOwnDispatches(ctx, requested, { orders: rows, consolidated });
  if (own) return { ids: own, isDone: true };
  const openPicks = requested.map(requireBooked);
  const plan = planDispatch(rows, openPicks, consolidated);
  const differing = differingFields(plan);
  if (differing.length) throw invalid(Object.fromEntries(differing.map((field) => [field, messages.consolidated_differs])));

  const requests = plan.flatMap(({ orders: group }) => {
    const [lead] = group;
    const row = lead === undefined ? undefined : rows[lead];
    const pick = lead === undefined ? undefined : openPicks[lead];
    if (!row || !pick) return [];
    const { account_id, site_id, delivery_address, contact_name, contact_email, contact_phone } = pick;
    const { service_key, total_weight, total_items, is_weighed = false, expected_g } = row;
    const carried = group.flatMap((index) => openPicks[index] ?? []).map(({ id, pick_id }) => ({ order_id: id, pick_id }));
    return [
      {
        ...{ account_id, site_id, delivery_address, contact_name, contact_email, contact_phone },
        ...{ service_key, total_weight, total_items },
        carrier: carrierOfService(ctx.services.settings, service_key),
        mark_as_shipped: row.mark_as_shipped ?? false,
        is_consolidated: group.length > 1,
        picks: carried,
        weighed: is_weighed ? { order_id: pick.id, weight_g: Math.round(total_weight / GRAM), boxes: total_items, expected_g } : null,
      },
    ];
  });
  const ids = await makeDispatches(
    ctx,
    requests.map(({ weighed: _weighed, ...request }) => request),
  );
  await noteBoxWeights(
    ctx,
    requests.flatMap(({ weighed }, index) => (weighed ? [{ ...weighed, dispatch_id: ids[index] ?? 0 }] : [])),
  );
  await ctx.db
    .update(picks)
    .set({ state: 'awaiting_courier' })
    .where(
      inArray(
        picks.id,
        openPicks.map(({ pick_id }) => pick_id),
      ),
    );
  await auditEach(
    ctx,
    'dispatch.requested',
    requests.flatMap(({ picks: carried }, index) =>
      carried.map(({ order_id }) => ({ on: { type: 'order' as const, id: order_id }, after: { dispatch_id: ids[index] } })),
    ),
  );
  const toBook = ids.filter((_, index) => requests[index]?.carrier !== 'manual');
  await promiseBookings(
    ctx,
    toBook.map((id) => ({ id, by: ctx.actor.id })),
  );
  const atOnce = ids.filter((_, index) => requests[index]?.mark_as_shipped);
  await shipDispatches(ctx, atOnce);
  await refreshStatus(
    ctx,
    openPicks.map(({ id }) => id),
  );
  return { ids, isDone: false };
}
