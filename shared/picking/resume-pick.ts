import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import { checkPausePick } from './pause-pick.ts';
import type { FloorActor, PickFacts } from './pick-facts.ts';

/** A paused pick can be resumed by its picker or a super, unless the order is on hold; resuming a running one changes nothing. */
export function checkResumePick(pick: PickFacts, actor: FloorActor): Verdict {
  const verdict = checkPausePick(pick, actor);
  if (!verdict.ok) return verdict;
  return pick.is_frozen ? refuse('order_frozen', messages.order_held) : allow;
}
