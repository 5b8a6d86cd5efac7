import { and, count, eq, gt } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import type { Settings } from '../core/settings.ts';
import { hashToken, newToken } from '../core/token.ts';
import type { Db } from '../db/db.ts';
import { passwordResets } from '../db/tables/index.ts';
import { passwordResetEmail } from '../mail/email-templates/password-reset.ts';
import { queueMail } from '../mail/queue-mail.ts';

const minutes = 60;

/** Upper limit of links to set a new password that one person is sent within an hour. */
export const RESETS_AN_HOUR = 5;

/** The number of links that a person was sent within the hour before a time. */
export async function countResets(db: Db, user_id: number, now: string): Promise<number> {
  const since = new Date(Date.parse(now) - minutes * 60_000).toISOString();
  const [recent] = await db
    .select({ n: count() })
    .from(passwordResets)
    .where(and(eq(passwordResets.user_id, user_id), gt(passwordResets.created_at, since)));
  return recent?.n ?? 0;
}

/** Sends a person the link with which they can set a new password once, within the hour. */
export async function sendResetLink(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  settings: Settings,
  { id, forenames, email, account_id }: { id: number; forenames: string; email: string; account_id: number | null },
): Promise<void> {
  const token = newToken();
  await db.insert(passwordResets).values({
    user_id: id,
    token_hash: hashToken(token),
    created_at: now,
    expires_at: new Date(Date.parse(now) + minutes * 60_000).toISOString(),
  });
  const url = `${settings.public_url}/reset-password?token=${token}`;
  await queueMail({ db, now }, { ...passwordResetEmail({ name: forenames, url, minutes }), to: email, account_id });
}
