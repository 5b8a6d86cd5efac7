import { orderNumber } from '../../shared/ordering/order-number.ts';
import { outcomeOfRefusal } from '../../shared/sync/outcomes.ts';
import type { PickFacts } from '../../shared/sync/refusal-facts.ts';
import type { Verdict } from '../../shared/verdict.ts';
import type { FoundPick } from '../picking/find-pick.ts';
import type { MutationResult } from './mutation-handler.ts';

/** The facts of a pick that a person sees when a mutation of the pick was refused. */
export const pickFacts = (pick: FoundPick, message?: string): PickFacts => ({
  order_number: orderNumber(pick.order_id),
  state: pick.state,
  picker: pick.picker,
  is_frozen: pick.is_frozen,
  frozen_reason: pick.frozen_reason,
  ended_at: pick.ended_at,
  ...(message && { message }),
});

/** The result of a mutation that a rule refused, with the present facts of the pick. */
export const refusePick = (verdict: Exclude<Verdict, { ok: true }>, pick: FoundPick): MutationResult => ({
  ...outcomeOfRefusal(verdict),
  server: { ...pickFacts(pick, verdict.message) },
});
