import { checkReopenOrder, type ReopenInput } from '../../shared/allocation/reopen-order.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import { isDone } from '../audit/is-done.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { findOrder } from '../orders/find-order.ts';
import { readOrderFacts } from '../orders/read-order-facts.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { closePick } from '../picking/close-pick.ts';
import { type AllocationState, allocationStateOf } from './allocation-state-queries.ts';

/** Return a picked order that has no dispatch yet to allocation. The order keeps its allocation, and the items go back to the shelf. */
export async function reopenOrder(ctx: Ctx, uuid: string, { reason }: ReopenInput): Promise<AllocationState> {
  authorize(policy.allocate(ctx.actor));
  const order = await findOrder(ctx, uuid, { lock: true });
  const facts = await readOrderFacts(ctx, order);
  const isSame = (after: { reason: string }) => after.reason === reason;
  if (await isDone(ctx, checkReopenOrder(facts), ['order.reopened'], { type: 'order', id: order.id }, isSame))
    return allocationStateOf(ctx, order.id);

  if (facts.pick_id !== null) await closePick(ctx, facts.pick_id, 'reopened');
  await refreshStatus(ctx, [order.id]);
  await audit(ctx, 'order.reopened', { type: 'order', id: order.id }, { round: facts.pick_state }, { reason });
  return allocationStateOf(ctx, order.id);
}
