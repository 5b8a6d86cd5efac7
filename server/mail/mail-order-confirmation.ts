import type { Ctx } from '../core/context.ts';
import { orderConfirmationEmail } from './email-templates/order-confirmation.ts';
import { orderedItemsWithStatus, orderInEmails } from './order-in-emails.ts';
import { queueMail } from './queue-mail.ts';

/** Queue the confirmation to the requester, in the unit of work that submits the order. */
export async function mailOrderConfirmation(ctx: Ctx, order_id: number): Promise<void> {
  const { requester_email, requester_forenames, account_id, ...order } = await orderInEmails(ctx, order_id);
  if (!requester_email) return;
  const email = orderConfirmationEmail({ ...order, ...(await orderedItemsWithStatus(ctx, order_id)), name: requester_forenames });
  await queueMail(ctx, { ...email, to: requester_email, account_id, order_id });
}
