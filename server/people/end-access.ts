import { and, gt, inArray, type SQL } from 'drizzle-orm';
import { endSessions } from '../auth/end-sessions.ts';
import type { Ctx } from '../core/context.ts';
import { kitSizeLinks, rolloutLinks, sessions, sizeLinks } from '../db/tables/index.ts';

/** End the sessions of some people, and the links by which they choose sizes. `people` has their ids, or a query of the ids. */
export async function endAccess(ctx: Pick<Ctx, 'db' | 'now'>, people: number[] | SQL): Promise<void> {
  const { db, now } = ctx;
  await endSessions(ctx, inArray(sessions.user_id, people));
  await db
    .update(sizeLinks)
    .set({ expires_at: now })
    .where(and(gt(sizeLinks.expires_at, now), inArray(sizeLinks.employee_id, people)));
  await db
    .update(kitSizeLinks)
    .set({ expires_at: now })
    .where(and(gt(kitSizeLinks.expires_at, now), inArray(kitSizeLinks.employee_id, people)));
  await db
    .update(rolloutLinks)
    .set({ expires_at: now })
    .where(and(gt(rolloutLinks.expires_at, now), inArray(rolloutLinks.user_id, people)));
}
