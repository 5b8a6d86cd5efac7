import { and, eq, gt, isNull, ne, or } from 'drizzle-orm';
import type { ChangePasswordInput, ResetPasswordInput } from '../../shared/auth/auth-input.ts';
import { messages } from '../../shared/messages.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx, Services } from '../core/context.ts';
import { invalid, requireFound } from '../core/problem.ts';
import { hashToken } from '../core/token.ts';
import { accounts, passwordResets, sessions, users } from '../db/tables/index.ts';
import { countAttempt } from './attempts.ts';
import { enforceGoodPassword } from './common-passwords.ts';
import { provePassword } from './credentials.ts';
import { endLinks } from './end-links.ts';
import { endSessions } from './end-sessions.ts';
import { hashPassword } from './password.ts';
import { countResets, RESETS_AN_HOUR, sendResetLink } from './reset-link.ts';

/** How often one network address may request a link within a quarter of an hour, for any people. */
const MAX_REQUESTS_PER_ADDRESS = 50;

const ownerColumns = { forenames: users.forenames, surname: users.surname, email: users.email };

/** Check the current and the new password, and return the hash of the new one. */
export async function prepareNewPassword(ctx: Ctx, body: ChangePasswordInput, address: string): Promise<string> {
  await provePassword(ctx, body.current_password, address);
  const [owner] = await ctx.db.select(ownerColumns).from(users).where(eq(users.id, ctx.actor.id));
  await enforceGoodPassword(body.password, requireFound(owner));
  return hashPassword(body.password);
}

/** The SQL condition for all sessions of a person, including those in which the person acts as somebody else. */
const sessionsOf = (user_id: number) => or(eq(sessions.user_id, user_id), eq(sessions.impersonator_id, user_id));

/** Store the caller's new password; every other session of the caller ends. */
export async function changePassword({ db, ...ctx }: Ctx, session_id: number, password_hash: string): Promise<void> {
  await db.update(users).set({ password_hash }).where(eq(users.id, ctx.actor.id));
  await endLinks(db, ctx.actor.id, ctx.now);
  await endSessions({ db, now: ctx.now }, and(sessionsOf(ctx.actor.id), ne(sessions.id, session_id)));
  await audit({ db, ...ctx }, 'password.changed', { type: 'user', id: ctx.actor.id });
}

/**
 * Send a link that sets a new password, if the email belongs to somebody who may sign in. The response never reveals whether the email is
 * known. 429 if the network address has sent too many requests, even with unknown emails.
 */
export async function forgotPassword(services: Services, email: string, address: string): Promise<void> {
  const now = services.clock();
  await services.database.unitOfWork(async (db) => {
    await countAttempt(db, { key: `forgot-password:${address}`, max: MAX_REQUESTS_PER_ADDRESS }, now);
    const [user] = await db
      .select({ id: users.id, forenames: users.forenames, email: users.email, account_id: users.account_id })
      .from(users)
      .leftJoin(accounts, eq(accounts.id, users.account_id))
      .where(and(eq(users.email, email.toLowerCase()), isNull(users.deleted_at), eq(users.is_disabled, false), isNull(accounts.deleted_at)));
    if (!user?.email) return;
    if ((await countResets(db, user.id, now.toISOString())) >= RESETS_AN_HOUR) return;
    await sendResetLink({ db, now: now.toISOString() }, services.settings, { ...user, email: user.email });
  });
  services.changed();
}

/**
 * Set a new password by the token of a reset link, and end all sessions and all links of the person. 422 on `token` if the link is invalid, used or
 * expired.
 */
export async function resetPassword(
  { database, clock, changed }: Services,
  { token, password }: ResetPasswordInput,
): Promise<{ email: string | null }> {
  const now = clock().toISOString();
  const isLive = and(eq(passwordResets.token_hash, hashToken(token)), isNull(passwordResets.used_at), gt(passwordResets.expires_at, now));
  // The link is looked up first: hashing is expensive, and a request without a valid link must not cause it.
  const [owner] = await database.reader
    .select(ownerColumns)
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.user_id))
    .where(isLive);
  if (!owner) throw invalid({ token: messages.reset_link_dead });
  await enforceGoodPassword(password, owner);
  const password_hash = await hashPassword(password);
  await database.unitOfWork(async (db) => {
    const [reset] = await db.update(passwordResets).set({ used_at: now }).where(isLive).returning({ user_id: passwordResets.user_id });
    if (!reset) throw invalid({ token: messages.reset_link_dead });
    await db.update(users).set({ password_hash }).where(eq(users.id, reset.user_id));
    await endLinks(db, reset.user_id, now);
    await endSessions({ db, now }, sessionsOf(reset.user_id));
    const actor = { id: reset.user_id, impersonator_id: null };
    await audit({ db, now, actor, request_id: null }, 'password.reset', { type: 'user', id: reset.user_id });
  });
  changed();
  return { email: owner.email };
}
