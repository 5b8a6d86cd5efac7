import { applied } from '../../../shared/sync/outcomes.ts';
import { findPickLine } from '../../picking/find-pick-line.ts';
import { findSku } from '../../stock/count-stock.ts';
import { requestCount } from '../../stock/request-count.ts';
import type { MutationHandler } from '../mutation-handler.ts';

/** Handle `stock.request_count`: store the request until a super decides about the number on the shelf. */
export const handleRequestCount: MutationHandler<'stock.request_count'> = async (ctx, a, { m, device }) => {
  await findSku(ctx, a.product_id, 'product_id');
  if (a.pick_line_id !== null) await findPickLine(ctx, a.pick_line_id);
  await requestCount(ctx, { ...a, m, device });
  return applied;
};
