import type { Ctx } from '../core/context.ts';
import { nameToClients } from '../core/shown-person.ts';
import { requestApprovedEmail, requestDeclinedEmail } from './email-templates/approval-decision.ts';
import { orderedItems, orderInEmails } from './order-in-emails.ts';
import { queueMail } from './queue-mail.ts';

/**
 * Queue an email to the sender of a request with the caller's decision; a reason means that the request was declined. Call this in the unit of work
 * that decides the request.
 */
export async function mailApprovalDecision(ctx: Ctx, order_id: number, reason?: string): Promise<void> {
  const { requester_email, requester_forenames, account_id, ...order } = await orderInEmails(ctx, order_id);
  if (!requester_email) return;
  const about = { ...order, ...(await orderedItems(ctx, order_id)), name: requester_forenames, approver: nameToClients(ctx.actor) };
  const email = reason === undefined ? requestApprovedEmail(about) : requestDeclinedEmail({ ...about, reason });
  await queueMail(ctx, { ...email, to: requester_email, account_id, topic: `order:${order_id}`, order_id });
}
