import { sql } from 'drizzle-orm';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import type { Ctx } from '../core/context.ts';
import { nameToClients } from '../core/shown-person.ts';
import { notifications, orderLines } from '../db/tables/index.ts';
import { notify } from '../notifications/notify.ts';
import { settle } from '../notifications/settle.ts';
import { sizesTopic } from '../notifications/sizes-topic.ts';
import { isSized } from './missing-sizes-queries.ts';

/** Close the size requests of wearers who have no missing sizes left on an order. */
async function settleSizes(ctx: Ctx, order: { id: number; uuid: string }): Promise<void> {
  const isMissing = sql`exists (select 1 from ${orderLines} where ${orderLines.order_id} = ${order.id}
    and ${orderLines.employee_id} = ${notifications.user_id} and not ${orderLines.is_size_selected} and ${orderLines.qty_requested} > ${orderLines.qty_cancelled})`;
  const title = `Order ${orderNumber(order.id)} has your sizes`;
  await settle(ctx, sizesTopic(order), { title, message: 'No more sizes of yours are needed.', url: `/orders/${order.uuid}` }, sql`not ${isMissing}`);
}

/** Inform the requester when the last missing size of an order is chosen, whoever chose it. */
export async function announceSizesComplete(ctx: Ctx, order: { id: number; uuid: string; requester_id: number }): Promise<void> {
  await settleSizes(ctx, order);
  if (order.requester_id === ctx.actor.id || !(await isSized(ctx, order.id))) return;
  const number = orderNumber(order.id);
  await notify(ctx, [order.requester_id], {
    title: `Order ${number} has all its sizes`,
    message: `${nameToClients(ctx.actor)} chose the last one. No more sizes are needed.`,
    url: `/orders/${order.uuid}`,
  });
}
