import { orderNumber } from '../../shared/ordering/order-number.ts';
import type { Ctx } from '../core/context.ts';
import { nameToClients } from '../core/shown-person.ts';
import { mailCancelled } from '../mail/mail-cancelled.ts';
import { notify } from '../notifications/notify.ts';
import { settle } from '../notifications/settle.ts';
import { sizesTopic } from '../notifications/sizes-topic.ts';
import type { Order } from '../orders/find-order.ts';

/**
 * Inform the requester of an order and the wearers of its remaining items that these items are cancelled. Call it before the cancellation, while
 * there are remaining items.
 */
export async function announceCancellation(ctx: Ctx, order: Order, is_part: boolean): Promise<void> {
  const wearers = await mailCancelled(ctx, order, is_part);
  const number = orderNumber(order.id);
  const data = {
    title: is_part ? `The rest of order ${number} was cancelled` : `Order ${number} was cancelled`,
    message: `${nameToClients(ctx.actor)} cancelled it. What had not been dispatched will not be sent.`,
    url: `/orders/${order.uuid}`,
  };
  await settle(ctx, sizesTopic(order), data);
  await notify(
    ctx,
    [order.requester_id, ...wearers].filter((id) => id !== ctx.actor.id),
    data,
  );
}
