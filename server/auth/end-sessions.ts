import type { SQL } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { sessions } from '../db/tables/index.ts';
import { announceSessions } from '../sessions/announce-sessions.ts';
import { endImpersonations } from './end-impersonations.ts';

/**
 * End sessions. If a super has used one of them to act as somebody else, the session as that person ends too, and the person gets an email. The
 * streams of all these sessions are closed as soon as the unit of work is committed.
 */
export async function endSessions(ctx: Pick<Ctx, 'db' | 'now'>, which: SQL | undefined): Promise<{ id: number; device_name: string | null }[]> {
  const { db } = ctx;
  const endedSessions = await db.delete(sessions).where(which).returning({ id: sessions.id, device_name: sessions.device_name });
  if (endedSessions.length) {
    await endImpersonations(ctx);
    await announceSessions(db);
  }
  return endedSessions;
}
