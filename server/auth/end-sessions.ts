import type { SQL } from 'drizzle-orm';
import { announce, type Db } from '../db/db.ts';
import { sessions } from '../db/tables/index.ts';

/** Where it is announced that sessions have ended. */
export const sessionChannel = 'kitroom_sessions';

/** End sessions, those in which a super acts by one of them too; their streams are closed as soon as the unit of work is kept. */
export async function endSessions(db: Db, which: SQL | undefined): Promise<{ id: number; device_name: string | null }[]> {
  const ended = await db.delete(sessions).where(which).returning({ id: sessions.id, device_name: sessions.device_name });
  if (ended.length) await announceSessions(db);
  return ended;
}

/** Have every open stream look whether its session still stands: to be called where somebody is disabled, archived or given another role. */
export const announceSessions = (db: Db): Promise<void> => announce(db, sessionChannel, '');
