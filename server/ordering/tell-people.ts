import { eq } from 'drizzle-orm';
import { addressLines } from '../../shared/address-lines.ts';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import type { OrderBudget } from '../budgets/budgets-of-order.ts';
import { sites, users } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { found } from '../http/problem.ts';
import { approvalRequestLetter } from '../mail/letters/approval-request.ts';
import { orderConfirmationLetter } from '../mail/letters/order-confirmation.ts';
import { overBudgetLetter } from '../mail/letters/over-budget.ts';
import type { WearerItems } from '../mail/letters/wearers.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { notify } from '../notifications/notify.ts';
import { personName } from '../people/person-name.ts';
import { approversOf } from './approvers.ts';
import type { Order } from './find-order.ts';
import { type Line, linesOfOrder } from './line-queries.ts';
import type { StoredFacts } from './order-facts.ts';

const wearerItems = (lines: readonly Line[]): WearerItems[] => {
  const byWearer = new Map<number, WearerItems>();
  for (const { employee, product, product_name, qty_requested, is_size_selected } of lines) {
    const wearer = byWearer.get(employee.id) ?? { name: employee.name, items: [] };
    const { attributes } = product;
    wearer.items.push({
      product: product_name,
      size: sizeOf(attributes),
      colour: attributes.variation_colour,
      quantity: qty_requested,
      is_size_selected,
    });
    byWearer.set(employee.id, wearer);
  }
  return [...byWearer.values()];
};

const requesterOf = async (ctx: Ctx, order: Order): Promise<{ id: number; name: string; email: string | null }> =>
  found(
    (
      await ctx.db
        .select({ id: users.id, name: personName(users).as('name'), email: users.email })
        .from(users)
        .where(eq(users.id, order.requester_id))
    )[0],
  );

/** Confirm a submitted order to its requester, say so where it was their request, and alert whoever watches a budget that it goes over. */
export async function tellSubmitted(ctx: Ctx, order: Order, facts: StoredFacts, over: readonly OrderBudget[]): Promise<void> {
  const { account_id } = order;
  const number = orderNumber(order.id);
  const url = `${ctx.services.settings.public_url}/orders/${order.uuid}`;
  const requester = await requesterOf(ctx, order);
  if (requester.email) {
    const totals = { sub_total: facts.sub_total, vat: facts.vat, total: facts.sub_total + facts.vat };
    const mail = orderConfirmationLetter({
      name: requester.name,
      order_number: number,
      url,
      po_reference: order.client_po_reference,
      delivery_address: order.delivery_address ? addressLines(order.delivery_address) : [],
      wearers: wearerItems(await linesOfOrder(ctx, order.id, { prices: true, costs: false })),
      totals,
    });
    await queueMail(ctx, { to: requester.email, account_id, ...mail });
  }
  for (const budget of over) {
    if (!budget.budget_forced_alert_email) continue;
    const { employee_name, name: role, spent, this_order, budget_value } = budget;
    const mail = overBudgetLetter({
      order_number: number,
      url,
      submitter: ctx.actor.name,
      employee_name,
      role,
      spent,
      this_order,
      budget_value: budget_value ?? 0,
    });
    await queueMail(ctx, { to: budget.budget_forced_alert_email, account_id, ...mail });
  }
  if (order.requested_at)
    await notify(ctx, [order.requester_id], {
      title: `Order ${number} is approved`,
      message: `${ctx.actor.name} approved and submitted your order.`,
      url: `/orders/${order.uuid}`,
    });
}

/** Ask those who may approve a request, in the product and by mail. */
export async function tellRequested(ctx: Ctx, order: Order, facts: StoredFacts): Promise<void> {
  const number = orderNumber(order.id);
  const approvers = await approversOf(ctx, order);
  const wearers = wearerItems(await linesOfOrder(ctx, order.id, { prices: true, costs: false }));
  const [site] = order.delivery_site_id ? await ctx.db.select({ name: sites.name }).from(sites).where(eq(sites.id, order.delivery_site_id)) : [];
  await notify(
    ctx,
    approvers.map(({ id }) => id),
    { title: `Order ${number} waits for you`, message: `${ctx.actor.name} asks you to approve an order.`, url: `/orders/${order.uuid}` },
  );
  for (const { name, email } of approvers) {
    if (!email) continue;
    const mail = approvalRequestLetter({
      name,
      requester: ctx.actor.name,
      order_number: number,
      url: `${ctx.services.settings.public_url}/orders/${order.uuid}`,
      site: site?.name ?? null,
      notes: order.customer_notes,
      wearers,
      sub_total: facts.sub_total,
    });
    await queueMail(ctx, { to: email, account_id: order.account_id, ...mail });
  }
}
