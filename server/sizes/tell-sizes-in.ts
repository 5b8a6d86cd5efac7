import { orderNumber } from '../../shared/ordering/order-number.ts';
import type { Ctx } from '../http/context.ts';
import { notify } from '../notifications/notify.ts';
import { nameToClients } from '../people/shown-person.ts';
import { isSized } from './missing-sizes-queries.ts';

/** Tell the requester, once the last missing size of an order is chosen, by whomever. */
export async function tellSizesIn(ctx: Ctx, order: { id: number; uuid: string; requester_id: number }): Promise<void> {
  if (order.requester_id === ctx.actor.id || !(await isSized(ctx, order.id))) return;
  const number = orderNumber(order.id);
  await notify(ctx, [order.requester_id], {
    title: `Order ${number} has all its sizes`,
    message: `${nameToClients(ctx.actor)} chose the last one. Nothing waits for a size any more.`,
    url: `/orders/${order.uuid}`,
  });
}
