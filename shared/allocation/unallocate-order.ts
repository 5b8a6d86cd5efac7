import { messages } from '../messages.ts';
import { isPicked } from '../picking/pick-states.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import { type AllocationFacts, checkLive } from './at-office.ts';

/** Until the first item of an order is picked, its allocated stock can go back to free stock, unless the order is on hold. */
export function checkUnallocateOrder(order: AllocationFacts & { qty_picked: number }): Verdict {
  const verdict = checkLive(order);
  if (!verdict.ok) return verdict;
  if (isPicked(order.pick_state)) return refuse('order_picked', messages.order_picked);
  if (order.qty_picked > 0) return refuse('order_picked', messages.pieces_picked);
  return order.qty_allocated > 0 ? allow : refuse('not_allocated', messages.nothing_allocated);
}
