import { announce, type Db } from '../db/db.ts';

/** The channel for changes of notifications: a JSON list of user ids. */
export const notificationChannel = 'kitroom_notifications';

/** One announcement has room for this many ids on SQLite and on PostgreSQL. */
const MAX_STREAMS = 500;

/** Announce to the open screens of these people, once the unit of work is committed, that their notifications have changed. */
export async function announceNotifications(db: Db, user_ids: readonly number[]): Promise<void> {
  for (let from = 0; from < user_ids.length; from += MAX_STREAMS)
    await announce(db, notificationChannel, JSON.stringify(user_ids.slice(from, from + MAX_STREAMS)));
}
