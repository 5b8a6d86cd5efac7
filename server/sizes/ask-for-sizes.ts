import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { listText } from '../../shared/list-text.ts';
import { messages } from '../../shared/messages.ts';
import { checkNotCancelled } from '../../shared/ordering/editable.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import { askAgainAfterMinutes, linkDays, linksADay } from '../../shared/sizes/size-link.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import type { OrderOfEvent } from '../core/events.ts';
import { authorize, conflict, enforce, invalid, requireFound } from '../core/problem.ts';
import { hashToken, newToken } from '../core/token.ts';
import { personNameToClients } from '../db/person-name.ts';
import { accounts, sizeLinks, users } from '../db/tables/index.ts';
import { sizeRequestEmail } from '../mail/email-templates/size-request.ts';
import { queueMails } from '../mail/queue-mail.ts';
import { notify } from '../notifications/notify.ts';
import { sizesTopic } from '../notifications/sizes-topic.ts';
import { findOrder } from '../orders/find-order.ts';
import { sizeRequestsOf, type UnsizedWearer, unsizedWearers } from './missing-sizes-queries.ts';

const people = z.array(z.object({ id: z.int(), name: z.string() }));
export const sizeRequestResult = z.object({
  asked: people.describe('Wearers who were sent a link'),
  without_email: people.describe('Wearers with missing sizes and without an email address'),
});
export type SizeRequestResult = z.infer<typeof sizeRequestResult>;

const day = 24 * 60 * 60_000;
const inWords = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', day: 'numeric', month: 'long', year: 'numeric' });
const person = ({ id, name }: UnsizedWearer): { id: number; name: string } => ({ id, name });

async function mailLinks(ctx: Ctx, order: OrderOfEvent, wearers: readonly (UnsizedWearer & { email: string })[]): Promise<void> {
  const expires = new Date(Date.parse(ctx.now) + linkDays * day);
  const [about] = await ctx.db
    .select({ requester: personNameToClients(users).as('requester'), company: accounts.name })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, order.account_id))
    .where(eq(users.id, order.requester_id));
  const { requester, company } = requireFound(about);
  const links = wearers.map((wearer) => ({ wearer, token: newToken() }));
  await ctx.db.insert(sizeLinks).values(
    links.map(({ wearer, token }) => ({
      order_id: order.id,
      employee_id: wearer.id,
      token_hash: hashToken(token),
      created_at: ctx.now,
      expires_at: expires.toISOString(),
    })),
  );
  await queueMails(
    ctx,
    links.map(({ wearer, token }) => ({
      ...sizeRequestEmail({
        name: wearer.forenames,
        requester,
        company,
        order_number: orderNumber(order.id),
        url: `${ctx.services.settings.public_url}/sizes/${token}`,
        until: inWords.format(expires),
        wearer: {
          name: wearer.name,
          items: wearer.lines.map(({ product, colour, quantity }) => ({ product, colour, quantity, size: null, is_size_selected: false })),
        },
      }),
      to: wearer.email,
      account_id: order.account_id,
      order_id: order.id,
    })),
  );
}

/**
 * Ask these wearers for their missing sizes by a notification, and by a link in an email. Wearers without an email address are not asked: the result
 * names them, and the caller is notified to ask them.
 */
async function askWearers(ctx: Ctx, order: OrderOfEvent, wearers: readonly UnsizedWearer[]): Promise<SizeRequestResult> {
  if (!wearers.length) return { asked: [], without_email: [] };
  const reachable = wearers.flatMap((wearer) => (wearer.email ? [{ ...wearer, email: wearer.email }] : []));
  const without = wearers.filter(({ email }) => !email);
  if (reachable.length) await mailLinks(ctx, order, reachable);
  const number = orderNumber(order.id);
  const url = `/orders/${order.uuid}`;
  const others = reachable.filter(({ id }) => id !== ctx.actor.id).map(({ id }) => id);
  await notify(ctx, others, { title: 'Choose your sizes', message: `Order ${number} needs the sizes that you wear.`, url }, sizesTopic(order));
  if (without.length)
    await notify(ctx, [ctx.actor.id], {
      title: `Order ${number}: ask ${without.length === 1 ? 'this person' : 'these people'} for sizes yourself`,
      message: `${listText(without.map(({ name }) => name))} ${without.length === 1 ? 'has' : 'have'} no email address. Ask them and choose their sizes on the order.`,
      url,
    });
  const result = { asked: reachable.map(person), without_email: without.map(person) };
  await audit(ctx, 'order.sizes_asked', { type: 'order', id: order.id }, null, result);
  return result;
}

/** Ask every wearer of an order that was just submitted for their missing sizes. */
export const askForSizes = async (ctx: Ctx, order: OrderOfEvent): Promise<SizeRequestResult> =>
  askWearers(ctx, order, await unsizedWearers(ctx, order.id));

/** Send the links again: to the named wearers, or to all whose sizes are still missing. Earlier links still work. */
export async function askAgain(ctx: Ctx, uuid: string, only?: readonly number[]): Promise<SizeRequestResult> {
  const order = await findOrder(ctx, uuid, { lock: true });
  authorize(policy.ask_for_sizes(ctx.actor, order));
  enforce(checkNotCancelled(order));
  if (!order.submitted_at) throw conflict('order_not_submitted', messages.order_not_submitted);
  const missing = await unsizedWearers(ctx, order.id);
  if (!missing.length) throw conflict('sizes_complete', messages.sizes_complete);
  if (only?.some((id) => !missing.some((wearer) => wearer.id === id))) throw invalid({ employees: messages.nobody_to_ask });
  const recent = await sizeRequestsOf(ctx, order.id, new Date(Date.parse(ctx.now) - day).toISOString());
  const before = new Date(Date.parse(ctx.now) - askAgainAfterMinutes * 60_000).toISOString();
  const rested = missing.filter(({ id }) => (!only || only.includes(id)) && (recent.get(id)?.asked_at ?? '') <= before);
  if (!rested.length) throw conflict('already_asked', messages.already_asked);
  const wearers = rested.filter(({ id }) => (recent.get(id)?.links_since ?? 0) < linksADay);
  if (!wearers.length) throw conflict('already_asked', messages.asked_enough);
  return askWearers(ctx, order, wearers);
}
