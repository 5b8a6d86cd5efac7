import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { notifications } from '../db/tables/index.ts';
import { announceNotifications } from './channel.ts';
import type { NotificationData } from './notify.ts';

/**
 * Replace the notifications under the topic of a request with the outcome: for everybody who has such a notification, or only for those of them who
 * meet the condition `who`.
 */
export async function settle(ctx: Pick<Ctx, 'db' | 'now'>, topic: string, data: NotificationData, who?: SQL): Promise<void> {
  const settled = await ctx.db
    .update(notifications)
    .set({ data, read_at: sql`coalesce(${notifications.read_at}, ${ctx.now})` })
    .where(and(eq(notifications.topic, topic), who))
    .returning({ user_id: notifications.user_id });
  await announceNotifications(ctx.db, [...new Set(settled.map(({ user_id }) => user_id))]);
}
