import { checkSendBackPick } from '../../picking/send-back-pick.ts';
import type { Mutation } from '../mutation.ts';
import { checkPickHere, describeOfPick, type PickArgs } from '../pick-mutation.ts';

/** `pick.send_back`: a pick goes back to the office for re-allocation. */
export const sendBackPick: Mutation<PickArgs> = {
  version: 1,
  check: (rows, { pick_id }, actor) => checkPickHere(rows, pick_id, (pick) => checkSendBackPick(pick, actor)),
  apply: (overlay, { pick_id }) => overlay.changePick(pick_id, () => 'gone'),
  describe: describeOfPick('Sent back the pick'),
  title: 'Sent back a pick',
};
