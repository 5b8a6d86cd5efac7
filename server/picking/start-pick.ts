import { eq, sql } from 'drizzle-orm';
import { clusterAfterStart } from '../../shared/picking/cluster-members.ts';
import { checkStartPick } from '../../shared/picking/start-pick.ts';
import { policy } from '../../shared/policy.ts';
import type { ClusterPlace } from '../../shared/sync/rows.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce } from '../core/problem.ts';
import { type Db, prepared } from '../db/db.ts';
import { picks } from '../db/tables/index.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import type { FoundPick } from './find-pick.ts';
import { setCluster } from './set-cluster.ts';

/** Gives the pick to the picker. If the picker already has the pick, the time of the first claim stays. */
const claim = prepared('claim_pick', (db: Db) =>
  db
    .update(picks)
    .set({
      state: 'picking',
      picker_id: sql`${sql.placeholder('picker_id')}`,
      started_at: sql`coalesce(${picks.started_at}, ${sql.placeholder('now')})`,
      paused_at: null,
      claimed_at: sql`case when ${picks.picker_id} = ${sql.placeholder('picker_id')} then ${picks.claimed_at} else ${sql.placeholder('now')} end`,
    })
    .where(eq(picks.id, sql.placeholder('id'))),
);

/** Claim a released pick for the caller, or resume the caller's own; `cluster` is its place on the trolley if it is picked with others. */
export async function startPick(ctx: Ctx, pick: FoundPick, cluster?: ClusterPlace): Promise<void> {
  authorize(policy.pick(ctx.actor));
  enforce(checkStartPick(pick, ctx.actor));
  await setCluster(ctx, pick, clusterAfterStart(pick, ctx.actor.id, cluster));
  if (pick.state === 'picking' && pick.picker_id === ctx.actor.id) return;

  await claim(ctx.db, { id: pick.id, picker_id: ctx.actor.id, now: ctx.now });
  await refreshStatus(ctx, [pick.order_id]);
  await audit(ctx, 'pick.started', { type: 'order', id: pick.order_id }, { picker_id: pick.picker_id }, { pick_id: pick.id });
}
