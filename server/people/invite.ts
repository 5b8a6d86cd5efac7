import { eq } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { audit } from '../audit/audit.ts';
import { endLinks } from '../auth/end-links.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { hashToken, newToken } from '../core/token.ts';
import { passwordResets, users } from '../db/tables/index.ts';
import { invitationEmail } from '../mail/email-templates/invitation.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { type Person, person, userOf } from './person-queries.ts';

/** Days for which an invitation can be opened. */
const INVITATION_DAYS = 7;

/** Sends a person with an address the link with which they choose a password; a link that was sent before ends. */
export async function invite(
  ctx: Ctx,
  { id, forenames, email, account_id }: { id: number; forenames: string; email: string | null; account_id: number | null },
): Promise<void> {
  if (!email) return;
  const { db, now, services } = ctx;
  const token = newToken();
  await endLinks(db, id, now);
  await db.insert(passwordResets).values({
    user_id: id,
    token_hash: hashToken(token),
    created_at: now,
    expires_at: new Date(Date.parse(now) + INVITATION_DAYS * 24 * 60 * 60_000).toISOString(),
  });
  await db.update(users).set({ invited_at: now }).where(eq(users.id, id));
  await audit(ctx, 'employee.invited', { type: 'user', id }, null, { email });
  const url = `${services.settings.public_url}/reset-password?token=${token}`;
  const about = { name: forenames, by: ctx.actor.name, url, days: INVITATION_DAYS, is_provider: account_id === null };
  await queueMail(ctx, { ...invitationEmail(about), to: email, account_id });
}

async function again(ctx: Ctx, invited: Person): Promise<void> {
  authorize(invited.can.edit);
  if (!invited.email) throw invalid({ email: messages.email_needed });
  await invite(ctx, invited);
}

/** Send somebody who has not signed in yet another invitation. 422 on `email` for a person without an address. */
export async function inviteAgain(ctx: Ctx, id: number): Promise<Person> {
  await again(ctx, await person(ctx, id));
  return person(ctx, id);
}

/** The same for one of the provider's people. */
export async function inviteUserAgain(ctx: Ctx, id: number): Promise<Person> {
  await again(ctx, await userOf(ctx, id));
  return userOf(ctx, id);
}
