import { checkUnallocateOrder } from '../../shared/allocation/unallocate-order.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import { isDone } from '../audit/is-done.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { readOrderFacts } from '../orders/read-order-facts.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { qtyPicked } from '../picking/qty-picked.ts';
import { type AllocationState, allocationStateOf } from './allocation-state-queries.ts';
import { lockOrderWithStock } from './lock-order-with-stock.ts';
import { unallocateLines } from './unallocate-lines.ts';

/** Take an order back from the floor while nothing of it is picked, and free all stock that is allocated to it. */
export async function unallocateOrder(ctx: Ctx, uuid: string): Promise<AllocationState> {
  authorize(policy.allocate(ctx.actor));
  const { order } = await lockOrderWithStock(ctx, uuid);
  const facts = await readOrderFacts(ctx, order);
  const verdict = checkUnallocateOrder({ ...facts, qty_picked: await qtyPicked(ctx, facts.pick_id) });
  if (await isDone(ctx, verdict, ['allocation.released'], { type: 'order', id: order.id })) return allocationStateOf(ctx, order.id);

  const lines = await unallocateLines(ctx, { id: order.id, pick_id: facts.pick_id }, 'unallocated');
  await refreshStatus(ctx, [order.id]);
  await audit(
    ctx,
    'allocation.released',
    { type: 'order', id: order.id },
    { qty_allocated: lines.reduce((sum, { qty }) => sum + qty, 0) },
    { qty_allocated: 0, lines },
  );
  return allocationStateOf(ctx, order.id);
}
