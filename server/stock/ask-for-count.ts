import { and, eq, isNull } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { countRequests } from '../db/tables/index.ts';
import { lockLevels } from './change-levels.ts';
import { findSku } from './count-stock.ts';
import { type CountRequest, countRequest, requestCount } from './request-count.ts';

/** Request a count of a SKU from the floor. A second request changes nothing while one is open. */
export async function askForCount(ctx: Ctx, product_id: number): Promise<CountRequest> {
  authorize(policy.count_stock(ctx.actor));
  await findSku(ctx, product_id, 'product_id');
  await lockLevels(ctx, [product_id]);
  const [request] = await ctx.db
    .select()
    .from(countRequests)
    .where(and(eq(countRequests.product_id, product_id), isNull(countRequests.qty), isNull(countRequests.resolved_at)));
  return request ? countRequest.parse(request) : requestCount(ctx, { product_id, pick_line_id: null, qty: null });
}
