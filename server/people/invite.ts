import { audit } from '../audit/audit.ts';
import { endLinks } from '../auth/end-links.ts';
import type { Ctx } from '../core/context.ts';
import { hashToken, newToken } from '../core/token.ts';
import { passwordResets } from '../db/tables/index.ts';
import { invitationEmail } from '../mail/email-templates/invitation.ts';
import { queueMail } from '../mail/queue-mail.ts';

/** Days for which an invitation can be opened. */
const INVITATION_DAYS = 7;

/** Sends a person with an address the link with which they choose a password; a link that was sent before ends. */
export async function invite(ctx: Ctx, person: { id: number; forenames: string; email: string | null; account_id: number | null }): Promise<void> {
  const { id, forenames, email, account_id } = person;
  if (!email) return;
  const token = newToken();
  await endLinks(ctx.db, id, ctx.now);
  await ctx.db.insert(passwordResets).values({
    user_id: id,
    token_hash: hashToken(token),
    created_at: ctx.now,
    expires_at: new Date(Date.parse(ctx.now) + INVITATION_DAYS * 24 * 60 * 60_000).toISOString(),
  });
  await audit(ctx, 'employee.invited', { type: 'user', id }, null, { email });
  const url = `${ctx.services.settings.public_url}/reset-password?token=${token}`;
  await queueMail(ctx, { ...invitationEmail({ name: forenames, by: ctx.actor.name, url, days: INVITATION_DAYS }), to: email, account_id });
}
