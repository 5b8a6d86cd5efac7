import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import type { Db } from '../db/db.ts';
import { accounts, sessions, users } from '../db/tables/index.ts';
import type { Services } from '../http/context.ts';
import { Problem } from '../http/problem.ts';
import { hashToken, newToken } from './token.ts';
import { guessPassword } from './wrong-tries.ts';

export const loginBody = z.object({
  email: z.string().trim().min(1).max(limits.email),
  password: z.string().min(1).max(limits.password_max),
  device_name: z.string().trim().min(1).max(80).optional(),
});

const slidingMinutes = 12 * 60;
const deviceMinutes = 30 * 24 * 60;

/** Open a session for a user: 30 days for a warehouse device, else 12 hours from last use. Answers the token, which is stored nowhere. */
export async function openSession(
  db: Db,
  user: { id: number; role: string },
  now: Date,
  about: { device_name?: string | undefined; user_agent?: string | undefined; address?: string; impersonator_id?: number | null },
): Promise<{ token: string; expires_at: string; session_id: number }> {
  const isDevice = user.role === 'warehouse' && !!about.device_name;
  const expires_at = new Date(now.getTime() + (isDevice ? deviceMinutes : slidingMinutes) * 60_000).toISOString();
  const token = newToken();
  const [session] = await db
    .insert(sessions)
    .values({
      user_id: user.id,
      token_hash: hashToken(token),
      impersonator_id: about.impersonator_id ?? null,
      device_name: about.device_name ?? null,
      user_agent: about.user_agent?.slice(0, 300) ?? null,
      address: about.address ?? null,
      slides_minutes: isDevice ? null : slidingMinutes,
      created_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      expires_at,
    })
    .returning({ id: sessions.id });
  if (!session) throw new Error('The session was not stored');
  return { token, expires_at, session_id: session.id };
}

/** Sign in by e-mail and password. Wrong e-mail, wrong password, disabled and archived all answer alike (422); too many tries are 429. */
export async function login(
  services: Services,
  body: z.infer<typeof loginBody>,
  from: { address: string; user_agent: string | undefined },
): Promise<{ token: string; expires_at: string; user_id: number }> {
  const { database, clock } = services;
  const email = body.email.toLowerCase();
  const [user] = await database.reader
    .select({ id: users.id, role: users.role, password_hash: users.password_hash, is_disabled: users.is_disabled, archived_at: accounts.deleted_at })
    .from(users)
    .leftJoin(accounts, eq(accounts.id, users.account_id))
    .where(and(eq(users.email, email), isNull(users.deleted_at)));
  const usable = user && !user.is_disabled && !user.archived_at ? user : null;
  const matches = await guessPassword(services, { email, address: from.address }, body.password, usable?.password_hash);
  if (!usable || !matches) throw new Problem(422, { message: messages.sign_in_failed, errors: { email: [messages.sign_in_failed] } });
  const session = await database.unitOfWork((db) =>
    openSession(db, usable, clock(), { device_name: body.device_name, user_agent: from.user_agent, address: from.address }),
  );
  return { token: session.token, expires_at: session.expires_at, user_id: usable.id };
}
