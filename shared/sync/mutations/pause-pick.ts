import { checkPausePick } from '../../picking/pause-pick.ts';
import type { Mutation } from '../mutation.ts';
import { checkPickHere, describeOfPick, type PickArgs } from '../pick-mutation.ts';

/** `pick.pause`: a pick is paused, and its picker stays assigned. */
export const pausePick: Mutation<PickArgs> = {
  version: 1,
  check: (rows, { pick_id }, actor) => checkPickHere(rows, pick_id, (pick) => checkPausePick(pick, actor)),
  apply: (overlay, { pick_id }, { at }) => overlay.changePick(pick_id, (pick) => ({ state: 'paused', paused_at: pick.paused_at ?? at })),
  describe: describeOfPick('Paused the pick'),
  title: 'Paused a pick',
};
