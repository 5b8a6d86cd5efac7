import { eq } from 'drizzle-orm';
import { isSamePlace } from '../../shared/picking/cluster-members.ts';
import type { ClusterPlace } from '../../shared/sync/rows.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { clusterPicks } from '../db/tables/index.ts';
import type { FoundPick } from './find-pick.ts';

/** Store the place of a pick in a cluster; null if the pick is in none. The caller has checked that the actor may change the pick. */
export async function setCluster(ctx: Ctx, pick: FoundPick, place: ClusterPlace | null): Promise<void> {
  if (isSamePlace(pick.cluster, place)) return;
  await ctx.db.delete(clusterPicks).where(eq(clusterPicks.pick_id, pick.id));
  if (place) await ctx.db.insert(clusterPicks).values({ pick_id: pick.id, cluster: place.id, position: place.position });
  await audit(ctx, 'pick.cluster', { type: 'order', id: pick.order_id }, { cluster: pick.cluster }, { cluster: place });
}
