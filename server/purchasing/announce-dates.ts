import { eq } from 'drizzle-orm';
import { groupBy } from '../../shared/group-by.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { dueOf } from '../../shared/purchasing/share-deliveries.ts';
import { formatDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { orderLines, orders } from '../db/tables/index.ts';
import { notifyEach } from '../notifications/notify.ts';
import { type IncomingToLine, incomingOf } from '../stock/incoming-queries.ts';
import type { LockedPurchaseOrder } from './find-purchase-order.ts';

const dateOf = (incoming: ReadonlyMap<number, IncomingToLine>, line_id: number) => dueOf(incoming.get(line_id)?.shares ?? []);

/** The message for the requester of an order: the last of the new dates, and whether some items have no date. */
function messageOf(dates: readonly (string | null)[]): string {
  const last = dates.reduce<string | null>((latest, date) => (date !== null && (latest === null || date > latest) ? date : latest), null);
  if (last === null) return 'There is no date for the missing items now.';
  const rest = dates.includes(null) ? ' For some of the missing items there is no date now.' : '';
  return `The missing items are now expected on ${formatDate(last)}.${rest}`;
}

/**
 * Carry out a change of an approved purchase order’s dates or quantities, and tell the requesters of orders whose expected dates move. Each order
 * has one such notification, which the next one replaces, so that the requester reads only the last of several changes.
 */
export async function announcingDates(ctx: Ctx, { approved_at, lines }: LockedPurchaseOrder, change: () => Promise<unknown>): Promise<void> {
  const product_ids = lines.flatMap(({ product_id, is_open }) => (is_open && product_id !== null ? [product_id] : []));
  if (!approved_at || !product_ids.length) {
    await change();
    return;
  }
  const before = await incomingOf(ctx.db, product_ids);
  await change();
  const after = await incomingOf(ctx.db, product_ids);
  const dates = new Map<number, string | null>();
  for (const line_id of before.keys()) {
    const [was, is] = [dateOf(before, line_id), dateOf(after, line_id)];
    if (was.due === null) continue;
    if (was.due !== is.due) dates.set(line_id, is.due);
    else if (is.qty_due < was.qty_due) dates.set(line_id, null);
  }
  if (!dates.size) return;
  const moved = await ctx.db
    .select({ line_id: orderLines.id, id: orders.id, uuid: orders.uuid, requester_id: orders.requester_id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .where(among(orderLines.id, idList([...dates.keys()])));
  await notifyEach(
    ctx,
    [...groupBy(moved, ({ id }) => id).values()].flatMap((of) => {
      const [order] = of;
      if (!order) return [];
      const message = messageOf(of.map(({ line_id }) => dates.get(line_id) ?? null));
      const data = { title: `The date of order ${orderNumber(order.id)} has changed`, message, url: `/orders/${order.uuid}` };
      return [{ user_ids: [order.requester_id], data, topic: `dates:${order.id}` }];
    }),
  );
}
