import type { SQL } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { announce, type Db } from '../db/db.ts';
import { sessions } from '../db/tables/index.ts';
import { endImpersonations } from './end-impersonations.ts';

/** The channel that announces the end of sessions. */
export const sessionChannel = 'kitroom_sessions';

/**
 * End sessions, and also those in which a super acts from one of them, whose people get an email. Their streams are closed as soon
 * as the unit of work is committed.
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

/** Make every open stream check whether its session is still valid. Call it where somebody is disabled, archived or given another role. */
export const announceSessions = (db: Db): Promise<void> => announce(db, sessionChannel, '');
