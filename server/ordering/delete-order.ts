import { eq } from 'drizzle-orm';
import { checkDeleteOrder } from '../../shared/ordering/delete-order.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import { lockOrderWithStock } from '../allocation/lock-order-with-stock.ts';
import { unallocateLines } from '../allocation/unallocate-lines.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { authorize, enforce, requireFound } from '../core/problem.ts';
import { nameToClients } from '../core/shown-person.ts';
import { orders } from '../db/tables/index.ts';
import { notify } from '../notifications/notify.ts';
import { settle } from '../notifications/settle.ts';
import { sizesTopic } from '../notifications/sizes-topic.ts';
import { findOrder, type Order } from '../orders/find-order.ts';
import { orderFacts } from '../orders/order-facts.ts';
import { readOrderFacts } from '../orders/read-order-facts.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { qtyPicked } from '../picking/qty-picked.ts';
import { settleRequest } from './announce-submission.ts';

/** A deleted request needs no decision any more, and its requester is notified. */
async function announceDeletion(ctx: Ctx, order: Order): Promise<void> {
  await settleRequest(ctx, order, 'deleted');
  await notify(ctx, [order.requester_id], {
    title: `Order ${orderNumber(order.id)} was deleted`,
    message: `${nameToClients(ctx.actor)} deleted your order before it was approved.`,
    url: '/orders',
  });
}

/** Delete a draft. The office can also delete a submitted order of which nothing is picked or shipped; its stock becomes free. */
export async function deleteOrder(ctx: Ctx, uuid: string): Promise<{ uuid: string; deleted: true }> {
  authorize(policy.edit_draft(ctx.actor, await findOrder(ctx, uuid)));
  const { order: lockedOrder } = await lockOrderWithStock(ctx, uuid);
  const order = await findOrder(ctx, uuid);
  const facts = requireFound((await orderFacts(ctx.db, [order.id]))[0]);
  const qty_picked = await qtyPicked(ctx, facts.pick_id);
  enforce(checkDeleteOrder(order, { ...facts, qty_picked }, { submitted: policy.delete_submitted(ctx.actor) }));
  if (order.submitted_at) {
    await unallocateLines(ctx, { id: order.id, pick_id: (await readOrderFacts(ctx, lockedOrder)).pick_id }, 'deleted');
    await refreshStatus(ctx, [order.id]);
  }
  await ctx.db.update(orders).set({ deleted_at: ctx.now }).where(eq(orders.id, order.id));
  if (order.submitted_at) await emit(ctx, 'order.lines_reduced', { order_id: order.id });
  const nothingToChoose = `${nameToClients(ctx.actor)} deleted it. No sizes are needed any more.`;
  await settle(ctx, sizesTopic(order), { title: `Order ${orderNumber(order.id)} was deleted`, message: nothingToChoose, url: '/orders' });
  await audit(ctx, 'order.deleted', { type: 'order', id: order.id }, { status: order.status, submitted_at: order.submitted_at });
  if (order.requested_at && !order.submitted_at) await announceDeletion(ctx, order);
  return { uuid, deleted: true };
}

/** As `deleteOrder`, for the route under the office's URL. */
export function deleteAnyOrder(ctx: Ctx, uuid: string): Promise<{ uuid: string; deleted: true }> {
  authorize(policy.delete_submitted(ctx.actor));
  return deleteOrder(ctx, uuid);
}
