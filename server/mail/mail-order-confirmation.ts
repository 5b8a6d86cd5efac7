import type { Ctx } from '../http/context.ts';
import { orderConfirmationLetter } from './letters/order-confirmation.ts';
import { orderedItems, orderInLetters } from './order-in-letters.ts';
import { queueMail } from './queue-mail.ts';

/** Promise the requester a confirmation of what was submitted, in the unit of work that submits it. */
export async function mailOrderConfirmation(ctx: Ctx, order_id: number): Promise<void> {
  const { requester_email, requester_forenames, account_id, ...order } = await orderInLetters(ctx, order_id);
  if (!requester_email) return;
  const letter = orderConfirmationLetter({ ...order, ...(await orderedItems(ctx, order_id)), name: requester_forenames });
  await queueMail(ctx, { ...letter, to: requester_email, account_id });
}
