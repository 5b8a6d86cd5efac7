import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { messages } from '../../shared/messages.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx, Services } from '../core/context.ts';
import { conflict, forbidden, invalid, requireFound } from '../core/problem.ts';
import { canDecrypt, decryptSecret, encryptSecret } from '../core/secret-key.ts';
import type { Settings } from '../core/settings.ts';
import { totps, users } from '../db/tables/index.ts';
import { secondFactorChangedEmail } from '../mail/email-templates/second-factor-changed.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { countAttempt } from './attempts.ts';

const PERIOD = 30;

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Kitroom', label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD });

/** The name of the place where a person’s secret is stored, to which the secret's encryption is bound. */
export const placeOf = (user_id: number): string => `totp of user ${user_id}`;

/**
 * The time step of a code; null if the secret does not give this code. Because clocks differ, codes of the previous and the next time step are
 * accepted too. 422 if the secret was encrypted with another key.
 */
function stepOf(settings: Settings, row: { user_id: number; secret: string }, code: string, now: Date): number | null {
  if (!canDecrypt(settings, row.secret, placeOf(row.user_id))) throw invalid({ totp: messages.totp_unreadable });
  const totp = totpOf(decryptSecret(settings, row.secret, placeOf(row.user_id)));
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** 403 for a super who acts as somebody else, and for a person without an email address or password: they cannot change a second factor. */
export async function requireOwn({ db, actor }: Ctx): Promise<{ email: string; forenames: string }> {
  if (actor.impersonator_id !== null) throw forbidden();
  const [user] = await db
    .select({ email: users.email, forenames: users.forenames, password_hash: users.password_hash })
    .from(users)
    .where(eq(users.id, actor.id));
  const { email, forenames, password_hash } = requireFound(user);
  if (!email || !password_hash) throw forbidden(messages.totp_needs_password);
  return { email, forenames };
}

/** Make a new secret for the caller's authenticator app. Signing in needs codes only after the first code has been confirmed. */
export async function startTotp(ctx: Ctx): Promise<{ secret: string; uri: string }> {
  const { email } = await requireOwn(ctx);
  const { db, actor, now, services } = ctx;
  const totp = totpOf(new Secret({ size: 20 }).base32, email);
  const fresh = { secret: encryptSecret(services.settings, totp.secret.base32, placeOf(actor.id)), created_at: now };
  const totpRows = await db
    .insert(totps)
    .values({ user_id: actor.id, ...fresh })
    .onConflictDoUpdate({ target: totps.user_id, set: fresh, setWhere: isNull(totps.confirmed_at) })
    .returning({ user_id: totps.user_id });
  if (!totpRows.length) throw conflict('totp_active', messages.totp_active);
  await audit(ctx, 'totp.started', { type: 'user', id: actor.id });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * Check the first code of a new secret and return the code's time step; 422 for a wrong code. Wrong first codes and wrong passwords are counted
 * separately: otherwise somebody who knows the secret could clear the count of wrong passwords with right codes.
 */
export async function proveFirstCode(ctx: Ctx, code: string): Promise<number> {
  await requireOwn(ctx);
  const { actor, services } = ctx;
  const [row] = await ctx.db.select({ user_id: totps.user_id, secret: totps.secret }).from(totps).where(eq(totps.user_id, actor.id));
  if (!row) throw conflict('totp_not_started', messages.totp_not_started);
  const now = services.clock();
  await services.database.unitOfWork((db) => countAttempt(db, { key: `first-code:${actor.id}`, max: 5 }, now));
  const step = stepOf(services.settings, row, code, now);
  if (step === null) throw invalid({ code: messages.totp_wrong });
  return step;
}

/** Turn the second factor on: from now on signing in needs a code. The person is notified by email. */
export async function turnOnTotp(ctx: Ctx, step: number): Promise<{ has_totp: true }> {
  const person = await requireOwn(ctx);
  const { db, actor, now } = ctx;
  const turnedOn = await db
    .update(totps)
    .set({ confirmed_at: now, last_step: step })
    .where(and(eq(totps.user_id, actor.id), isNull(totps.confirmed_at)))
    .returning({ user_id: totps.user_id });
  if (!turnedOn.length) throw conflict('totp_active', messages.totp_active);
  await audit(ctx, 'totp.turned_on', { type: 'user', id: actor.id });
  await mailPerson(ctx, person, true);
  return { has_totp: true };
}

/** Turn the second factor off, or delete an unconfirmed one. The caller has proved their password. */
export async function turnOffTotp(ctx: Ctx): Promise<{ has_totp: false }> {
  const person = await requireOwn(ctx);
  const [removed] = await ctx.db.delete(totps).where(eq(totps.user_id, ctx.actor.id)).returning({ confirmed_at: totps.confirmed_at });
  if (removed?.confirmed_at) {
    await audit(ctx, 'totp.turned_off', { type: 'user', id: ctx.actor.id });
    await mailPerson(ctx, person, false);
  }
  return { has_totp: false };
}

const mailPerson = (ctx: Ctx, { email, forenames }: { email: string; forenames: string }, is_on: boolean) =>
  queueMail(ctx, {
    ...secondFactorChangedEmail({ name: forenames, is_on, url: `${ctx.services.settings.public_url}/profile` }),
    to: email,
    account_id: ctx.actor.account_id,
  });

/** Returns true if a code is valid for the person and unused, and marks the code as used. The caller counts the attempt. */
export async function acceptCode({ database, settings, clock }: Services, user_id: number, secret: string, code: string): Promise<boolean> {
  const step = stepOf(settings, { user_id, secret }, code, clock());
  if (step === null) return false;
  const accepted = await database.unitOfWork(
    async (db) =>
      await db
        .update(totps)
        .set({ last_step: step })
        .where(and(eq(totps.user_id, user_id), isNotNull(totps.confirmed_at), or(isNull(totps.last_step), lt(totps.last_step, step))))
        .returning({ user_id: totps.user_id }),
  );
  return accepted.length > 0;
}
