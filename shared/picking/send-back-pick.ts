import { messages } from '../messages.ts';
import { all, refuse, type Verdict } from '../verdict.ts';
import { checkNotFrozen, checkOnFloor, checkPicker } from './on-floor.ts';
import type { FloorActor, PickFacts } from './pick-facts.ts';
import { isPicked } from './pick-states.ts';

/** The picker or a super can send an uncompleted pick back to the office, unless the order is on hold. The order keeps its allocation. */
export function checkSendBackPick(pick: PickFacts, actor: FloorActor): Verdict {
  const verdict = all(checkOnFloor(pick), checkNotFrozen(pick));
  if (!verdict.ok) return verdict;
  if (isPicked(pick.state)) return refuse('order_picked', messages.already_picked);
  return checkPicker(pick, actor);
}
