import { and, eq, type SQL, sql } from 'drizzle-orm';
import { notifications } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { announceNotifications } from './channel.ts';
import type { NotificationData } from './notify.ts';

/** What was asked for under a topic is dealt with: everybody who was asked, or those under a condition, read what became of it in its place. */
export async function settle(ctx: Pick<Ctx, 'db' | 'now'>, topic: string, data: NotificationData, who?: SQL): Promise<void> {
  const settled = await ctx.db
    .update(notifications)
    .set({ data, read_at: sql`coalesce(${notifications.read_at}, ${ctx.now})` })
    .where(and(eq(notifications.topic, topic), who))
    .returning({ user_id: notifications.user_id });
  await announceNotifications(ctx.db, [...new Set(settled.map(({ user_id }) => user_id))]);
}
