import type { BudgetSpend } from '../../shared/budgets/spend.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import type { Ctx } from '../core/context.ts';
import { nameToClients } from '../core/shown-person.ts';
import { type OverBudgetAction, overBudgetEmail } from './email-templates/over-budget.ts';
import { queueMails } from './queue-mail.ts';

interface Forced extends BudgetSpend {
  budget_forced_alert_email: string | null;
}

/** Alert the watchers of budgets that these orders exceed. */
export async function mailOverBudget(
  ctx: Ctx,
  forced: readonly { order: { id: number; uuid: string; account_id: number }; over: readonly Forced[] }[],
  did: OverBudgetAction,
): Promise<void> {
  const mails = forced.flatMap(({ order, over }) =>
    over.flatMap(({ budget_forced_alert_email: to, employee_name, name: role, spent, this_order, budget_value }) => {
      if (!to) return [];
      const email = overBudgetEmail({
        order_number: orderNumber(order.id),
        url: `${ctx.services.settings.public_url}/orders/${order.uuid}`,
        who: nameToClients(ctx.actor),
        did,
        employee_name,
        role,
        spent,
        this_order,
        budget_value: budget_value ?? 0,
      });
      return [{ to, account_id: order.account_id, order_id: order.id, ...email }];
    }),
  );
  await queueMails(ctx, mails);
}
