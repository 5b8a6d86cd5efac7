import { inArray } from 'drizzle-orm';
import { orderStatus, type StatusName } from '../../shared/ordering/progress.ts';
import { announceOrders } from '../db/order-news.ts';
import { orders } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { orderFacts } from './order-facts.ts';

/** Store what `orderStatus` says of these orders now. Every command that changes a fact of an order ends with it. */
export async function refreshStatus(ctx: Pick<Ctx, 'db' | 'now'>, orderIds: readonly number[]): Promise<void> {
  if (!orderIds.length) return;
  const changed = new Map<StatusName, number[]>();
  for (const facts of await orderFacts(ctx.db, orderIds)) {
    const status = orderStatus(facts);
    if (status === facts.status) continue;
    changed.set(status, [...(changed.get(status) ?? []), facts.id]);
  }
  for (const [status, ids] of changed) await ctx.db.update(orders).set({ status, status_since: ctx.now }).where(inArray(orders.id, ids));
  await announceOrders(ctx.db, [...changed.values()].flat());
}
