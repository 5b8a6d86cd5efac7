import { and, eq, sql } from 'drizzle-orm';
import type { DeliveryFacts } from '../../shared/dispatch/delivery.ts';
import { type OwnedOrder, policy } from '../../shared/policy.ts';
import { daysOfService } from '../carriers/shipping-services.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { dispatches, dispatchLines, dispatchOrders, orderLines } from '../db/tables/index.ts';
import { carries, dispatchesByOrder, type OrderDispatch } from '../order-queries/dispatch-queries.ts';
import { findOrder } from '../orders/find-order.ts';

/**
 * A dispatch as somebody at the client who may say whether it has arrived finds it through one of its orders. 404 outside the caller's scope, 403 if
 * it also carries what other people wear.
 */
export async function requireClientParcel(ctx: Ctx, uuid: string, id: number): Promise<DeliveryFacts> {
  const { actor, db } = ctx;
  const order = await findOrder(ctx, uuid);
  const whole = policy.see_whole_order(actor, order satisfies OwnedOrder);
  const [row] = await db
    .select({
      dispatched_at: dispatches.dispatched_at,
      delivered_on: dispatches.delivered_on,
      delivered_by: dispatches.delivered_by,
      delivery_source: dispatches.delivery_source,
      not_arrived_at: dispatches.not_arrived_at,
      not_arrived_by: dispatches.not_arrived_by,
      service_key: dispatches.service_key,
      carries_others: sql<boolean>`exists (select 1 from ${dispatchLines} join ${orderLines} on ${orderLines.id} = ${dispatchLines.order_line_id}
        where ${dispatchLines.dispatch_id} = ${dispatches.id} and ${orderLines.employee_id} <> ${actor.id})`.mapWith(Boolean),
    })
    .from(dispatches)
    .innerJoin(dispatchOrders, eq(dispatchOrders.dispatch_id, dispatches.id))
    .where(and(eq(dispatches.id, id), eq(dispatchOrders.order_id, order.id), whole ? undefined : carries(actor.id)));
  const { service_key, carries_others, ...parcel } = requireFound(row);
  authorize(policy.confirm_arrival(actor, order, { carries_others }));
  return { ...parcel, days: daysOfService(service_key) };
}

/** A dispatch of an order as people of the client read it. 404 outside the caller's scope. */
export async function parcelOf(ctx: Ctx, uuid: string, id: number): Promise<OrderDispatch> {
  const order = await findOrder(ctx, uuid);
  return requireFound((await dispatchesByOrder(ctx, [order])).get(order.id)?.find((dispatch) => dispatch.id === id));
}
