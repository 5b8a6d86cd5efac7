import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { checkNotFrozen, checkOnFloor } from '../picking/on-floor.ts';
import type { PickFacts } from '../picking/pick-facts.ts';
import { all, allow, refuse, type Verdict } from '../verdict.ts';
import { totalItems, totalWeight, weighing } from './box-input.ts';

/** An order can be dispatched once it is prepped, unless the office has put it on hold. */
export function checkRequestDispatch(pick: Omit<PickFacts, 'picker'>): Verdict {
  const verdict = all(checkOnFloor(pick), checkNotFrozen(pick));
  if (!verdict.ok) return verdict;
  if (pick.state === 'booked') return allow;
  if (pick.state === 'awaiting_courier') return refuse('already_dispatched', messages.already_dispatched);
  return refuse('not_picked', messages.not_booked);
}

const dispatchRequestRow = z.object({
  uuid: z.uuid(),
  service_key: z.string().trim().min(1).max(40),
  total_weight: totalWeight,
  total_items: totalItems,
  mark_as_shipped: z.boolean().optional(),
  ...weighing,
});
export type DispatchRequestRow = z.infer<typeof dispatchRequestRow>;

/** Orders to dispatch; either all are dispatched or none. If consolidated, orders for the same place travel together. */
export const requestDispatchInput = z.object({
  orders: z.array(dispatchRequestRow).min(1).max(limits.dispatched_orders),
  consolidated: z.boolean().default(false),
});
export type RequestDispatchInput = z.infer<typeof requestDispatchInput>;
