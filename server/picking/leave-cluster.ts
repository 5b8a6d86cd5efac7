import { checkLeaveCluster } from '../../shared/picking/leave-cluster.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce } from '../core/problem.ts';
import type { FoundPick } from './find-pick.ts';
import { setCluster } from './set-cluster.ts';

/** Take an order out of its cluster. Its pick and everything that is picked of it stay as they are. */
export async function leaveCluster(ctx: Ctx, pick: FoundPick): Promise<void> {
  authorize(policy.pick(ctx.actor));
  enforce(checkLeaveCluster(pick, ctx.actor));
  await setCluster(ctx, pick, null);
}
