import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import type { FloorActor, PickFacts } from './pick-facts.ts';
import { isPicked } from './pick-states.ts';

/** Allowed only while the pick is open. */
export function checkOnFloor(pick: Pick<PickFacts, 'state' | 'close_reason'>): Verdict {
  if (pick.state === 'shipped') return refuse('order_shipped', messages.already_dispatched);
  if (pick.state !== 'closed') return allow;
  return pick.close_reason === 'cancelled' ? refuse('order_cancelled', messages.order_cancelled) : refuse('pick_closed', messages.pick_closed);
}

/** Allowed unless the office has put the order on hold. */
export const checkNotFrozen = (pick: Pick<PickFacts, 'is_frozen'>): Verdict => (pick.is_frozen ? refuse('order_frozen', messages.order_held) : allow);

/** Allowed only until the pick is completed. */
export function checkNotPicked(pick: Pick<PickFacts, 'state' | 'close_reason'>): Verdict {
  const verdict = checkOnFloor(pick);
  if (!verdict.ok) return verdict;
  return isPicked(pick.state) ? refuse('already_picked', messages.already_picked) : allow;
}

/** Allowed only for the picker of the pick, and for a super. */
export function checkPicker(pick: PickFacts, actor: FloorActor): Verdict {
  if (actor.role === 'super' || pick.picker?.id === actor.id) return allow;
  return refuse('not_picker', messages.not_picker(pick.picker?.name ?? null));
}
