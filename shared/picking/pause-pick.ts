import { messages } from '../messages.ts';
import { refuse, type Verdict } from '../verdict.ts';
import { checkNotPicked, checkPicker } from './on-floor.ts';
import type { FloorActor, PickFacts } from './pick-facts.ts';

/** A pick can be paused by its picker or a super, even while the order is on hold. Pausing a paused pick changes nothing. */
export function checkPausePick(pick: PickFacts, actor: FloorActor): Verdict {
  const verdict = checkNotPicked(pick);
  if (!verdict.ok) return verdict;
  if (pick.state === 'released') return refuse('not_picking', messages.not_picking);
  return checkPicker(pick, actor);
}
