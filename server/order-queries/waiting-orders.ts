import { and, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { DAYS_ON_THE_WAY } from '../../shared/ordering/line-status.ts';
import { openStatuses } from '../../shared/ordering/order-status.ts';
import type { OrderWait } from '../../shared/ordering/order-waits.ts';
import type { Actor } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { dispatches, dispatchOrders, orderLines, orders, returns } from '../db/tables/index.ts';
import { visibleReturns } from '../orders/return-scope.ts';
import { visibleLines, visibleOrders, wholeOrders } from '../orders/scope.ts';
import { carries } from './dispatch-queries.ts';

const never = sql`1 = 0`;

/** The condition on visible `orders` for requests that a person may approve, as `policy.approve_request` decides for one order. */
function isToDecide(actor: Actor): SQL {
  const atOwnSites = actor.role === 'site_admin' || actor.role === 'manager';
  if (actor.is_supervised_orderer || !(atOwnSites || actor.role === 'client_admin' || actor.role === 'super')) return never;
  const condition = and(
    eq(orders.status, 'requested'),
    ne(orders.requester_id, actor.id),
    ne(orders.creator_id, actor.id),
    atOwnSites ? among(orders.delivery_site_id, idList(actor.site_ids)) : undefined,
  );
  return condition ?? never;
}

/**
 * The condition on `dispatches` joined to `dispatch_orders` and `orders` for the dispatches that are on their way to a reader: they left within a week,
 * and nobody has said that they have arrived.
 */
export function isOnTheWay({ actor, now }: Pick<Ctx, 'actor' | 'now'>): SQL | undefined {
  const whole = wholeOrders(actor);
  const since = new Date(Date.parse(now) - DAYS_ON_THE_WAY * 24 * 3_600_000).toISOString();
  // A wearer of somebody else's order learns only of the dispatches that carry the wearer's items.
  return and(gt(dispatches.dispatched_at, since), isNull(dispatches.delivered_on), whole && or(whole, carries(actor.id)));
}

/** The condition on `order_lines` for the lines whose sizes are missing. Cancelled items need no size. */
export const lacksSize = sql`not ${orderLines.is_size_selected} and ${orderLines.qty_requested} > ${orderLines.qty_cancelled}`;

/** The condition on `orders` for the visible orders in which this waits for a reader. */
export function waitingOrders(ctx: Pick<Ctx, 'actor' | 'now'>, wait: OrderWait): SQL {
  const { actor } = ctx;
  const conditions: Record<OrderWait, () => SQL | undefined> = {
    decision: () => isToDecide(actor),
    size: () =>
      and(
        inArray(orders.status, openStatuses),
        sql`exists (select 1 from ${orderLines} where ${orderLines.order_id} = ${orders.id}
          and ${lacksSize} and ${visibleLines(actor)})`,
      ),
    draft: () => and(eq(orders.status, 'draft'), or(eq(orders.requester_id, actor.id), eq(orders.creator_id, actor.id))),
    parcel: () =>
      sql`exists (select 1 from ${dispatchOrders} join ${dispatches} on ${dispatches.id} = ${dispatchOrders.dispatch_id}
        where ${and(eq(dispatchOrders.order_id, orders.id), isOnTheWay(ctx))})`,
    return: () => sql`exists (select 1 from ${returns} where ${returns.order_id} = ${orders.id} and ${visibleReturns(actor)})`,
  };
  return and(visibleOrders(actor), conditions[wait]()) ?? never;
}
