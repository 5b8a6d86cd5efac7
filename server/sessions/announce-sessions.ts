import { announce, type Db } from '../db/db.ts';

/** The channel that announces the end of sessions. */
export const sessionChannel = 'kitroom_sessions';

/** Make every open stream check whether its session is still valid. Call it when somebody is disabled, archived or assigned another role. */
export const announceSessions = (db: Db): Promise<void> => announce(db, sessionChannel, '');
