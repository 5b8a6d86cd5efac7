import { sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { byOf } from '../core/stale-version.ts';
import { among, idList } from '../db/among.ts';
import { lastEditAfter } from '../db/last-edit.ts';
import { orders } from '../db/tables/index.ts';
import type { Order } from '../orders/find-order.ts';

/** Increment the version of a draft when its items or wearers change, so that somebody who submits an older version is told of the change. */
export async function nextVersion(ctx: Ctx, changed: readonly Pick<Order, 'id' | 'submitted_at'>[]): Promise<void> {
  const drafts = changed.filter(({ submitted_at }) => !submitted_at);
  if (!drafts.length) return;
  await ctx.db
    .update(orders)
    .set({ version: sql`${orders.version} + 1`, last_edit: lastEditAfter(orders, byOf(ctx)) })
    .where(among(orders.id, idList(drafts.map(({ id }) => id))));
}
