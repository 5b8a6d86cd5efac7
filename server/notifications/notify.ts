import { and, eq, inArray } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { notifications } from '../db/tables/index.ts';
import { announceNotifications } from './channel.ts';

export interface NotificationData {
  title: string;
  message: string;
  /** The address where a person deals with it. */
  url?: string;
}

/** Give people a notification inside the product. Each person has one notification of a topic: a new one replaces the old. */
export async function notify(ctx: Pick<Ctx, 'db' | 'now'>, user_ids: readonly number[], data: NotificationData, topic?: string): Promise<void> {
  const ids = [...new Set(user_ids)];
  if (!ids.length) return;
  if (topic) await ctx.db.delete(notifications).where(and(eq(notifications.topic, topic), inArray(notifications.user_id, ids)));
  await ctx.db.insert(notifications).values(ids.map((user_id) => ({ user_id, data, topic: topic ?? null, created_at: ctx.now })));
  await announceNotifications(ctx.db, ids);
}
