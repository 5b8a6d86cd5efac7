import { and } from 'drizzle-orm';
import { z } from 'zod';
import type { MailIdsInput } from '../../shared/mail/mail-ids-input.ts';
import { policy } from '../../shared/policy.ts';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { isFailedMail, outbox } from '../db/tables/index.ts';

export const dismissedMail = z.object({ dismissed: z.int() });

/** Set failed emails aside, so that they no longer count as waiting for the office. They stay in the list of all mail. */
export async function dismissMail(ctx: Ctx, { ids }: MailIdsInput): Promise<z.infer<typeof dismissedMail>> {
  authorize(policy.read_mail(ctx.actor));
  const dismissed = await ctx.db
    .update(outbox)
    .set({ dismissed_at: ctx.now })
    .where(and(among(outbox.id, idList(ids)), isFailedMail(outbox)))
    .returning({ id: outbox.id, to: outbox.to, subject: outbox.subject });
  await auditEach(
    ctx,
    'mail.dismissed',
    dismissed.map(({ id, ...before }) => ({ on: { type: 'mail' as const, id }, before })),
  );
  return { dismissed: dismissed.length };
}
