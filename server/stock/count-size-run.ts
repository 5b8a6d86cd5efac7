import { z } from 'zod';
import { policy } from '../../shared/policy.ts';
import type { CountSizeRunInput } from '../../shared/stock/count-size-run.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, firstMessage, invalid, Problem } from '../core/problem.ts';
import { lockLevels } from './change-levels.ts';
import { type CountedStock, countedStock, countStock } from './count-stock.ts';

export const countedSizeRun = z.object({ items: z.array(countedStock).describe('As each count by itself is answered, in the order of the request') });

/** Reports a refused count on the quantity of its SKU, so that the person sees which size is meant. */
async function countOn(field: string, count: Promise<CountedStock>): Promise<CountedStock> {
  try {
    return await count;
  } catch (error) {
    if (error instanceof Problem && error.status !== 403) throw invalid({ [field]: firstMessage(error) });
    throw error;
  }
}

/** Count what is on the shelf of several SKUs in one step: all counts are recorded, or none. Each follows the rules of a single count. */
export async function countSizeRun(ctx: Ctx, { counts }: CountSizeRunInput): Promise<z.infer<typeof countedSizeRun>> {
  authorize(policy.count_stock(ctx.actor));
  // The levels are locked before the first count locks orders, as every unit of work does.
  await lockLevels(
    ctx,
    counts.map(({ product_id }) => product_id),
  );
  // A person counts a few sizes, and each count may take allocation back from other orders.
  const items: CountedStock[] = [];
  for (const [place, { product_id, on_shelf }] of counts.entries())
    items.push(await countOn(`counts.${place}.on_shelf`, countStock(ctx, product_id, { on_shelf })));
  return { items };
}
