import { eq, sql } from 'drizzle-orm';
import { orders } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import type { Order } from './find-order.ts';
import { handOf } from './hand.ts';

/** What is ordered on a draft, and for whom, belongs to its version: whoever submits what they saw before a change is told of it. */
export async function nextVersion(ctx: Ctx, order: Order): Promise<void> {
  if (order.submitted_at) return;
  await ctx.db
    .update(orders)
    .set({ version: sql`${orders.version} + 1`, hand: handOf(ctx, order) })
    .where(eq(orders.id, order.id));
}
