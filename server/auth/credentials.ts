import { and, eq, isNotNull } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import type { Ctx, Services } from '../core/context.ts';
import { invalid, Problem, requireFound } from '../core/problem.ts';
import { sessions, totps, users } from '../db/tables/index.ts';
import { type Attempt, judgeAttempt, type Proof } from './attempts.ts';
import { verifyPassword, withHashSlot } from './password.ts';
import { acceptCode, requireOwn } from './totp.ts';

/** The stored credentials of a person; `totp_secret` is null if no code is needed. */
export interface StoredCredentials {
  id: number;
  password_hash: string | null;
  totp_secret: string | null;
}

/** The condition of a left join from a person to their second factor. A factor that is not confirmed does not count. */
export const activeTotp = and(eq(totps.user_id, users.id), isNotNull(totps.confirmed_at));

/**
 * Check a password and, if the person has a second factor, a code. The check waits for a hash slot before it counts the attempt, so that many people
 * who enter right passwords at once are not counted as somebody who guesses.
 */
export const judgeCredentials = (
  services: Services,
  attempt: Attempt,
  person: StoredCredentials | null,
  input: { password: string; totp?: string | undefined },
): Promise<Proof> =>
  withHashSlot(() =>
    judgeAttempt(services, attempt, async () => {
      const isRight = await verifyPassword(person?.password_hash, input.password);
      if (!isRight || !person) return 'password_wrong';
      if (person.totp_secret === null) return 'right';
      if (input.totp === undefined) return 'totp_needed';
      return (await acceptCode(services, person.id, person.totp_secret, input.totp)) ? 'right' : 'totp_wrong';
    }),
  );

async function ownCredentials({ db, actor }: Ctx): Promise<StoredCredentials & { email: string }> {
  const [user] = await db
    .select({ id: users.id, email: users.email, password_hash: users.password_hash, totp_secret: totps.secret })
    .from(users)
    .leftJoin(totps, activeTotp)
    .where(eq(users.id, actor.id));
  const { email, ...credentials } = requireFound(user);
  return { ...credentials, email: email ?? `user ${actor.id}` };
}

/**
 * Throws unless `password` is the caller's password: 422 on `field` if the password is wrong; 429 after too many wrong passwords, which are counted
 * together with those at sign-in. Any route can call this, with `clientAddress(c)` as `address`. Call it before the unit of work, because the check
 * is slow on purpose and writes in its own units of work.
 */
export async function provePassword(ctx: Ctx, password: string, address: string, field = 'current_password'): Promise<void> {
  const { email, ...credentials } = await ownCredentials(ctx);
  const proof = await judgeCredentials(ctx.services, { email, address }, { ...credentials, totp_secret: null }, { password });
  if (proof !== 'right') throw invalid({ [field]: messages.password_wrong });
}

/**
 * Like `provePassword`, and checks the second factor if the caller has one: 422 on `password` or on `totp`. For a missing TOTP code the answer has
 * the error code `totp_required`.
 */
export async function proveIdentity(ctx: Ctx, input: { password: string; totp?: string | undefined }, address: string): Promise<void> {
  const { email, ...credentials } = await ownCredentials(ctx);
  const proof = await judgeCredentials(ctx.services, { email, address }, credentials, input);
  if (proof === 'password_wrong') throw invalid({ password: messages.password_wrong });
  if (proof === 'totp_wrong') throw invalid({ totp: messages.totp_wrong });
  if (proof === 'totp_needed')
    throw new Problem(422, { message: messages.totp_needed, code: 'totp_required', errors: { totp: [messages.totp_needed] } });
}

/** Milliseconds after signing in during which nobody has to enter their password again. */
const RECENT = 10 * 60_000;

/**
 * Allow a change of the caller's second factor only if the caller has just signed in or enters the password. Otherwise a person who stole the
 * session could lock the caller out for good. 422 on `password` if the password is missing or wrong.
 */
export async function proveOwner(ctx: Ctx, session_id: number, password: string | undefined, address: string): Promise<void> {
  await requireOwn(ctx);
  if (password !== undefined) return provePassword(ctx, password, address, 'password');
  const [session] = await ctx.db.select({ created_at: sessions.created_at }).from(sessions).where(eq(sessions.id, session_id));
  if (Date.parse(ctx.now) - Date.parse(requireFound(session).created_at) > RECENT) throw invalid({ password: messages.totp_needs_proof });
}
