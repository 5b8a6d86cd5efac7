import { eq, sql } from 'drizzle-orm';
import { checkBackToDraft } from '../../shared/ordering/decline-request.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import { isDone } from '../audit/is-done.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { orders } from '../db/tables/index.ts';
import { mailApprovalDecision } from '../mail/mail-approval-decision.ts';
import { notify } from '../notifications/notify.ts';
import { orderView } from '../order-queries/order-queries.ts';
import type { OrderView } from '../order-queries/order-view.ts';
import { findOrder, type Order } from '../orders/find-order.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { settleRequest } from './announce-submission.ts';

async function backToDraft(
  ctx: Ctx,
  order: Order,
  outcome: 'declined' | 'withdrawn',
  declined: Pick<Order, 'declined_reason' | 'declined_by'>,
): Promise<void> {
  await ctx.db
    .update(orders)
    .set({ requested_at: null, ...declined, returned_to_draft_at: ctx.now, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, order.id));
  await refreshStatus(ctx, [order.id]);
  await settleRequest(ctx, order, outcome);
}

/** Return a request to its requester with a reason. The request becomes a draft again. */
export async function declineRequest(
  ctx: Ctx,
  uuid: string,
  { reason, version }: { reason: string; version?: number | undefined },
): Promise<OrderView> {
  const order = await findOrder(ctx, uuid, { lock: true });
  authorize(policy.approve_request(ctx.actor, order));
  const isSame = (after: { reason: string }) => after.reason === reason;
  if (await isDone(ctx, checkBackToDraft(order), ['order.declined'], { type: 'order', id: order.id }, isSame)) return orderView(ctx, uuid);
  await enforceVersion(ctx, version, order, () => orderView(ctx, uuid));
  await backToDraft(ctx, order, 'declined', { declined_reason: reason, declined_by: ctx.actor.id });
  await audit(ctx, 'order.declined', { type: 'order', id: order.id }, null, { reason });
  await notify(ctx, [order.requester_id], { title: `Order ${orderNumber(order.id)} was declined`, message: reason, url: `/orders/${uuid}/edit` });
  await mailApprovalDecision(ctx, order.id, reason);
  return orderView(ctx, uuid);
}

/** Withdraw one's own request before anybody has approved it. */
export async function withdrawRequest(ctx: Ctx, uuid: string): Promise<OrderView> {
  const order = await findOrder(ctx, uuid, { lock: true });
  authorize(policy.withdraw_request(ctx.actor, order));
  if (await isDone(ctx, checkBackToDraft(order), ['order.withdrawn'], { type: 'order', id: order.id })) return orderView(ctx, uuid);
  await backToDraft(ctx, order, 'withdrawn', { declined_reason: null, declined_by: null });
  await audit(ctx, 'order.withdrawn', { type: 'order', id: order.id });
  return orderView(ctx, uuid);
}
