import { messages } from '../messages.ts';
import { all, refuse, type Verdict } from '../verdict.ts';
import { checkNotFrozen, checkOnFloor, checkPicker } from './on-floor.ts';
import type { FloorActor, PickFacts } from './pick-facts.ts';
import { isPicked } from './pick-states.ts';

/** A pick that is not completed can go back to the office with its allocation, unless the order is on hold; its picker or a super sends it back. */
export function checkSendBackPick(pick: PickFacts, actor: FloorActor): Verdict {
  const verdict = all(checkOnFloor(pick), checkNotFrozen(pick));
  if (!verdict.ok) return verdict;
  if (isPicked(pick.state)) return refuse('order_picked', messages.already_picked);
  return checkPicker(pick, actor);
}
