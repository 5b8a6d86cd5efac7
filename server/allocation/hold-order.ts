import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { checkHold } from '../../shared/allocation/moment.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import { orders } from '../db/tables/index.ts';
import { resumeBookings } from '../dispatch/resume-bookings.ts';
import type { Ctx } from '../http/context.ts';
import { authorize, enforce, invalid } from '../http/problem.ts';
import { findOrder } from '../ordering/find-order.ts';
import { type Fulfilment, fulfilmentOf } from './fulfilment-queries.ts';
import { momentOf } from './order-moment.ts';

export const holdBody = z.object({ is_frozen: z.boolean(), frozen_reason: z.string().trim().max(500).nullish() });

/** Put an order on hold, saying why, or let it go on. Whoever has it on a tablet is told to stop. */
export async function holdOrder(ctx: Ctx, uuid: string, { is_frozen, frozen_reason }: z.infer<typeof holdBody>): Promise<Fulfilment> {
  authorize(policy.hold_order(ctx.actor));
  const order = await findOrder(ctx, uuid, { lock: true });
  if (is_frozen && !frozen_reason) throw invalid({ frozen_reason: messages.hold_reason });
  if (is_frozen) enforce(checkHold(await momentOf(ctx, order)));
  const after = { is_frozen, frozen_reason: is_frozen ? (frozen_reason ?? null) : null };
  await ctx.db
    .update(orders)
    .set({ ...after, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, order.id));
  if (!is_frozen) await resumeBookings(ctx, order.id);
  const { is_frozen: was, frozen_reason: because } = order;
  await audit(ctx, is_frozen ? 'order.held' : 'order.let_go', { type: 'order', id: order.id }, { is_frozen: was, frozen_reason: because }, after);
  return fulfilmentOf(ctx, order.id);
}
