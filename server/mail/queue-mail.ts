import { and, count, gt, inArray, isNull } from 'drizzle-orm';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { outbox } from '../db/tables/index.ts';
import type { MailAttachment } from '../db/tables/platform.ts';
import { mailLifetimes, mailsADay } from './mail-lifetimes.ts';
import type { Email } from './render-email.ts';

export type Mail = Email & {
  to: string;
  account_id: number | null;
  attachment?: MailAttachment;
  /** What the email is about; the limits of `mailsADay` apply to each topic and address. */
  topic?: string;
  /** The order that the email is about; the order's history lists the email. */
  order_id?: number;
};

const minute = 60_000;
const day = 24 * 60 * minute;
const after = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();

/** The emails whose address has not reached the limit of `mailsADay` for their topic. */
async function withinLimits(ctx: Pick<Ctx, 'db' | 'now'>, mails: readonly Mail[]): Promise<Mail[]> {
  const topics = [...new Set(mails.flatMap(({ kind, topic }) => (topic && mailsADay[kind] ? [topic] : [])))];
  if (!topics.length) return [...mails];
  const sentMails = await ctx.db
    .select({ topic: outbox.topic, kind: outbox.kind, to: outbox.to, mails: count() })
    .from(outbox)
    .where(and(inArray(outbox.topic, topics), gt(outbox.created_at, after(ctx.now, -day))))
    .groupBy(outbox.topic, outbox.kind, outbox.to);
  const keyOf = (mail: { topic?: string | null; kind: string; to: string }): string => JSON.stringify([mail.topic, mail.kind, mail.to.trim()]);
  const countByKey = new Map(sentMails.map((row) => [keyOf(row), row.mails]));
  return mails.filter((mail) => !mail.topic || (countByKey.get(keyOf(mail)) ?? 0) < (mailsADay[mail.kind] ?? Number.POSITIVE_INFINITY));
}

/**
 * Queue emails, each to one address, in the caller's unit of work: they are sent if, and only if, that unit is committed, and only
 * while they are worth sending.
 */
export async function queueMails(ctx: Pick<Ctx, 'db' | 'now'>, mails: readonly Mail[]): Promise<void> {
  const allowed = await withinLimits(ctx, mails);
  if (!allowed.length) return;
  await ctx.db.insert(outbox).values(
    allowed.map(({ to, account_id, kind, subject, text, html, attachment = null, topic = null }) => ({
      to: to.trim(),
      account_id,
      kind,
      subject,
      text,
      html,
      attachment,
      topic,
      created_at: ctx.now,
      due_at: ctx.now,
      expires_at: after(ctx.now, mailLifetimes[kind] * minute),
    })),
  );
  await auditEach(
    { ...ctx, actor: { id: null, impersonator_id: null }, request_id: null },
    'order_mail.queued',
    allowed.flatMap(({ order_id: id, kind: email, to, subject }) =>
      id === undefined ? [] : [{ on: { type: 'order_mail' as const, id }, after: { email, to: to.trim(), subject } }],
    ),
  );
}

/** Make the unsent emails about these topics expire, as nobody needs them. An email already on its way to the mail server still arrives. */
export async function withdrawMails({ db, now }: Pick<Ctx, 'db' | 'now'>, topics: readonly string[]): Promise<void> {
  await db
    .update(outbox)
    .set({ expires_at: now, dismissed_at: now })
    .where(and(inArray(outbox.topic, [...topics]), isNull(outbox.sent_at), isNull(outbox.failed_at)));
}

/** Queue one email. */
export const queueMail = (ctx: Pick<Ctx, 'db' | 'now'>, mail: Mail): Promise<void> => queueMails(ctx, [mail]);
