import { applied } from '../../../shared/sync/outcomes.ts';
import { findSku } from '../../stock/count-stock.ts';
import { takeCount } from '../../stock/take-count.ts';
import type { MutationHandler } from '../mutation-handler.ts';

/** Handle `stock.count`: the count is accepted, or waits for a super. */
export const handleCountStock: MutationHandler<'stock.count'> = async (ctx, a, { m, device }) => {
  await findSku(ctx, a.product_id, 'product_id');
  await takeCount(ctx, a, { m, device });
  return applied;
};
