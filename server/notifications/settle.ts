import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { notifications, users } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { announceNotifications } from './channel.ts';

/** What was asked under a title is dealt with: whoever of these people has not read it yet need not any more. */
export async function settle(ctx: Pick<Ctx, 'db' | 'now'>, people: SQL | undefined, title: string): Promise<void> {
  const settled = await ctx.db
    .update(notifications)
    .set({ read_at: ctx.now })
    .where(
      and(
        inArray(notifications.user_id, ctx.db.select({ id: users.id }).from(users).where(people)),
        isNull(notifications.read_at),
        sql`${notifications.data} ->> 'title' = ${title}`,
      ),
    )
    .returning({ user_id: notifications.user_id });
  await announceNotifications(ctx.db, [...new Set(settled.map(({ user_id }) => user_id))]);
}
