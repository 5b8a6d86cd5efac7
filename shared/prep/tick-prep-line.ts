import { messages } from '../messages.ts';
import { checkOnFloor } from '../picking/on-floor.ts';
import type { PickFacts } from '../picking/pick-facts.ts';
import { isReady } from '../picking/pick-states.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';

/** Lines can be ticked off after the pick and until the prep is completed. */
export function checkTickPrepLine(pick: PickFacts): Verdict {
  const verdict = checkOnFloor(pick);
  if (!verdict.ok) return verdict;
  if (pick.state === 'picked') return allow;
  if (isReady(pick.state)) return refuse('order_ready', messages.already_booked);
  return refuse('not_picked', messages.not_picked);
}
