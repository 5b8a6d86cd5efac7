import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { notifications } from '../db/tables/index.ts';
import { announceNotifications } from './channel.ts';
import { unreadCount } from './notification-queries.ts';

/** Mark one of the caller's notifications as read or unread, or all of them. Returns how many are unread afterwards. */
export async function markAsRead(ctx: Ctx, which: number | 'all', isRead: boolean): Promise<{ unread_count: number }> {
  const isOwn = eq(notifications.user_id, ctx.actor.id);
  const read_at = isRead ? ctx.now : null;
  if (which === 'all')
    await ctx.db
      .update(notifications)
      .set({ read_at })
      .where(isRead ? and(isOwn, isNull(notifications.read_at)) : isOwn);
  else {
    const [one] = await ctx.db
      .update(notifications)
      .set({ read_at })
      .where(and(isOwn, eq(notifications.id, which)))
      .returning({ id: notifications.id });
    requireFound(one);
  }
  await announceNotifications(ctx.db, [ctx.actor.id]);
  return { unread_count: await unreadCount(ctx) };
}
