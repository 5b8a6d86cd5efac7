import { eq, sql } from 'drizzle-orm';
import { checkOnFloor } from '../../shared/picking/on-floor.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce } from '../core/problem.ts';
import { type Db, prepared } from '../db/db.ts';
import { picks } from '../db/tables/index.ts';
import type { FoundPick } from './find-pick.ts';

const nameTote = prepared('name_tote', (db: Db) =>
  db
    .update(picks)
    .set({ tote: sql`${sql.placeholder('tote')}` })
    .where(eq(picks.id, sql.placeholder('id'))),
);

/** Store in which tote a pick's garments lie. Null or an empty name removes the tote. */
export async function assignTote(ctx: Ctx, pick: FoundPick, name: string | null): Promise<void> {
  authorize(policy.pick(ctx.actor));
  enforce(checkOnFloor(pick));
  const tote = name || null;
  if (pick.tote === tote) return;

  await nameTote(ctx.db, { id: pick.id, tote });
  await audit(ctx, 'pick.tote', { type: 'order', id: pick.order_id }, { tote: pick.tote }, { tote });
}
