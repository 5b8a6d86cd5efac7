import { checkStartPick } from '../../picking/start-pick.ts';
import type { Mutation } from '../mutation.ts';
import { checkPickHere, describeOfPick, type PickArgs } from '../pick-mutation.ts';

/** `pick.start`: a picker claims a released pick. */
export const startPick: Mutation<PickArgs> = {
  version: 1,
  check: (rows, { pick_id }, actor) => checkPickHere(rows, pick_id, (pick) => checkStartPick(pick, actor)),
  apply: (overlay, { pick_id }, { actor, at }) =>
    overlay.changePick(pick_id, (pick) => ({
      state: 'picking',
      picker: actor,
      started_at: pick.started_at ?? at,
      claimed_at: pick.picker?.id === actor.id ? pick.claimed_at : at,
      paused_at: null,
    })),
  describe: describeOfPick('Started the pick'),
  title: 'Started a pick',
};
