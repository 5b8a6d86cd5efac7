import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { groupBy } from '../../shared/group-by.ts';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { alias } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { accounts, impersonations, users } from '../db/tables/index.ts';
import { jobKind } from '../jobs/job.ts';
import { queueJob } from '../jobs/queue-job.ts';
import { impersonatedEmail } from '../mail/email-templates/impersonated.ts';
import { queueMails } from '../mail/queue-mail.ts';

type Transaction = Pick<Ctx, 'db' | 'now'>;

const KIND = 'end_impersonations';
const impersonators = alias(users, 'impersonators');

/** Record that a super acts as somebody in a session from now on, and schedule the job that notices the session's end. */
export async function beginImpersonation(
  ctx: Transaction,
  { session_id, ...begun }: { session_id: number; user_id: number; impersonator_id: number; reason: string; expires_at: string },
): Promise<void> {
  await ctx.db.insert(impersonations).values({ session_id, ...begun, began_at: ctx.now });
  await queueJob(ctx, { kind: KIND, key: String(session_id), payload: {}, due_at: begun.expires_at });
}

/**
 * Record the end of every impersonation whose session has ended or expired, and queue an email to the person, unless their company does not want it.
 * The end and the email are written together, so each is written exactly once, whichever process notices the end first.
 */
export async function endImpersonations(ctx: Transaction): Promise<void> {
  const { db, now } = ctx;
  const hasEnded = or(isNull(impersonations.session_id), lte(impersonations.expires_at, now));
  const ended = await db
    .update(impersonations)
    .set({ ended_at: sql`case when ${impersonations.expires_at} < ${now} then ${impersonations.expires_at} else ${now} end` })
    .where(and(isNull(impersonations.ended_at), hasEnded))
    .returning({ id: impersonations.id });
  if (!ended.length) return;
  const rows = await db
    .select({
      user_id: impersonations.user_id,
      impersonator_id: impersonations.impersonator_id,
      reason: impersonations.reason,
      began_at: impersonations.began_at,
      ended_at: impersonations.ended_at,
      by: personName(impersonators).as('impersonator_name'),
      name: users.forenames,
      email: users.email,
      account_id: users.account_id,
      notify_impersonated: accounts.notify_impersonated,
    })
    .from(impersonations)
    .innerJoin(users, eq(users.id, impersonations.user_id))
    .innerJoin(impersonators, eq(impersonators.id, impersonations.impersonator_id))
    .leftJoin(accounts, eq(accounts.id, users.account_id))
    .where(among(impersonations.id, idList(ended.map(({ id }) => id))));
  const ends = rows.map(({ notify_impersonated, ...row }) => ({
    ...row,
    ended_at: row.ended_at ?? now,
    // The provider's own people have no company, and get the email.
    to: notify_impersonated === false ? null : row.email,
  }));
  for (const [impersonator_id, its] of groupBy(ends, (end) => end.impersonator_id)) {
    await auditEach(
      { ...ctx, actor: { id: impersonator_id, impersonator_id: null }, request_id: null },
      'user.impersonation_ended',
      its.map(({ user_id, began_at, ended_at, to }) => ({
        on: { type: 'user', id: user_id },
        after: { began_at, ended_at, is_notified: to !== null },
      })),
    );
  }
  await queueMails(
    ctx,
    ends.flatMap(({ to, account_id, ...about }) => (to === null ? [] : [{ ...impersonatedEmail(about), to, account_id }])),
  );
}

/** Records and announces the end of impersonations that have expired. */
export const endImpersonationsJob = jobKind(KIND, z.object({}), async ({ database, clock }) => {
  await database.unitOfWork((db) => endImpersonations({ db, now: clock().toISOString() }));
});
