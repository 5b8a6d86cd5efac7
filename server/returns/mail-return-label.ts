import { and, count, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { checkUndecided } from '../../shared/returns/decide-return.ts';
import { returnCode } from '../../shared/returns/send-back.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, conflict, enforce, requireFound } from '../core/problem.ts';
import { outbox } from '../db/tables/index.ts';
import { returnLabelEmail } from '../mail/email-templates/return-label.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { labelWearer } from './label-wearer-queries.ts';
import { returnView } from './return-queries.ts';

export const labelMailSchema = z.object({ to: z.string(), name: z.string() });
export type LabelMail = z.infer<typeof labelMailSchema>;

/** The topic of the emails with the label of a return. */
export const labelTopic = (return_id: number): string => `return-label:${return_id}`;

/** How often the label of a return is sent within 24 hours. */
const MAILS_A_DAY = 3;
const DAY = 24 * 3_600_000;

async function enforceLimit({ db, now }: Pick<Ctx, 'db' | 'now'>, return_id: number): Promise<void> {
  const since = new Date(Date.parse(now) - DAY).toISOString();
  const [sent] = await db
    .select({ mails: count() })
    .from(outbox)
    .where(and(eq(outbox.topic, labelTopic(return_id)), gt(outbox.created_at, since)));
  if ((sent?.mails ?? 0) >= MAILS_A_DAY) throw conflict('label_mailed', messages.label_mailed);
}

/** Send the label of a return to the person who wears its items; 409 if several people wear them or the person has no email address. */
export async function mailReturnLabel(ctx: Ctx, id: number): Promise<LabelMail> {
  const view = await returnView(ctx, id);
  authorize(policy.create_return(ctx.actor));
  enforce(checkUndecided(view));
  const wearer = await labelWearer(ctx, view.lines);
  if (!wearer) throw conflict('no_label_email', messages.label_no_email);
  await enforceLimit(ctx, id);
  const send_back = requireFound(view.send_back);
  const code = returnCode(view.return_number);
  const mail = returnLabelEmail({
    name: wearer.forenames,
    sender: ctx.actor.account_id === null ? null : ctx.actor.name,
    code,
    send_back,
    items: view.lines.map(({ line, product, qty_requested, exchange_product }) => ({
      product: line.product_name,
      colour: product.attributes.variation_colour,
      size: sizeOf(product.attributes),
      quantity: qty_requested,
      exchange_size: exchange_product && sizeOf(exchange_product.attributes),
    })),
  });
  const attachment = { kind: 'return_label' as const, id, name: `return-${code}.pdf`, until: send_back.until };
  const { account } = view.order;
  await queueMail(ctx, { ...mail, to: wearer.email, account_id: account.id, attachment, topic: labelTopic(id), order_id: view.order.id });
  await audit(ctx, 'return.label_mailed', { type: 'return', id }, null, { to: wearer.email });
  return { to: wearer.email, name: wearer.forenames };
}
