import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import { countRequests } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { authorize, found } from '../http/problem.ts';

export const countRequest = z.object({ id: z.int(), m: z.string(), product_id: z.int(), qty: z.int().nullable(), created_at: z.string() });
export type CountRequest = z.infer<typeof countRequest>;

interface Asked {
  product_id: number;
  pick_line_id: number | null;
  /** What the shelf seems to hold; null where nobody has counted. */
  qty: number | null;
  /** The mutation that asks, and the tablet it comes from; a request without a tablet gets a name of its own. */
  m?: string;
  device?: string | null;
}

/** Ask a super to confirm what the shelf seems to hold. Nothing changes until then. */
export async function requestCount(ctx: Ctx, { product_id, pick_line_id, qty, m = randomUUID(), device = null }: Asked): Promise<CountRequest> {
  authorize(policy.count_stock(ctx.actor));
  const [request] = await ctx.db
    .insert(countRequests)
    .values({ m, product_id, pick_line_id, qty, device, requested_by: ctx.actor.id, created_at: ctx.now })
    .returning({
      id: countRequests.id,
      m: countRequests.m,
      product_id: countRequests.product_id,
      qty: countRequests.qty,
      created_at: countRequests.created_at,
    });
  await audit(ctx, 'stock.count_requested', { type: 'product', id: product_id }, null, { qty });
  return found(request);
}
