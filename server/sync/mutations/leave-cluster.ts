import { checkLeaveCluster } from '../../../shared/picking/leave-cluster.ts';
import { leaveCluster } from '../../picking/leave-cluster.ts';
import { changePickState } from '../change-pick-state.ts';

/** Handle `pick.leave_cluster`. */
export const handleLeaveCluster = changePickState({
  check: checkLeaveCluster,
  command: leaveCluster,
  isUnchanged: (pick) => pick.cluster === null,
});
