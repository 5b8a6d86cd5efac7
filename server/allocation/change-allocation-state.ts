import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { allow, refuse } from '../../shared/verdict.ts';
import { isDone } from '../audit/is-done.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { findOrder } from '../orders/find-order.ts';
import { readOrderFacts } from '../orders/read-order-facts.ts';
import { findOpenPick } from '../picking/find-pick.ts';
import { sendBackPick } from '../picking/send-back-pick.ts';
import { type AllocationState, allocationStateOf } from './allocation-state-queries.ts';
import { type holdBody, holdOrder } from './hold-order.ts';
import { lockOrderWithStock } from './lock-order-with-stock.ts';
import { unallocateOrder } from './unallocate-order.ts';

const version = z.int().optional();

/** Bodies of requests to an order's URL. `unallocate`: the office unallocates the order. `sendBack`: the office or the picker sends it back. */
export const callBack = z.union([z.object({ unallocate: z.literal(true), version }), z.object({ sendBack: z.literal(true), version })]);
type AllocationStateChange = z.infer<typeof callBack> | (z.infer<typeof holdBody> & { version?: number | undefined });

async function sendBack(ctx: Ctx, uuid: string): Promise<AllocationState> {
  authorize(policy.pick(ctx.actor));
  const order = await findOrder(ctx, uuid, { lock: true });
  const { pick_id } = await readOrderFacts(ctx, order);
  const withWarehouse = pick_id === null ? refuse('pick_closed', messages.not_with_warehouse) : allow;
  if (await isDone(ctx, withWarehouse, ['pick.sent_back'], { type: 'order', id: order.id })) return allocationStateOf(ctx, order.id);
  const pick = await findOpenPick(ctx, uuid);
  authorize(policy.send_back_pick(ctx.actor, pick), messages.not_picker(pick.picker?.name ?? null));
  await sendBackPick(ctx, pick);
  return allocationStateOf(ctx, pick.order_id);
}

/** Carry out the command that the body names. */
export async function changeAllocationState(ctx: Ctx, uuid: string, change: AllocationStateChange): Promise<AllocationState> {
  if (change.version !== undefined) {
    const { order } = await lockOrderWithStock(ctx, uuid);
    await enforceVersion(ctx, change.version, order, () => allocationStateOf(ctx, order.id));
  }
  if ('unallocate' in change) return unallocateOrder(ctx, uuid);
  return 'sendBack' in change ? sendBack(ctx, uuid) : holdOrder(ctx, uuid, change);
}
