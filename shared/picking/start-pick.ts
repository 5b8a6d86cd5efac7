import { messages } from '../messages.ts';
import { all, allow, refuse, type Verdict } from '../verdict.ts';
import { checkNotFrozen, checkNotPicked } from './on-floor.ts';
import type { FloorActor, PickFacts } from './pick-facts.ts';

/**
 * A released pick can be claimed unless the order is on hold. Claiming one's own pick again changes nothing. A pick that somebody else has claimed
 * has to be handed over first.
 */
export function checkStartPick(pick: PickFacts, actor: FloorActor): Verdict {
  const verdict = all(checkNotPicked(pick), checkNotFrozen(pick));
  if (!verdict.ok) return verdict;
  if (pick.picker && pick.picker.id !== actor.id) return refuse('already_claimed', messages.not_picker(pick.picker.name));
  return allow;
}
