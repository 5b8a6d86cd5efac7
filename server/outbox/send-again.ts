import { and, gt, inArray, isNotNull, notInArray, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { MailIdsInput } from '../../shared/mail/mail-ids-input.ts';
import { policy } from '../../shared/policy.ts';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { outbox } from '../db/tables/index.ts';
import { linkKinds, MAIL_LIFETIME } from '../mail/mail-lifetimes.ts';

export const sentAgain = z.object({ queued: z.int(), expired: z.int().describe('Emails that stay as they are, because their link opens no more') });

/**
 * Send failed emails again, as many times as a new email is tried. An email whose link has expired stays as it is, and one that has not failed is left
 * out.
 */
export async function sendAgain(ctx: Ctx, { ids }: MailIdsInput): Promise<z.infer<typeof sentAgain>> {
  authorize(policy.read_mail(ctx.actor));
  const { db, now } = ctx;
  const failed = and(among(outbox.id, idList(ids)), isNotNull(outbox.failed_at));
  const failedCount = await db.$count(outbox, failed);
  const queue = (condition: SQL | undefined, more: { expires_at?: string }) =>
    db
      .update(outbox)
      .set({ failed_at: null, dismissed_at: null, error: null, attempts: 0, leased_until: null, due_at: now, ...more })
      .where(and(failed, condition))
      .returning({ id: outbox.id, to: outbox.to, subject: outbox.subject });
  const queued = [
    ...(await queue(and(inArray(outbox.kind, [...linkKinds]), gt(outbox.expires_at, now)), {})),
    ...(await queue(notInArray(outbox.kind, [...linkKinds]), { expires_at: new Date(Date.parse(now) + MAIL_LIFETIME * 60_000).toISOString() })),
  ];
  await auditEach(
    ctx,
    'mail.sent_again',
    queued.map(({ id, ...before }) => ({ on: { type: 'mail' as const, id }, before })),
  );
  return { queued: queued.length, expired: failedCount - queued.length };
}
