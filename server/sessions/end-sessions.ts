import type { SQL } from 'drizzle-orm';
import { announce, type Db } from '../db/db.ts';
import { sessions } from '../db/tables/index.ts';

/** The channel that announces the end of sessions. */
export const sessionChannel = 'kitroom_sessions';

/** End sessions, and also those in which a super acts from one of them. Their streams are closed as soon as the unit of work is committed. */
export async function endSessions(db: Db, which: SQL | undefined): Promise<{ id: number; device_name: string | null }[]> {
  const endedSessions = await db.delete(sessions).where(which).returning({ id: sessions.id, device_name: sessions.device_name });
  if (endedSessions.length) await announceSessions(db);
  return endedSessions;
}

/** Make every open stream check whether its session is still valid. Call it where somebody is disabled, archived or given another role. */
export const announceSessions = (db: Db): Promise<void> => announce(db, sessionChannel, '');
