import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { totpCode } from '../../shared/auth/auth-input.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import type { Services } from '../core/context.ts';
import { invalid, Problem } from '../core/problem.ts';
import { hashToken, newToken } from '../core/token.ts';
import type { Db } from '../db/db.ts';
import { accounts, sessions, totps, users } from '../db/tables/index.ts';
import { activeTotp, judgeCredentials } from './credentials.ts';

export const loginBody = z.object({
  email: z.string().trim().normalize().min(1).max(limits.email),
  password: z.string().min(1).max(limits.password_max),
  device_name: z.string().trim().min(1).max(80).optional(),
  totp: totpCode.optional(),
});

const slidingMinutes = 12 * 60;
const deviceMinutes = 30 * 24 * 60;
const impersonationMinutes = 60;

/** The lifetime of a session, and the minutes by which use extends it. */
function lifetime(
  role: string,
  about: { device_name?: string | undefined; impersonator?: unknown },
): { minutes: number; slides_minutes: number | null } {
  if (about.impersonator) return { minutes: impersonationMinutes, slides_minutes: null };
  if (role === 'warehouse' && about.device_name) return { minutes: deviceMinutes, slides_minutes: null };
  return { minutes: slidingMinutes, slides_minutes: slidingMinutes };
}

/**
 * Open a session for a user: 30 days for a warehouse device, an hour for a super who acts as somebody else, otherwise 12 hours from the last use.
 * Returns the token, which is stored nowhere.
 */
export async function openSession(
  db: Db,
  user: { id: number; role: string },
  now: Date,
  about: {
    device_name?: string | undefined;
    user_agent?: string | undefined;
    address?: string;
    /** The super who acts as this user, and the session from which they do so; the new session ends with that session at the latest. */
    impersonator?: { id: number; session_id: number; expires_at: string };
  },
): Promise<{ token: string; expires_at: string; session_id: number }> {
  const { minutes, slides_minutes } = lifetime(user.role, about);
  const until = now.getTime() + minutes * 60_000;
  const expires_at = new Date(Math.min(until, about.impersonator ? Date.parse(about.impersonator.expires_at) : until)).toISOString();
  const token = newToken();
  const [session] = await db
    .insert(sessions)
    .values({
      user_id: user.id,
      token_hash: hashToken(token),
      impersonator_id: about.impersonator?.id ?? null,
      parent_id: about.impersonator?.session_id ?? null,
      device_name: about.device_name ?? null,
      user_agent: about.user_agent?.slice(0, 300) ?? null,
      address: about.address ?? null,
      slides_minutes,
      created_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      expires_at,
    })
    .returning({ id: sessions.id });
  if (!session) throw new Error('The session was not stored');
  return { token, expires_at, session_id: session.id };
}

/**
 * Sign in by email and password. A wrong email, a wrong password, a disabled and an archived person all get the same answer (422); too many attempts
 * get 429. A person with a second factor who gives no code gets 401 with code `totp_required`.
 */
export async function login(
  services: Services,
  { password, totp, device_name, ...body }: z.infer<typeof loginBody>,
  from: { address: string; user_agent: string | undefined },
): Promise<{ token: string; expires_at: string; user_id: number }> {
  const { database, clock } = services;
  const email = body.email.toLowerCase();
  const [user] = await database.reader
    .select({
      id: users.id,
      role: users.role,
      password_hash: users.password_hash,
      totp_secret: totps.secret,
      is_disabled: users.is_disabled,
      archived_at: accounts.deleted_at,
    })
    .from(users)
    .leftJoin(accounts, eq(accounts.id, users.account_id))
    .leftJoin(totps, activeTotp)
    .where(and(eq(users.email, email), isNull(users.deleted_at)));
  const usable = user && !user.is_disabled && !user.archived_at ? user : null;
  const proof = await judgeCredentials(services, { email, address: from.address }, usable, { password, totp });
  if (!usable || proof === 'password_wrong')
    throw new Problem(422, { message: messages.sign_in_failed, errors: { email: [messages.sign_in_failed] } });
  if (proof === 'totp_needed') throw new Problem(401, { message: messages.totp_needed, code: 'totp_required' });
  if (proof === 'totp_wrong') throw invalid({ totp: messages.totp_wrong });
  const session = await database.unitOfWork(async (db) => {
    const now = clock();
    await db.update(users).set({ signed_in_at: now.toISOString() }).where(eq(users.id, usable.id));
    return openSession(db, usable, now, { device_name, ...from });
  });
  return { token: session.token, expires_at: session.expires_at, user_id: usable.id };
}
