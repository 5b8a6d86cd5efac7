import { orderNumber } from '../../shared/ordering/order-number.ts';
import type { PickFacts } from '../../shared/sync/refusal-facts.ts';
import type { FoundPick } from '../picking/find-pick.ts';

/** What a person is shown of a round that did not do as they wanted. */
export const pickFacts = (pick: FoundPick, message?: string): PickFacts => ({
  order_number: orderNumber(pick.order_id),
  state: pick.state,
  picker: pick.picker,
  is_frozen: pick.is_frozen,
  frozen_reason: pick.frozen_reason,
  ended_at: pick.ended_at,
  ...(message && { message }),
});
