import { clusterAfterStart, isSamePlace } from '../../../shared/picking/cluster-members.ts';
import { checkStartPick } from '../../../shared/picking/start-pick.ts';
import { startPick } from '../../picking/start-pick.ts';
import { changePickState } from '../change-pick-state.ts';

/** Handle `pick.start`. */
export const handleStartPick = changePickState<'pick.start'>({
  check: checkStartPick,
  command: (ctx, pick, { cluster }) => startPick(ctx, pick, cluster),
  isUnchanged: (pick, actor, { cluster }) =>
    pick.state === 'picking' && pick.picker?.id === actor.id && isSamePlace(pick.cluster, clusterAfterStart(pick, actor.id, cluster)),
});
