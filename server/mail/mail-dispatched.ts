import { asc, eq, sql } from 'drizzle-orm';
import { addressLines } from '../../shared/address-lines.ts';
import { isCollection } from '../../shared/dispatch/collection.ts';
import { serviceName } from '../carriers/shipping-services.ts';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { consignments, dispatches, dispatchOrders, orderLines } from '../db/tables/index.ts';
import { dispatchedEmail } from './email-templates/order-dispatched.ts';
import { dispatchedItems, openItems, orderInEmails } from './order-in-emails.ts';
import { queueMail } from './queue-mail.ts';

/**
 * Queue an email with the tracking link to each order's requester and to the receiving site. The command that ships the dispatch
 * calls this function after it has recorded the shipped quantities.
 */
export async function mailDispatched(ctx: Ctx, dispatch_id: number): Promise<void> {
  const { db } = ctx;
  const [order] = await db
    .select({
      service_key: dispatches.service_key,
      total_items: dispatches.total_items,
      delivery_address: dispatches.delivery_address,
      tracking_number: consignments.tracking_number,
      tracking_url: consignments.tracking_url,
    })
    .from(dispatches)
    .leftJoin(consignments, eq(consignments.dispatch_id, dispatches.id))
    .where(eq(dispatches.id, dispatch_id));
  const { service_key, total_items, delivery_address, ...tracking } = requireFound(order);
  const about = {
    ...tracking,
    service: serviceName(service_key),
    is_collection: isCollection({ service_key }),
    boxes: total_items,
    delivery_address: addressLines(delivery_address),
  };

  // One row for each order, with the number of items still to be sent.
  const carried = await db
    .select({
      order_id: dispatchOrders.order_id,
      qty_left: sql`sum(${orderLines.qty_requested} - ${orderLines.qty_cancelled} - ${orderLines.qty_shipped})`.mapWith(Number),
    })
    .from(dispatchOrders)
    .innerJoin(orderLines, eq(orderLines.order_id, dispatchOrders.order_id))
    .where(eq(dispatchOrders.dispatch_id, dispatch_id))
    .groupBy(dispatchOrders.order_id)
    .orderBy(asc(dispatchOrders.order_id));
  for (const { order_id, qty_left } of carried) {
    const { requester_email, site_email, account_id, ...order } = await orderInEmails(ctx, order_id);
    const wearers = await dispatchedItems(ctx, order_id, dispatch_id);
    const email = dispatchedEmail({ ...order, ...about, wearers, rest: qty_left > 0 ? await openItems(ctx, order_id) : [] });
    const readers = new Set([requester_email, site_email].flatMap((email) => (email?.trim() ? [email.trim().toLowerCase()] : [])));
    for (const to of readers) await queueMail(ctx, { ...email, to, account_id, order_id });
  }
}
