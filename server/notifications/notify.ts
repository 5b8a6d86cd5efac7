import { notifications } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { announceNotifications } from './channel.ts';

/** Tell people something inside the product; `url` is where it is dealt with. */
export async function notify(
  ctx: Pick<Ctx, 'db' | 'now'>,
  user_ids: readonly number[],
  data: { title: string; message: string; url?: string },
): Promise<void> {
  if (!user_ids.length) return;
  await ctx.db.insert(notifications).values(user_ids.map((user_id) => ({ user_id, data, created_at: ctx.now })));
  await announceNotifications(ctx.db, user_ids);
}
