import { orderNumber } from '../../shared/ordering/order-number.ts';
import type { OrderBudget } from '../budgets/budgets-of-order.ts';
import type { Ctx } from '../core/context.ts';
import { nameToClients } from '../core/shown-person.ts';
import { mailApprovalDecision } from '../mail/mail-approval-decision.ts';
import { mailApprovalRequest } from '../mail/mail-approval-request.ts';
import { mailOrderConfirmation } from '../mail/mail-order-confirmation.ts';
import { mailOverBudget } from '../mail/mail-over-budget.ts';
import { notify } from '../notifications/notify.ts';
import { settle } from '../notifications/settle.ts';
import { approversOf } from '../orders/approvers.ts';
import type { Order } from '../orders/find-order.ts';

/** The topic under which approvers are notified of a request. */
export const requestTopic = ({ id }: Pick<Order, 'id'>): string => `request:${id}`;

/** The outcomes of a request, in words for its approvers. */
const outcomes = { approved: 'is approved', declined: 'was declined', withdrawn: 'was withdrawn', deleted: 'was deleted' } as const;

/** Resolve the notifications of a request: they then tell its approvers the outcome and who decided. */
export const settleRequest = (ctx: Ctx, order: Order, outcome: keyof typeof outcomes): Promise<void> =>
  settle(ctx, requestTopic(order), {
    title: `Order ${orderNumber(order.id)} ${outcomes[outcome]}`,
    message: `${nameToClients(ctx.actor)} has ${outcome} it. It no longer needs approval.`,
    url: outcome === 'deleted' ? '/orders' : `/orders/${order.uuid}`,
  });

/**
 * Confirm a submitted order to its requester, and alert those who watch a budget that the order exceeds. If the order was a request, the requester
 * gets the answer to the request instead of the confirmation.
 */
export async function announceSubmission(ctx: Ctx, order: Order, over: readonly OrderBudget[]): Promise<void> {
  await mailOverBudget(ctx, [{ order, over }], 'placed');
  if (!order.requested_at) return mailOrderConfirmation(ctx, order.id);
  await settleRequest(ctx, order, 'approved');
  await mailApprovalDecision(ctx, order.id);
  await notify(ctx, [order.requester_id], {
    title: `Order ${orderNumber(order.id)} is approved`,
    message: `${nameToClients(ctx.actor)} approved and submitted your order.`,
    url: `/orders/${order.uuid}`,
  });
}

/** Inform the people who may approve a request, by a notification and by email. */
export async function announceRequest(ctx: Ctx, order: Order): Promise<void> {
  const ids = (await approversOf(ctx, order)).map(({ id }) => id);
  const title = `Order ${orderNumber(order.id)} needs your approval`;
  await notify(ctx, ids, { title, message: `${ctx.actor.name} asks you to approve an order.`, url: `/orders/${order.uuid}` }, requestTopic(order));
  await mailApprovalRequest(ctx, order.id, ids);
}
