import { orderNumber } from '../../shared/ordering/order-number.ts';
import type { PickFacts } from '../../shared/sync/refusal-facts.ts';
import type { FoundPick } from '../picking/find-pick.ts';

/** The facts of a pick that a person sees when the pick did not do what they requested. */
export const pickFacts = (pick: FoundPick, message?: string): PickFacts => ({
  order_number: orderNumber(pick.order_id),
  state: pick.state,
  picker: pick.picker,
  is_frozen: pick.is_frozen,
  frozen_reason: pick.frozen_reason,
  ended_at: pick.ended_at,
  ...(message && { message }),
});
