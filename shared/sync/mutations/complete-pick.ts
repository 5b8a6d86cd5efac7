import { afterPick, checkCompletePick } from '../../picking/complete-pick.ts';
import { linesOf } from '../floor.ts';
import type { Mutation } from '../mutation.ts';
import { type CompletionArgs, checkPickHere, describeOfPick } from '../pick-mutation.ts';

/** `pick.complete`: a person completes a pick; the digest says which lines they saw. */
export const completePick: Mutation<CompletionArgs> = {
  version: 1,
  check: (rows, { pick_id }, actor) => checkPickHere(rows, pick_id, (pick, lines) => checkCompletePick(pick, lines, actor)),
  apply: (overlay, { pick_id }, { actor, at }) => {
    for (const line of overlay.lines(pick_id))
      if (line.holders)
        overlay.put('pick_line', line.id, { ...line, holders: [{ device: overlay.device, user_id: actor.id, qty: line.qty_picked }] });
    overlay.changePick(pick_id, (pick) => {
      const next = afterPick(overlay.lines(pick.id), pick.wearer_count);
      if (next === 'closed' || (next === 'booked' && pick.skip_dispatch)) return 'gone';
      return { state: next, picked_at: at, booked_at: next === 'booked' ? at : null };
    });
  },
  baseLines: (rows, { pick_id }) => linesOf(rows, pick_id),
  describe: describeOfPick('Completed the pick'),
  title: 'Completed a pick',
};
