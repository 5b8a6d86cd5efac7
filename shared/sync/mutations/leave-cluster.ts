import { checkLeaveCluster } from '../../picking/leave-cluster.ts';
import type { Mutation } from '../mutation.ts';
import { checkPickHere, describeOfPick, type PickArgs } from '../pick-mutation.ts';

/** `pick.leave_cluster`: an order's tote leaves the trolley before the others; its pick stays with its picker. */
export const leaveCluster: Mutation<PickArgs> = {
  version: 1,
  check: (rows, { pick_id }, actor) => checkPickHere(rows, pick_id, (pick) => checkLeaveCluster(pick, actor)),
  apply: (overlay, { pick_id }) => overlay.changePick(pick_id, () => ({ cluster: null })),
  describe: describeOfPick('Took the tote off the trolley'),
  title: 'Took a tote off a trolley',
};
