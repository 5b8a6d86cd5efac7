import { checkHandoverPick } from '../../picking/handover-pick.ts';
import type { Mutation } from '../mutation.ts';
import { checkPickHere, describeOfPick, type PickArgs } from '../pick-mutation.ts';

/** `pick.handover`: a pick is released from its picker, so that another picker can start it. */
export const handoverPick: Mutation<PickArgs> = {
  version: 1,
  check: (rows, { pick_id }, actor) => checkPickHere(rows, pick_id, (pick) => checkHandoverPick(pick, actor)),
  apply: (overlay, { pick_id }, { actor, at }) =>
    overlay.changePick(pick_id, () => ({
      state: 'released',
      picker: null,
      claimed_at: null,
      paused_at: null,
      handed_over: { name: actor.name, at },
    })),
  describe: describeOfPick('Handed over the pick'),
  title: 'Handed over a pick',
};
