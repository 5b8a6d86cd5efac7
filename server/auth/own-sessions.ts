import { and, eq, ne } from 'drizzle-orm';
import { z } from 'zod';
import { audit, auditEach } from '../audit/audit.ts';
import type { Ctx, Services } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { sessions } from '../db/tables/index.ts';
import { listSessions } from '../sessions/list-sessions.ts';
import { endSessions } from './end-sessions.ts';

export const sessionSchema = z.object({
  id: z.number(),
  device_name: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** The network address from which the session was last used. */
  address: z.string().nullable(),
  /** The super who acts as this person in the session; null if none does. */
  impersonator: z.object({ id: z.number(), name: z.string() }).nullable(),
  created_at: z.string(),
  last_seen_at: z.string(),
  expires_at: z.string(),
  is_current: z.boolean(),
});
type OwnSession = z.infer<typeof sessionSchema>;

/** The caller's sessions; `session_id` is the session of the request. */
export async function listOwnSessions({ db, actor, now }: Ctx, session_id: number): Promise<{ items: OwnSession[] }> {
  const ownSessions = await listSessions(db, actor.id, now);
  return { items: ownSessions.map((session) => ({ ...session, is_current: session.id === session_id })) };
}

/** When the caller's session expires; null if it has ended meanwhile. */
export async function findSessionExpiry({ db }: Ctx, session_id: number): Promise<string | null> {
  const [session] = await db.select({ expires_at: sessions.expires_at }).from(sessions).where(eq(sessions.id, session_id));
  return session?.expires_at ?? null;
}

/** Sign out: end the session of the request. */
export async function signOut(ctx: Ctx, session_id: number): Promise<void> {
  await endSessions(ctx, eq(sessions.id, session_id));
}

/**
 * End the session whose token has this hash, for a browser that was signed out without a network and no longer has the token. The answer never
 * reveals whether there was such a session.
 */
export async function revokeSession({ database, clock, changed }: Services, token_hash: string): Promise<void> {
  const which = eq(sessions.token_hash, token_hash);
  const [session] = await database.reader.select({ id: sessions.id }).from(sessions).where(which);
  if (!session) return;
  await database.unitOfWork((db) => endSessions({ db, now: clock().toISOString() }, which));
  changed();
}

/** End all of the caller's sessions except the one of the request. */
export async function endOtherSessions(ctx: Ctx, session_id: number): Promise<{ ended: number }> {
  // A super who acts as somebody else keeps the session from which they act.
  const endedSessions = await endSessions(ctx, and(eq(sessions.user_id, ctx.actor.id), ne(sessions.id, session_id)));
  await auditEach(
    ctx,
    'session.ended',
    endedSessions.map(({ id, device_name }) => ({ on: { type: 'session', id }, before: { device_name } })),
  );
  return { ended: endedSessions.length };
}

/** End one of the caller's sessions; 404 if it is not theirs. */
export async function endOwnSession(ctx: Ctx, id: number): Promise<{ id: number }> {
  const [endedSession] = await endSessions(ctx, and(eq(sessions.id, id), eq(sessions.user_id, ctx.actor.id)));
  const { device_name } = requireFound(endedSession);
  await audit(ctx, 'session.ended', { type: 'session', id }, { device_name });
  return { id };
}
