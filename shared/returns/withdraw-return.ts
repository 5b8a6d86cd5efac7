import { messages } from '../messages.ts';
import type { PickState } from '../picking/pick-states.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';

export interface WithdrawalFacts {
  finalised_at: string | null;
  /** Whether the office has decided a line: then the items have arrived. */
  is_received: boolean;
  /** The order that sends the exchange, unless it is cancelled or deleted; null without one. */
  exchange: { pick_state: PickState | null; qty_shipped: number } | null;
}

/** A return can be withdrawn until its items are received. Its exchange is withdrawn with it, so that must not be on the floor or shipped. */
export function checkWithdrawReturn({ finalised_at, is_received, exchange }: WithdrawalFacts): Verdict {
  if (finalised_at) return refuse('already_finalised', messages.already_finalised);
  if (is_received) return refuse('return_received', messages.return_received);
  if (exchange && exchange.qty_shipped > 0) return refuse('exchange_shipped', messages.exchange_shipped);
  return exchange?.pick_state ? refuse('exchange_on_floor', messages.exchange_on_floor) : allow;
}
