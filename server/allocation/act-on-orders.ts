import { z } from 'zod';
import type { ListActionBody } from '../../shared/ordering/list-actions.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, firstMessage, Problem, requireFound } from '../core/problem.ts';
import { savepoint } from '../db/db.ts';
import { findOrder } from '../orders/find-order.ts';
import { allocateOrder } from './allocate-order.ts';
import { changeAllocationState } from './change-allocation-state.ts';
import { holdOrder } from './hold-order.ts';
import { releaseOrder } from './release-order.ts';
import { unallocateOrder } from './unallocate-order.ts';

export const orderOutcome = z.object({
  uuid: z.string(),
  order_number: z.string().nullable().describe('Null if there is no such order'),
  is_done: z.boolean(),
  message: z.string().describe('The result, or why nothing was done'),
  code: z.string().nullable().describe('The code of the refusal, if it has one'),
});
export type OrderOutcome = z.infer<typeof orderOutcome>;

async function allocated(ctx: Ctx, uuid: string): Promise<string> {
  const { lines } = await allocateOrder(ctx, uuid);
  const sum = (count: (line: (typeof lines)[number]) => number): number => lines.reduce((all, line) => all + count(line), 0);
  const added = sum(({ qty_added }) => qty_added);
  const missing = sum(({ qty_missing }) => qty_missing);
  if (!added) return missing ? `Nothing was free; ${missing} missing.` : 'All of it was allocated already.';
  return missing ? `${added} allocated, ${missing} missing.` : `${added} allocated; all of it is.`;
}

/** Apply an action to one order as the button on the order's own page does; returns the outcome in words. */
async function actOn(ctx: Ctx, uuid: string, { action, frozen_reason, only_full }: ListActionBody): Promise<string> {
  switch (action) {
    case 'allocate':
      return allocated(ctx, uuid);
    case 'release':
      await releaseOrder(ctx, uuid, { only_full });
      return 'Order is now ready to pick';
    case 'hold':
      await holdOrder(ctx, uuid, { is_frozen: true, frozen_reason });
      return 'On hold.';
    case 'let_go':
      await holdOrder(ctx, uuid, { is_frozen: false });
      return 'Not on hold.';
    case 'unallocate':
      await unallocateOrder(ctx, uuid);
      return 'Un-allocated.';
    case 'send_back':
      await changeAllocationState(ctx, uuid, { sendBack: true });
      return 'Sent back for allocation.';
  }
}

/** Apply one action to several orders. An order that refuses the action gets the refusal as its outcome; the action still applies to the others. */
export async function actOnOrders(ctx: Ctx, body: ListActionBody): Promise<{ items: OrderOutcome[] }> {
  authorize(policy.use_office(ctx.actor));
  const items: OrderOutcome[] = [];
  for (const uuid of body.orders) {
    let order_number: string | null = null;
    try {
      order_number = orderNumber(requireFound(await findOrder(ctx, uuid)).id);
      const message = await savepoint(ctx.db, () => actOn(ctx, uuid, body));
      items.push({ uuid, order_number, is_done: true, message, code: null });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      items.push({ uuid, order_number, is_done: false, message: firstMessage(error), code: error.body.code ?? null });
    }
  }
  return { items };
}
