import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import { type Db, prepared } from '../db/db.ts';
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

const insertRequest = prepared('insert_count_request', (db: Db) =>
  db
    .insert(countRequests)
    .values({
      m: sql.placeholder('m'),
      product_id: sql.placeholder('product_id'),
      pick_line_id: sql.placeholder('pick_line_id'),
      qty: sql.placeholder('qty'),
      device: sql.placeholder('device'),
      requested_by: sql.placeholder('requested_by'),
      created_at: sql.placeholder('now'),
    })
    .returning({
      id: countRequests.id,
      m: countRequests.m,
      product_id: countRequests.product_id,
      qty: countRequests.qty,
      created_at: countRequests.created_at,
    }),
);

/** Ask a super to confirm what the shelf seems to hold. Nothing changes until then. */
export async function requestCount(ctx: Ctx, { product_id, pick_line_id, qty, m = randomUUID(), device = null }: Asked): Promise<CountRequest> {
  authorize(policy.count_stock(ctx.actor));
  const [request] = await insertRequest(ctx.db, { m, product_id, pick_line_id, qty, device, requested_by: ctx.actor.id, now: ctx.now });
  await audit(ctx, 'stock.count_requested', { type: 'product', id: product_id }, null, { qty });
  return found(request);
}
