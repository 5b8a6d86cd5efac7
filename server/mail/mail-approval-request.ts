import { inArray } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { users } from '../db/tables/index.ts';
import { approvalRequestEmail } from './email-templates/approval-request.ts';
import { orderedItems, orderInEmails } from './order-in-emails.ts';
import { queueMails } from './queue-mail.ts';

/** Queue emails that ask the approvers of a requested order for their decision, in the unit of work that requests it. */
export async function mailApprovalRequest(ctx: Ctx, order_id: number, approver_ids: readonly number[]): Promise<void> {
  if (approver_ids.length === 0) return;
  const { account_id, customer_notes: notes, ...order } = await orderInEmails(ctx, order_id);
  const { wearers, totals } = await orderedItems(ctx, order_id);
  const approvers = await ctx.db
    .select({ forenames: users.forenames, email: users.email })
    .from(users)
    .where(inArray(users.id, [...approver_ids]))
    .orderBy(users.id);
  await queueMails(
    ctx,
    approvers.flatMap(({ forenames, email }) => {
      if (!email) return [];
      const message = approvalRequestEmail({ ...order, name: forenames, notes, wearers, sub_total: totals.sub_total });
      return [{ ...message, to: email, account_id, topic: `order:${order_id}`, order_id }];
    }),
  );
}
