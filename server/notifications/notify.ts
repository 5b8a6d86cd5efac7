import { and, inArray } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { notifications } from '../db/tables/index.ts';
import { announceNotifications } from './channel.ts';

export interface NotificationData {
  title: string;
  message: string;
  /** The address of the page on which the recipient can act. */
  url?: string;
}

interface Notice {
  user_ids: readonly number[];
  data: NotificationData;
  topic?: string | undefined;
}

/** Upper limit of rows that one statement writes on every engine. */
const MAX_ROWS = 1000;

/** Give people a notification inside the product. Each person has one notification of a topic: a new one replaces the old. */
export const notify = (ctx: Pick<Ctx, 'db' | 'now'>, user_ids: readonly number[], data: NotificationData, topic?: string): Promise<void> =>
  notifyEach(ctx, [{ user_ids, data, topic }]);

/** As `notify`, for several notifications at once. */
export async function notifyEach({ db, now }: Pick<Ctx, 'db' | 'now'>, notices: readonly Notice[]): Promise<void> {
  const rows = notices.flatMap(({ user_ids, data, topic = null }) =>
    [...new Set(user_ids)].map((user_id) => ({ user_id, data, topic, created_at: now })),
  );
  if (!rows.length) return;
  const ids = [...new Set(rows.map(({ user_id }) => user_id))];
  const topics = [...new Set(rows.flatMap(({ topic }) => topic ?? []))];
  if (topics.length) await db.delete(notifications).where(and(inArray(notifications.topic, topics), inArray(notifications.user_id, ids)));
  for (let from = 0; from < rows.length; from += MAX_ROWS) await db.insert(notifications).values(rows.slice(from, from + MAX_ROWS));
  await announceNotifications(db, ids);
}
