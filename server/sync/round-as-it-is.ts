import { orderNumber } from '../../shared/ordering/order-number.ts';
import type { RoundFacts } from '../../shared/sync/refusal-facts.ts';
import type { FoundPick } from '../picking/find-pick.ts';

/** What a person is shown of a round that did not do as they wanted. */
export const roundAsItIs = (pick: FoundPick, message?: string): RoundFacts => ({
  order_number: orderNumber(pick.order_id),
  state: pick.state,
  picker: pick.picker,
  is_frozen: pick.is_frozen,
  frozen_reason: pick.frozen_reason,
  ended_at: pick.ended_at,
  ...(message && { message }),
});
