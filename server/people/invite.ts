import { and, eq, isNotNull } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { auditEach } from '../audit/audit.ts';
import { endLinks } from '../auth/end-links.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { hashToken, newToken } from '../core/token.ts';
import { among, idList } from '../db/among.ts';
import { accounts, passwordResets, users } from '../db/tables/index.ts';
import { invitationEmail } from '../mail/email-templates/invitation.ts';
import { queueMails } from '../mail/queue-mail.ts';
import { type Person, person, userOf } from './person-queries.ts';

/** Days for which an invitation can be opened. */
const INVITATION_DAYS = 7;

interface Invited {
  id: number;
  forenames: string;
  email: string | null;
  account_id: number | null;
}

/** Sends people with an address the link with which they choose a password; links that they got before become invalid. */
export async function inviteAll(ctx: Ctx, people: readonly Invited[]): Promise<void> {
  const { db, now, services, actor } = ctx;
  const invited = people.flatMap(({ email, ...one }) => (email ? [{ ...one, email, token: newToken() }] : []));
  if (!invited.length) return;
  const ids = invited.map(({ id }) => id);
  await endLinks(db, ids, now);
  const expires_at = new Date(Date.parse(now) + INVITATION_DAYS * 24 * 60 * 60_000).toISOString();
  await db
    .insert(passwordResets)
    .values(invited.map(({ id, token }) => ({ user_id: id, token_hash: hashToken(token), created_at: now, expires_at })));
  await db
    .update(users)
    .set({ invited_at: now })
    .where(among(users.id, idList(ids)));
  await auditEach(
    ctx,
    'employee.invited',
    invited.map(({ id, email }) => ({ on: { type: 'user', id }, after: { email } })),
  );
  await queueMails(
    ctx,
    invited.map(({ forenames, email, account_id, token }) => {
      const url = `${services.settings.public_url}/reset-password?token=${token}&first=1`;
      const about = { name: forenames, by: actor.name, url, days: INVITATION_DAYS, is_provider: account_id === null };
      return { ...invitationEmail(about), to: email, account_id };
    }),
  );
}

/** As `inviteAll`, for one person. */
export const invite = (ctx: Ctx, person: Invited): Promise<void> => inviteAll(ctx, [person]);

/** Whether a company is archived, so that its people cannot sign in. */
export const isArchivedAccount = async ({ db }: Pick<Ctx, 'db'>, id: number | null): Promise<boolean> =>
  id !== null && (await db.$count(accounts, and(eq(accounts.id, id), isNotNull(accounts.deleted_at)))) > 0;

/** Refuses an invitation of somebody who cannot sign in, or who has signed in already. */
export function enforceInvitable({ email, is_disabled, signed_in_at }: Person, is_account_archived: boolean): void {
  if (!email) throw invalid({ email: messages.no_email });
  if (is_disabled) throw invalid({ email: messages.person_disabled });
  if (is_account_archived) throw invalid({ email: messages.account_of_person_archived });
  if (signed_in_at !== null) throw invalid({ email: messages.signed_in_already });
}

async function again(ctx: Ctx, invited: Person): Promise<void> {
  authorize(invited.can.edit);
  enforceInvitable(invited, await isArchivedAccount(ctx, invited.account_id));
  await invite(ctx, invited);
}

/** Repeat the invitation of a person who has never signed in. 422 on `email` if the person has no email address or cannot sign in. */
export async function inviteAgain(ctx: Ctx, id: number): Promise<Person> {
  await again(ctx, await person(ctx, id));
  return person(ctx, id);
}

/** As `inviteAgain`, for one of the provider's people. */
export async function inviteUserAgain(ctx: Ctx, id: number): Promise<Person> {
  await again(ctx, await userOf(ctx, id));
  return userOf(ctx, id);
}
