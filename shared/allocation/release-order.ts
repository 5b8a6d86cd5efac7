import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import { checkAllocateOrder } from './allocate-order.ts';
import type { AllocationFacts } from './at-office.ts';

/** An order that can be allocated can be released to picking once it has allocated items. */
export function checkReleaseOrder(order: AllocationFacts): Verdict {
  const verdict = checkAllocateOrder(order);
  if (!verdict.ok) return verdict;
  return order.qty_allocated > 0 ? allow : refuse('nothing_allocated', messages.nothing_allocated, 'lines');
}
