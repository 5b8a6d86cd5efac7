import { checkCompletePrep } from '../../prep/complete-prep.ts';
import type { Mutation } from '../mutation.ts';
import { type CompletionArgs, checkPickHere, describeOfPick } from '../pick-mutation.ts';

/** `prep.complete`: a person completes the prep of a pick; the digest says which lines they saw. */
export const completePrep: Mutation<CompletionArgs> = {
  version: 1,
  check: (rows, { pick_id }) => checkPickHere(rows, pick_id, checkCompletePrep),
  apply: (overlay, { pick_id }, { at }) => overlay.changePick(pick_id, (pick) => (pick.skip_dispatch ? 'gone' : { state: 'booked', booked_at: at })),
  describe: describeOfPick('Finished the prep'),
  title: 'Finished a prep',
};
