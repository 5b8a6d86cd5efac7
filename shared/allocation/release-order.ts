import { z } from 'zod';
import { limits } from '../limits.ts';
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

/** How much of an order would go to the warehouse: all that is left of it, a part, or nothing. */
export const releaseExtents = ['full', 'part', 'none'] as const;
export type ReleaseExtent = (typeof releaseExtents)[number];

/** How much of an order Start Pick would release now. */
export const releaseExtentOf = (order: AllocationFacts): ReleaseExtent => {
  if (!checkReleaseOrder(order).ok) return 'none';
  return order.qty_allocated >= order.qty_remaining ? 'full' : 'part';
};

/** Refuses an order that would be released in part, where only whole orders are asked for. */
export const checkReleaseInFull = (order: AllocationFacts): Verdict =>
  releaseExtentOf(order) === 'part' ? refuse('allocated_in_part', messages.allocated_in_part(order.qty_allocated, order.qty_remaining)) : allow;

/** The orders about which somebody asks how much of each would be released. */
export const releasePlanInput = z.object({ orders: z.array(z.uuid()).min(1, messages.choose_orders).max(limits.chosen_orders) });
