import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import type { CountedBin } from '../../shared/stock/count-bins.ts';
import { checkStockAtDecorator, needsApproval } from '../../shared/stock/count-stock.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, conflict, enforce, invalid, requireFound } from '../core/problem.ts';
import { orders, products } from '../db/tables/index.ts';
import { closeCounts, supersedeCounts } from './answer-counts.ts';
import { type Level, lockLevel, setUnapproved } from './change-levels.ts';
import { move } from './move.ts';
import { lockOffShelf } from './off-shelf.ts';
import { countRequest, requestCount } from './request-count.ts';
import { setBins } from './set-bins.ts';
import { stockOfProducts, stockRow } from './stock-queries.ts';
import { type TakenBack, takeBackMissing } from './take-back-missing.ts';
import { requestCounts, trimBins } from './trim-bins.ts';

export const countedStock = stockRow.extend({
  taken_back: z
    .array(z.object({ order_line_id: z.int(), uuid: z.string(), order_number: z.string(), qty: z.int() }))
    .describe('Lines that lost allocation because the stock is not there'),
  qty_off_shelf: z.int().describe('On hand but not on the shelf: picked, to be put back, or at a decorator'),
  count_request: countRequest.nullable().describe('Set if the count waits for a super; the stock has not changed yet'),
});
export type CountedStock = z.infer<typeof countedStock>;

/** The lines that lost allocation, with their order numbers. */
async function namedReductions(ctx: Ctx, reductions: readonly TakenBack[]): Promise<CountedStock['taken_back']> {
  if (!reductions.length) return [];
  const uuids = await ctx.db
    .select({ id: orders.id, uuid: orders.uuid })
    .from(orders)
    .where(
      inArray(
        orders.id,
        reductions.map(({ order_id }) => order_id),
      ),
    );
  const uuidOf = new Map(uuids.map(({ id, uuid }) => [id, uuid]));
  return reductions.map(({ order_line_id, order_id, qty }) => ({
    order_line_id,
    uuid: uuidOf.get(order_id) ?? '',
    order_number: orderNumber(order_id),
    qty,
  }));
}

/** Check that a SKU exists and that its stock can be counted or adjusted: 404 if it does not exist, 422 if it is a style with sizes. */
export async function findSku(ctx: Ctx, product_id: number, field: string): Promise<void> {
  const [product] = await ctx.db
    .select({ id: products.id, has_children: sql<number>`exists (select 1 from products child where child.parent_id = products.id)` })
    .from(products)
    .where(and(eq(products.id, product_id), isNull(products.deleted_at)));
  if (requireFound(product).has_children) throw invalid({ [field]: messages.count_a_size });
}

/**
 * Set a locked level to a counted number. The difference goes into the ledger, and allocation beyond the number is taken back. 422 on the field if
 * the number is less than the number of items at a decorator.
 */
export async function bringLevelTo(
  ctx: Ctx,
  { product_id, qty_available, qty_allocated, qty_at_decorator }: Level,
  qty: number,
  { reason, counted_at = null, field }: { reason: string; counted_at?: string | null; field: string },
) {
  enforce(checkStockAtDecorator(qty, qty_at_decorator, field));
  const missing = Math.max(0, qty_allocated + qty_at_decorator - qty);
  const reductions = await takeBackMissing(ctx, new Map([[product_id, missing]]));
  if (!reductions) throw conflict('order_picked', messages.count_below_picked);
  const taken_back = await namedReductions(ctx, reductions);
  await move(ctx, [{ product_id, type: 'ADJUSTMENT', qty: qty - qty_available, qty_allocated: -missing, reason, counted_at }]);
  return taken_back;
}

/** The result of a count: the number on hand, the number on the shelf, or the difference from the recorded number. */
type CountResult = { on_hand: number } | { on_shelf: number } | { difference: number };

function stockOnHand(count: CountResult, qty_available: number, qty_off_shelf: number): number {
  if ('on_hand' in count) return count.on_hand;
  return 'on_shelf' in count ? count.on_shelf + qty_off_shelf : Math.max(0, qty_available + count.difference);
}

/**
 * Accept a count: the difference goes into the ledger, and allocation beyond the count is taken back. If this count by the floor and those since
 * the last approved count together exceed the limit of changes, this count changes nothing and waits for a super; `m` and `device` then name its
 * mutation and tablet. `counted_at` is the present time unless a tablet counted earlier, and null if the tablet's clock is wrong. `bins` are
 * the counted bins, which get the quantities that were found in them. Requests to count the SKU stay open while other bins are not counted.
 */
export async function countStock(
  ctx: Ctx,
  product_id: number,
  count: CountResult,
  { counted_at = ctx.now, bins = null, ...by }: { counted_at?: string | null; bins?: readonly CountedBin[] | null; m?: string; device?: string } = {},
): Promise<CountedStock> {
  authorize(policy.count_stock(ctx.actor));
  await findSku(ctx, product_id, 'value');
  const level = await lockLevel(ctx, product_id);
  const qty_off_shelf = await lockOffShelf(ctx.db, product_id);
  const qty = stockOnHand(count, level.qty_available, qty_off_shelf);
  const difference = qty - level.qty_available;
  if (needsApproval(ctx.actor.role, difference, level.qty_unapproved, ctx.services.settings.COUNT_APPROVAL_LIMIT)) {
    const request = await requestCount(ctx, { product_id, pick_line_id: null, qty: Math.max(0, qty - qty_off_shelf), bins, counted_at, ...by });
    const [stock] = await stockOfProducts(ctx, [product_id]);
    return { ...requireFound(stock), taken_back: [], qty_off_shelf, count_request: request };
  }

  // The bins are set before the level changes, because a change of the level may request a count of the bins.
  const isWhole = bins === null || (await setBins(ctx, product_id, bins));
  if (isWhole) await closeCounts(ctx, new Map([[product_id, qty]]));
  else if (await supersedeCounts(ctx, product_id, qty)) await requestCounts(ctx, [product_id]);
  const taken_back = await bringLevelTo(ctx, level, qty, { reason: 'count', counted_at, field: 'value' });
  if (bins) await trimBins(ctx, [product_id]);
  const isApproved = ctx.actor.role === 'super';
  if (isApproved || difference !== 0) await setUnapproved(ctx, product_id, isApproved ? 0 : level.qty_unapproved + Math.abs(difference));
  const after = { qty_available: qty, ...(bins && { bins: bins.map(({ bin, qty }) => ({ bin, qty })) }) };
  await audit(ctx, 'stock.counted', { type: 'product', id: product_id }, { qty_available: level.qty_available }, after);
  const [stock] = await stockOfProducts(ctx, [product_id]);
  return { ...requireFound(stock), taken_back, qty_off_shelf, count_request: null };
}
