import { checkReleaseInFull, checkReleaseOrder } from '../../shared/allocation/release-order.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import { isDone } from '../audit/is-done.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce } from '../core/problem.ts';
import { findOrder } from '../orders/find-order.ts';
import { readOrderFacts } from '../orders/read-order-facts.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { openPick } from '../picking/open-pick.ts';
import { type AllocationState, allocationStateOf } from './allocation-state-queries.ts';

/**
 * Release an order to picking: the floor gets a pick with a line for everything that is allocated. With `only_full`, an order that is allocated in part
 * is refused.
 */
export async function releaseOrder(ctx: Ctx, uuid: string, { only_full = false } = {}): Promise<AllocationState> {
  authorize(policy.allocate(ctx.actor));
  const order = await findOrder(ctx, uuid, { lock: true });
  const facts = await readOrderFacts(ctx, order);
  const verdict = checkReleaseOrder(facts);
  if (await isDone(ctx, verdict, ['pick.released'], { type: 'order', id: order.id })) return allocationStateOf(ctx, order.id);
  if (only_full) enforce(checkReleaseInFull(facts));

  const pick_id = await openPick(ctx, order.id);
  await refreshStatus(ctx, [order.id]);
  await audit(ctx, 'pick.released', { type: 'order', id: order.id }, null, { pick_id });
  return allocationStateOf(ctx, order.id);
}
