import { and, asc, eq, gte, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { checkRolloutOpen } from '../../shared/rollouts/rollout.ts';
import { askAgainAfterMinutes } from '../../shared/sizes/size-link.ts';
import { dayText, ukDate, ukMidnight } from '../../shared/uk-time.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { conflict, enforce } from '../core/problem.ts';
import { hashToken, newToken } from '../core/token.ts';
import { inTurn, yieldToRequests } from '../core/yield-to-requests.ts';
import { among, idList } from '../db/among.ts';
import { accounts, rolloutLinks, rolloutMailings, rolloutPeople, rollouts, users } from '../db/tables/index.ts';
import { insertIgnoringConflicts, insertMany } from '../db/write-many.ts';
import { jobKind, recurring, TryLater } from '../jobs/job.ts';
import { queueJob } from '../jobs/queue-job.ts';
import { rolloutSizesEmail } from '../mail/email-templates/rollout-sizes.ts';
import { queueMails } from '../mail/queue-mail.ts';
import { findRollout, isAsking, isPast, type StoredRollout } from './rollout-queries.ts';

const MAIL_ROLLOUT = 'mail_rollout';
/** The number of emails that one unit of work writes. */
const AT_ONCE = 20;

export const askResult = z.object({
  asked: z.int().describe('People who are sent a link'),
  without_email: z.int().describe('People without sizes whom no email reaches'),
});
export type AskResult = z.infer<typeof askResult>;

const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10);
const daysBefore = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00.000Z`) - days * 86_400_000).toISOString().slice(0, 10);

/** The condition that a person of a roll-out has no sizes and nothing is ordered for them. */
const hasNoSizes = (rollout_id: number) =>
  and(
    eq(rolloutPeople.rollout_id, rollout_id),
    eq(rolloutPeople.is_prepared, true),
    eq(rolloutPeople.is_queued, false),
    isNull(rolloutPeople.sized_by),
    isNull(rolloutPeople.ordered_at),
    isNull(rolloutPeople.failure),
  );
const isReachable = sql`exists (select 1 from ${users} where ${users.id} = ${rolloutPeople.user_id} and ${users.email} is not null
  and not ${users.is_disabled} and ${users.deleted_at} is null)`;

const queueLinks = (ctx: Pick<Ctx, 'db' | 'now'>, id: number): Promise<void> =>
  queueJob(ctx, { kind: MAIL_ROLLOUT, key: String(id), payload: { id } });

/** Ask everybody without sizes for theirs, by a link in an email; those who were asked in the last minutes are left out. */
export async function askPeople(ctx: Ctx, account_id: number, id: number): Promise<AskResult> {
  const row = await findRollout(ctx, account_id, id, { lock: true });
  enforce(checkRolloutOpen(row));
  if (isPast(row.deadline, ctx.now)) throw conflict('rollout_over', messages.rollouts.over);
  const before = new Date(Date.parse(ctx.now) - askAgainAfterMinutes * 60_000).toISOString();
  const asked = await ctx.db
    .update(rolloutPeople)
    .set({ asked_at: ctx.now, mail_due: 'ask' })
    .where(and(hasNoSizes(id), isReachable, or(isNull(rolloutPeople.asked_at), lte(rolloutPeople.asked_at, before))))
    .returning({ id: rolloutPeople.id });
  const without_email = await ctx.db.$count(rolloutPeople, and(hasNoSizes(id), sql`not ${isReachable}`));
  if (!asked.length) throw conflict('rollout_nobody_to_ask', messages.rollouts.nobody_to_ask);
  await ctx.db.insert(rolloutMailings).values({ rollout_id: id, kind: 'ask', at: ctx.now, people: asked.length });
  await ctx.db
    .update(rollouts)
    .set({ asked_at: row.asked_at ?? ctx.now, version: sql`${rollouts.version} + 1` })
    .where(eq(rollouts.id, id));
  await queueLinks(ctx, id);
  await audit(ctx, 'rollout.asked', { type: 'rollout', id }, null, { people: asked.length, without_email });
  return { asked: asked.length, without_email };
}

/** Email the links of some people of a roll-out. Returns whether people are left. */
export async function mailSome(ctx: Pick<Ctx, 'db' | 'now'>, id: number, public_url: string): Promise<boolean> {
  const { db } = ctx;
  const [row] = await db
    .select({ name: rollouts.name, deadline: rollouts.deadline, account_id: rollouts.account_id, company: accounts.name })
    .from(rollouts)
    .innerJoin(accounts, eq(accounts.id, rollouts.account_id))
    .where(eq(rollouts.id, id));
  const people = await db
    .select({ id: rolloutPeople.id, user_id: users.id, forenames: users.forenames, email: users.email, kind: rolloutPeople.mail_due })
    .from(rolloutPeople)
    .innerJoin(users, eq(users.id, rolloutPeople.user_id))
    .where(and(eq(rolloutPeople.rollout_id, id), isNotNull(rolloutPeople.mail_due)))
    .orderBy(asc(rolloutPeople.id))
    .limit(AT_ONCE);
  if (!row || !people.length) return false;
  const expires_at = ukMidnight(dayAfter(row.deadline));
  const links = people.flatMap((person) => (person.email ? [{ ...person, email: person.email, token: newToken() }] : []));
  await insertMany(
    db,
    rolloutLinks,
    links.map(({ user_id, token }) => ({ rollout_id: id, user_id, token_hash: hashToken(token), created_at: ctx.now, expires_at })),
  );
  await queueMails(
    ctx,
    links.map(({ forenames, email, kind, token }) => ({
      ...rolloutSizesEmail({
        name: forenames,
        company: row.company,
        rollout: row.name,
        url: `${public_url}/rollout-sizes/${token}`,
        until: dayText(row.deadline, ukDate(ctx.now)),
        is_reminder: kind !== 'ask',
      }),
      to: email,
      account_id: row.account_id,
    })),
  );
  await db
    .update(rolloutPeople)
    .set({ mail_due: null })
    .where(among(rolloutPeople.id, idList(people.map((person) => person.id))));
  return people.length === AT_ONCE;
}

/** Emails the links of a roll-out, part after part: each part is stored with its emails, so that nobody is asked twice after a crash. */
export const mailRolloutJob = jobKind(MAIL_ROLLOUT, z.object({ id: z.int() }), async (services, { id }, signal) => {
  for (let hasMore = true; hasMore; ) {
    if (signal.aborted) throw new TryLater('Kitroom was stopped while it asked people for sizes. It goes on.', 0);
    hasMore = await inTurn(() =>
      services.database.unitOfWork((db) => mailSome({ db, now: services.clock().toISOString() }, id, services.settings.public_url)),
    );
    services.changed();
  }
});

/** The reminder that is due on a day: the first from 7 days before the deadline on, the last from 2 days before on. */
function reminderOf({ deadline, asked_at }: Pick<StoredRollout, 'deadline' | 'asked_at'>, today: string): 'first' | 'last' | null {
  const kind = today >= daysBefore(deadline, 2) ? 'last' : today >= daysBefore(deadline, 7) ? 'first' : null;
  // Whoever was asked only after the day of the reminder needs none.
  return kind && asked_at && ukDate(asked_at) < daysBefore(deadline, kind === 'last' ? 2 : 7) ? kind : null;
}

/** Remind the people of one roll-out if a reminder is due that was not sent yet. */
async function remind(ctx: Pick<Ctx, 'db' | 'now'>, row: StoredRollout): Promise<void> {
  const kind = reminderOf(row, ukDate(ctx.now));
  if (!kind) return;
  const mailing = { rollout_id: row.id, kind, at: ctx.now, people: 0 };
  const [isNew] = await insertIgnoringConflicts(ctx.db, rolloutMailings, [mailing], ['id']);
  if (!isNew) return;
  const people = await ctx.db
    .update(rolloutPeople)
    .set({ mail_due: kind })
    .where(and(hasNoSizes(row.id), isReachable, isNotNull(rolloutPeople.asked_at)))
    .returning({ id: rolloutPeople.id });
  await ctx.db
    .update(rolloutMailings)
    .set({ people: people.length })
    .where(eq(rolloutMailings.id, Number(isNew.id)));
  if (people.length) await queueLinks(ctx, row.id);
}

/** Reminds people who have not answered, every morning at 06:30 UTC: 7 and 2 days before the deadline of a roll-out that is not closed. */
export const rolloutRemindersJob = recurring('rollout-reminders', '30 6 * * *', async ({ database, clock }, signal) => {
  for (let last = 0; ; ) {
    if (signal.aborted) throw new Error('The reminders of roll-outs were interrupted.');
    const now = clock().toISOString();
    const [row] = await database.reader
      .select()
      .from(rollouts)
      .where(and(isAsking(now), gte(rollouts.id, last + 1)))
      .orderBy(asc(rollouts.id))
      .limit(1);
    if (!row) return;
    last = row.id;
    await database.unitOfWork((db) => remind({ db, now }, row));
    await yieldToRequests();
  }
});
