import { messages } from '../messages.ts';
import { refuse, type Verdict } from '../verdict.ts';
import { checkNotPicked, checkPicker } from './on-floor.ts';
import type { FloorActor, PickFacts } from './pick-facts.ts';

/** A pick that somebody has claimed can be handed over by its picker or a super until it is completed, so that somebody else may start it. */
export function checkHandoverPick(pick: PickFacts, actor: FloorActor): Verdict {
  const verdict = checkNotPicked(pick);
  if (!verdict.ok) return verdict;
  if (!pick.picker) return refuse('not_picking', messages.not_picking);
  return checkPicker(pick, actor);
}
