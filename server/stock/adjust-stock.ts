import type { z } from 'zod';
import { policy } from '../../shared/policy.ts';
import { type AdjustStockInput, checkAdjustStock } from '../../shared/stock/adjust-stock.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, requireFound } from '../core/problem.ts';
import { lockLevels } from './change-levels.ts';
import { bringLevelTo, countedStock, findSku } from './count-stock.ts';
import { stockOfProducts } from './stock-queries.ts';

export const adjustedStock = countedStock.omit({ qty_off_shelf: true, count_request: true });
export type AdjustedStock = z.infer<typeof adjustedStock>;

/** Correct a SKU's stock by a number of items, with a reason. Allocation beyond the remaining stock is taken back, as in a count. */
export async function adjustStock(ctx: Ctx, product_id: number, { qty, reason }: AdjustStockInput): Promise<AdjustedStock> {
  authorize(policy.adjust_stock(ctx.actor));
  await findSku(ctx, product_id, 'qty');
  const level = (await lockLevels(ctx, [product_id])).get(product_id) ?? { product_id, qty_available: 0, qty_allocated: 0, qty_at_decorator: 0 };
  enforce(checkAdjustStock(level.qty_available, qty));
  const qty_available = level.qty_available + qty;
  const taken_back = await bringLevelTo(ctx, level, qty_available, { reason, field: 'qty' });
  await audit(ctx, 'stock.adjusted', { type: 'product', id: product_id }, { qty_available: level.qty_available }, { qty_available, reason });
  const [stock] = await stockOfProducts(ctx, [product_id]);
  return { ...requireFound(stock), taken_back };
}
