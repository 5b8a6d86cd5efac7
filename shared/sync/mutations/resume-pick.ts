import { checkResumePick } from '../../picking/resume-pick.ts';
import type { Mutation } from '../mutation.ts';
import { checkPickHere, describeOfPick, type PickArgs } from '../pick-mutation.ts';

/** `pick.resume`: a paused pick is resumed. */
export const resumePick: Mutation<PickArgs> = {
  version: 1,
  check: (rows, { pick_id }, actor) => checkPickHere(rows, pick_id, (pick) => checkResumePick(pick, actor)),
  apply: (overlay, { pick_id }) => overlay.changePick(pick_id, () => ({ state: 'picking', paused_at: null })),
  describe: describeOfPick('Resumed the pick'),
  title: 'Resumed a pick',
};
