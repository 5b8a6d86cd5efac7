import { and, asc, eq, ne, type SQLWrapper, sql } from 'drizzle-orm';
import provider from '../../data/reference/provider.json' with { type: 'json' };
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { dispatchNumber } from '../../shared/dispatch/dispatch-number.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { serviceName } from '../carriers/shipping-services.ts';
import type { Ctx } from '../core/context.ts';
import { notFound, requireFound } from '../core/problem.ts';
import { accounts, consignments, dispatches, dispatchLines, dispatchOrders, orderLines, orders, products, sites, users } from '../db/tables/index.ts';
import { findOrder } from '../orders/find-order.ts';
import { visibleLines, wholeOrders } from '../orders/scope.ts';
import type { DeliveredOrder, DeliveryNote } from './delivery-note.ts';
import { productColumns } from './product-words.ts';

/** The delivery note of a dispatch of this order, without the lines of orders and wearers that the caller may not see. */
export async function findDeliveryNote(ctx: Ctx, uuid: string, dispatch_id: number): Promise<DeliveryNote> {
  const { db } = ctx;
  const order = await findOrder(ctx, uuid);
  const [head] = await db
    .select({
      service_key: dispatches.service_key,
      total_weight: dispatches.total_weight,
      total_items: dispatches.total_items,
      dispatched_at: dispatches.dispatched_at,
      delivery_address: dispatches.delivery_address,
      contact_name: dispatches.contact_name,
      contact_phone: dispatches.contact_phone,
      account: accounts.name,
      site: sites.name,
      tracking_number: consignments.tracking_number,
    })
    .from(dispatchOrders)
    .innerJoin(dispatches, eq(dispatches.id, dispatchOrders.dispatch_id))
    .innerJoin(accounts, eq(accounts.id, dispatches.account_id))
    .leftJoin(sites, eq(sites.id, dispatches.site_id))
    .leftJoin(consignments, eq(consignments.dispatch_id, dispatches.id))
    .where(and(eq(dispatchOrders.dispatch_id, dispatch_id), eq(dispatchOrders.order_id, order.id), ne(dispatches.state, 'void')));
  const { account, site, delivery_address, contact_name, contact_phone, service_key, ...dispatch } = requireFound(head);
  const delivered = await deliveredOrders(ctx, dispatch_id);
  if (!delivered.length) throw notFound();
  return {
    ...dispatch,
    dispatch_number: dispatchNumber(dispatch_id),
    provider,
    client: account,
    to: { ...delivery_address, name: [account, site].filter(Boolean).join(', '), contact_name, contact_phone },
    service: serviceName(service_key),
    orders: delivered,
  };
}

async function deliveredOrders({ db, actor }: Ctx, dispatch_id: number): Promise<DeliveredOrder[]> {
  // A text about the order as a whole may mention what others wear, so it is only for people who may see the whole order.
  const whole = wholeOrders(actor);
  const ofWhole = (text: SQLWrapper) => sql<string | null>`case when ${whole ?? sql`true`} then ${text} end`;
  const lines = await db
    .select({
      order_id: orders.id,
      client_po_reference: ofWhole(orders.client_po_reference),
      customer_notes: ofWhole(orders.customer_notes),
      employee_id: users.id,
      forenames: users.forenames,
      surname: users.surname,
      employee_number: users.employee_number,
      product: products.name,
      decoration: orderLines.decoration,
      quantity: dispatchLines.quantity,
      ...productColumns,
    })
    .from(dispatchLines)
    .innerJoin(orders, eq(orders.id, dispatchLines.order_id))
    .innerJoin(orderLines, eq(orderLines.id, dispatchLines.order_line_id))
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .innerJoin(products, eq(products.id, dispatchLines.product_id))
    .where(and(eq(dispatchLines.dispatch_id, dispatch_id), visibleLines(actor)))
    .orderBy(asc(orders.id), asc(users.name_key), asc(users.id), asc(dispatchLines.id));

  const delivered = new Map<number, DeliveredOrder>();
  for (const { order_id, client_po_reference, customer_notes, forenames, surname, ...line } of lines) {
    const order = delivered.get(order_id) ?? { order_number: orderNumber(order_id), client_po_reference, customer_notes, lines: [] };
    order.lines.push({ ...line, wearer: `${forenames} ${surname}`.trim(), size: sizeOf(line) });
    delivered.set(order_id, order);
  }
  return [...delivered.values()];
}
