import { orderNumber } from '../../shared/ordering/order-number.ts';
import type { OrderBudget } from '../budgets/budgets-of-order.ts';
import type { Ctx } from '../http/context.ts';
import { mailApprovalDecision } from '../mail/mail-approval-decision.ts';
import { mailApprovalRequest } from '../mail/mail-approval-request.ts';
import { mailOrderConfirmation } from '../mail/mail-order-confirmation.ts';
import { mailOverBudget } from '../mail/mail-over-budget.ts';
import { notify } from '../notifications/notify.ts';
import { settle } from '../notifications/settle.ts';
import { nameToClients } from '../people/shown-person.ts';
import { approversOf, maybeTold } from './approvers.ts';
import type { Order } from './find-order.ts';

const waits = ({ id }: Order): string => `Order ${orderNumber(id)} waits for you`;

/** Nobody waits for an answer to a request any more: to those who were asked, that is no news now. */
export const settleRequest = (ctx: Ctx, order: Order): Promise<void> => settle(ctx, maybeTold(order), waits(order));

/** Confirm a submitted order to its requester, as the answer to their request where it was one, and alert whoever watches a budget that it goes over. */
export async function tellSubmitted(ctx: Ctx, order: Order, over: readonly OrderBudget[]): Promise<void> {
  await mailOverBudget(ctx, [{ order, over }], 'placed');
  if (!order.requested_at) return mailOrderConfirmation(ctx, order.id);
  await settleRequest(ctx, order);
  await mailApprovalDecision(ctx, order.id);
  await notify(ctx, [order.requester_id], {
    title: `Order ${orderNumber(order.id)} is approved`,
    message: `${nameToClients(ctx.actor)} approved and submitted your order.`,
    url: `/orders/${order.uuid}`,
  });
}

/** Ask those who may approve a request, in the product and by mail. */
export async function tellRequested(ctx: Ctx, order: Order): Promise<void> {
  const ids = (await approversOf(ctx, order)).map(({ id }) => id);
  await notify(ctx, ids, {
    title: waits(order),
    message: `${ctx.actor.name} asks you to approve an order.`,
    url: `/orders/${order.uuid}`,
  });
  await mailApprovalRequest(ctx, order.id, ids);
}
