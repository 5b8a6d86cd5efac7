import { z } from 'zod';
import { messages } from '../messages.ts';
import { isPicked } from '../picking/pick-states.ts';
import { wordsText } from '../text.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import { type AllocationFacts, checkLive } from './at-office.ts';

/** Why a picked order goes back to allocation. */
export const reopenInput = z.object({ reason: wordsText(500).min(1) });
export type ReopenInput = z.infer<typeof reopenInput>;

/** A picked order that is not on hold can go back to allocation until it is on a dispatch. */
export function checkReopenOrder(order: AllocationFacts): Verdict {
  const verdict = checkLive(order);
  if (!verdict.ok) return verdict;
  if (order.pick_state === 'awaiting_courier') return refuse('already_dispatched', messages.already_dispatched);
  return isPicked(order.pick_state) ? allow : refuse('not_picked', messages.not_picked);
}
