import { outbox } from '../db/tables/index.ts';
import type { MailAttachment } from '../db/tables/platform.ts';
import type { Ctx } from '../http/context.ts';
import type { Letter } from './letter.ts';

export type Mail = Letter & { to: string; account_id: number | null; attachment?: MailAttachment };

/** Promise letters, each to one address, in the caller's unit of work: they go out if, and only if, the rest of that unit is kept. */
export async function queueMails(ctx: Pick<Ctx, 'db' | 'now'>, mails: readonly Mail[]): Promise<void> {
  if (!mails.length) return;
  await ctx.db.insert(outbox).values(
    mails.map(({ to, account_id, kind, subject, text, html, attachment = null }) => ({
      to: to.trim(),
      account_id,
      kind,
      subject,
      text,
      html,
      attachment,
      created_at: ctx.now,
      due_at: ctx.now,
    })),
  );
}

/** Promise one letter. */
export const queueMail = (ctx: Pick<Ctx, 'db' | 'now'>, mail: Mail): Promise<void> => queueMails(ctx, [mail]);
