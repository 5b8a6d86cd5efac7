import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { checkHoldOrder } from '../../shared/allocation/hold-order.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { wordsText } from '../../shared/text.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { authorize, enforce, invalid } from '../core/problem.ts';
import { byOf } from '../core/stale-version.ts';
import { lastEditAfter } from '../db/last-edit.ts';
import { orders } from '../db/tables/index.ts';
import { findOrder, type Order } from '../orders/find-order.ts';
import { readOrderFacts } from '../orders/read-order-facts.ts';
import { type AllocationState, allocationStateOf } from './allocation-state-queries.ts';

export const holdBody = z.object({ is_frozen: z.boolean(), frozen_reason: wordsText(500).nullish() });

type Hold = z.infer<typeof holdBody>;

/** Whether this request changes the order's hold. */
export const turnsHold = ({ is_frozen, frozen_reason }: Hold, order: Pick<Order, 'is_frozen' | 'frozen_reason'>): boolean =>
  is_frozen !== order.is_frozen || (is_frozen && !!frozen_reason && frozen_reason !== order.frozen_reason);

/**
 * Put an order on hold with a reason, or lift the hold; a repeated request changes nothing. Tablets that have the order are notified
 * to stop.
 */
export async function holdOrder(ctx: Ctx, uuid: string, hold: Hold): Promise<AllocationState> {
  authorize(policy.hold_order(ctx.actor));
  const order = await findOrder(ctx, uuid, { lock: true });
  const { is_frozen, frozen_reason } = hold;
  if (is_frozen && !frozen_reason) throw invalid({ frozen_reason: messages.hold_reason });
  if (!turnsHold(hold, order)) return allocationStateOf(ctx, order.id);
  if (is_frozen) enforce(checkHoldOrder(await readOrderFacts(ctx, order)));
  const after = { is_frozen, frozen_reason: is_frozen ? (frozen_reason ?? null) : null };
  await ctx.db
    .update(orders)
    .set({ ...after, version: sql`${orders.version} + 1`, last_edit: lastEditAfter(orders, byOf(ctx)) })
    .where(eq(orders.id, order.id));
  if (!is_frozen) await emit(ctx, 'order.hold_lifted', { order_id: order.id });
  const { is_frozen: was, frozen_reason: because } = order;
  await audit(ctx, is_frozen ? 'order.held' : 'order.let_go', { type: 'order', id: order.id }, { is_frozen: was, frozen_reason: because }, after);
  return allocationStateOf(ctx, order.id);
}
