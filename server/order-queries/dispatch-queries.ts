import { and, asc, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { checkConfirmArrival } from '../../shared/dispatch/confirm-arrival.ts';
import { type DeliveryFacts, deliverySources } from '../../shared/dispatch/delivery.ts';
import { checkReportNotArrived } from '../../shared/dispatch/report-not-arrived.ts';
import { checkTakeBackArrival } from '../../shared/dispatch/take-back-arrival.ts';
import { type OwnedOrder, policy } from '../../shared/policy.ts';
import { daysOfService } from '../carriers/shipping-services.ts';
import { trackingUrlOf } from '../carriers/tracking-url.ts';
import type { Ctx } from '../core/context.ts';
import { shownPerson, shownSchema } from '../core/shown-person.ts';
import { among, idList } from '../db/among.ts';
import { alias, type Db, prepared } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { consignments, type DispatchState, dispatches, dispatchLines, dispatchOrders, orderLines, users } from '../db/tables/index.ts';

export const dispatchSchema = z.object({
  id: z.int(),
  state: z.string(),
  service_key: z.string(),
  dispatched_at: z.string().nullable(),
  days_lapsed: z.int().nullable().describe('Whole days from submission to dispatch'),
  booking_error: z.string().nullable().describe('The carrier’s message when the booking failed; for the office and the floor'),
  has_consignment: z.boolean(),
  consignment: z
    .object({ consignment_number: z.string().nullable(), tracking_number: z.string().nullable(), tracking_url: z.string().nullable() })
    .nullable(),
  delivered_on: z.string().nullable().describe('The calendar date on which the parcel arrived; null until somebody says so'),
  delivered_by: shownSchema.nullable().describe('Who says so; null for a system of the carrier'),
  delivery_source: z.enum(deliverySources).nullable(),
  not_arrived_at: z.string().nullable().describe('When its client reported that it has not arrived'),
  can: z
    .object({ confirm_arrival: z.boolean(), report_not_arrived: z.boolean(), take_back_arrival: z.boolean() })
    .describe('For people of the client'),
});
export type OrderDispatch = z.infer<typeof dispatchSchema>;

const recipient = alias(users, 'recipient');

/** Reads dispatches of orders. `carries_others` is whether a dispatch carries items of other people than the reader. */
const dispatchesOver = (db: Db, carries_others: SQL, only?: SQL) =>
  db
    .select({
      order_id: dispatchOrders.order_id,
      id: dispatches.id,
      state: dispatches.state,
      service_key: dispatches.service_key,
      dispatched_at: dispatches.dispatched_at,
      booking_error: dispatches.booking_error,
      consignment_id: consignments.id,
      consignment_number: consignments.consignment_number,
      tracking_number: consignments.tracking_number,
      tracking_url: consignments.tracking_url,
      delivered_on: dispatches.delivered_on,
      delivered_by: dispatches.delivered_by,
      delivery_source: dispatches.delivery_source,
      recipient_name: personName(recipient).as('recipient_name'),
      recipient_account_id: recipient.account_id,
      not_arrived_at: dispatches.not_arrived_at,
      not_arrived_by: dispatches.not_arrived_by,
      carries_others: sql<boolean>`${carries_others}`.mapWith(Boolean).as('carries_others'),
    })
    .from(dispatchOrders)
    .innerJoin(dispatches, eq(dispatches.id, dispatchOrders.dispatch_id))
    .leftJoin(consignments, eq(consignments.dispatch_id, dispatches.id))
    .leftJoin(recipient, eq(recipient.id, dispatches.delivered_by))
    .where(and(among(dispatchOrders.order_id, sql.placeholder('ids')), only))
    .orderBy(asc(dispatches.id));

const employee_id = sql.placeholder('employee_id');
const dispatchesOfOrders = prepared('dispatches_of_orders', (db: Db) => dispatchesOver(db, sql`1 = 1`));
const dispatchesOfOneWearer = prepared('dispatches_of_one_wearer', (db: Db) =>
  dispatchesOver(
    db,
    sql`exists (select 1 from ${dispatchLines} join ${orderLines} on ${orderLines.id} = ${dispatchLines.order_line_id}
      where ${dispatchLines.dispatch_id} = ${dispatches.id} and ${orderLines.employee_id} <> ${employee_id})`,
    carries(employee_id),
  ),
);

/** The condition on `dispatch_orders` under which a dispatch carries items of an order for this wearer. */
export const carries = (employee_id: number | Placeholder): SQL =>
  sql`exists (select 1 from ${dispatchLines} join ${orderLines} on ${orderLines.id} = ${dispatchLines.order_line_id}
    where ${dispatchLines.dispatch_id} = ${dispatchOrders.dispatch_id} and ${orderLines.order_id} = ${dispatchOrders.order_id}
      and ${orderLines.employee_id} = ${employee_id})`;

const days = (from: string, to: string): number => Math.floor((Date.parse(to) - Date.parse(from)) / 86_400_000);
const isOn: Record<DispatchState, boolean> = { requested: true, booking: true, failed: true, shipped: true, void: false };

type Seen = OwnedOrder & { id: number; submitted_at: string | null };

/** A wearer who is not the requester sees the dispatches that carry their own lines. */
async function seenDispatches({ db, actor }: Ctx, orders: readonly Seen[]) {
  const ordersSeenAsWearer = orders.filter((order) => !policy.see_whole_order(actor, order)).map(({ id }) => id);
  const whole = orders.map(({ id }) => id).filter((id) => !ordersSeenAsWearer.includes(id));
  const all = whole.length ? await dispatchesOfOrders(db, { ids: idList(whole) }) : [];
  const own = ordersSeenAsWearer.length ? await dispatchesOfOneWearer(db, { ids: idList(ordersSeenAsWearer), employee_id: actor.id }) : [];
  return [...all, ...own];
}

/** What a reader may say about the arrival of a dispatch. The rules decide the same when the reader says it. */
function canOf({ actor, now }: Ctx, order: Seen | undefined, row: DeliveryFacts & { carries_others: boolean }): OrderDispatch['can'] {
  const isAsked = order !== undefined && policy.confirm_arrival(actor, order, row);
  return {
    confirm_arrival: isAsked && checkConfirmArrival(row, now).ok,
    report_not_arrived: isAsked && row.not_arrived_at === null && checkReportNotArrived(row, now).ok,
    take_back_arrival: isAsked && checkTakeBackArrival(row, actor.id).ok,
  };
}

/** The dispatches of each of these orders that the reader may see, oldest first, without voided ones. */
export async function dispatchesByOrder(ctx: Ctx, orders: readonly Seen[]): Promise<Map<number, OrderDispatch[]>> {
  const orderById = new Map(orders.map((order) => [order.id, order]));
  const byOrder = new Map<number, OrderDispatch[]>();
  const floor = policy.use_floor(ctx.actor);
  for (const row of await seenDispatches(ctx, orders)) {
    if (!isOn[row.state]) continue;
    const { order_id, id, state, service_key, dispatched_at, consignment_number, tracking_number } = row;
    const order = orderById.get(order_id);
    const submitted_at = order?.submitted_at;
    const { delivered_on, delivered_by, delivery_source, not_arrived_at } = row;
    const person = { name: row.recipient_name, account_id: row.recipient_account_id };
    const tracking_url = row.tracking_url ?? trackingUrlOf(ctx.services.settings, service_key, tracking_number);
    const dispatch: OrderDispatch = {
      id,
      state,
      service_key,
      dispatched_at,
      days_lapsed: submitted_at && dispatched_at ? days(submitted_at, dispatched_at) : null,
      booking_error: floor ? row.booking_error : null,
      has_consignment: row.consignment_id !== null,
      consignment: row.consignment_id === null ? null : { consignment_number, tracking_number, tracking_url },
      delivered_on,
      delivered_by: delivered_by === null ? null : shownPerson(ctx.actor, { id: delivered_by, ...person }),
      delivery_source,
      not_arrived_at,
      can: canOf(ctx, order, { ...row, days: daysOfService(service_key) }),
    };
    byOrder.set(order_id, [...(byOrder.get(order_id) ?? []), dispatch]);
  }
  return byOrder;
}
