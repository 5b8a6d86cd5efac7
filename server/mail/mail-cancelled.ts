import { groupBy } from '../../shared/group-by.ts';
import type { Ctx } from '../core/context.ts';
import { nameToClients } from '../core/shown-person.ts';
import { orderCancelledEmail } from './email-templates/order-cancelled.ts';
import { byPerson, itemsToShip, orderInEmails } from './order-in-emails.ts';
import { queueMails } from './queue-mail.ts';

/**
 * Queue emails about a cancellation to the requester of an order and to each wearer of its remaining items. Call it before the
 * cancellation. Returns the ids of these wearers.
 */
export async function mailCancelled(ctx: Ctx, order: { id: number; requester_id: number }, is_part: boolean): Promise<number[]> {
  const { account_id, requester_email, requester_forenames, order_number, url } = await orderInEmails(ctx, order.id);
  const lines = await itemsToShip(ctx, order.id);
  const about = { order_number, url, by: nameToClients(ctx.actor), is_part };
  const byWearer = groupBy(lines, ({ employee_id }) => employee_id);
  const others = [...byWearer.values()].flatMap((own) => {
    const [first] = own;
    if (!first?.email || first.employee_id === order.requester_id) return [];
    const email = orderCancelledEmail({ ...about, name: first.forenames, wearers: byPerson(own), is_requester: false });
    return [{ ...email, to: first.email, account_id, order_id: order.id }];
  });
  const requester = requester_email
    ? [
        {
          ...orderCancelledEmail({ ...about, name: requester_forenames, wearers: byPerson(lines), is_requester: true }),
          to: requester_email,
          account_id,
          order_id: order.id,
        },
      ]
    : [];
  await queueMails(ctx, [...requester, ...others]);
  return [...byWearer.keys()];
}
