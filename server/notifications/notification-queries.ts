import { and, count, desc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, readPage } from '../core/paging.ts';
import { notifications } from '../db/tables/index.ts';

export const notificationQuery = listQuery({ orderBy: ['created_at'], default: 'created_at', sortedBy: 'desc', per_page: limits.notifications_page });
export const notificationsSchema = z.object({
  items: z.array(
    z.object({
      id: z.int(),
      data: z.object({ title: z.string(), message: z.string(), url: z.string().optional() }),
      created_at: z.string(),
      read_at: z.string().nullable(),
    }),
  ),
  pages: z.int(),
  current_page: z.int(),
  per_page: z.int(),
  total: z.int(),
  last_page: z.int(),
  unread_count: z.int(),
});

/** The number of the caller's unread notifications. */
export async function unreadCount(ctx: Pick<Ctx, 'db' | 'actor'>): Promise<number> {
  const [unreadRow] = await ctx.db
    .select({ n: count() })
    .from(notifications)
    .where(and(eq(notifications.user_id, ctx.actor.id), isNull(notifications.read_at)));
  return unreadRow?.n ?? 0;
}

/** The caller's notifications, newest first. */
export async function listNotifications(ctx: Ctx, query: z.infer<typeof notificationQuery>): Promise<z.infer<typeof notificationsSchema>> {
  const isOwn = eq(notifications.user_id, ctx.actor.id);
  const rows = ctx.db
    .select({ id: notifications.id, data: notifications.data, created_at: notifications.created_at, read_at: notifications.read_at })
    .from(notifications)
    .where(isOwn);
  const page = await readPage(ctx.db, query, { rows, order: [desc(notifications.id)] });
  return { ...page, pages: page.last_page, unread_count: await unreadCount(ctx) };
}
