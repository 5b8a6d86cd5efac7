import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import { needsApproval } from '../../shared/stock/count-stock.ts';
import { type Holding, type Reduction, takeBack } from '../../shared/stock/take-back.ts';
import { audit, auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { authorize, conflict, invalid, requireFound } from '../core/problem.ts';
import { isOpenPick } from '../db/is-open-pick.ts';
import { lockRows } from '../db/lock.ts';
import { countRequests, orderLines, orders, pickLines, picks, products, stockChecks } from '../db/tables/index.ts';
import { type Level, lockLevel, setUnapproved } from './change-levels.ts';
import { move } from './move.ts';
import { offShelf } from './off-shelf.ts';
import { countRequest, requestCount } from './request-count.ts';
import { stockOfProducts, stockRow } from './stock-queries.ts';

export const countedStock = stockRow.extend({
  taken_back: z
    .array(z.object({ order_line_id: z.int(), uuid: z.string(), order_number: z.string(), qty: z.int() }))
    .describe('Lines that lost allocation because the stock is not there'),
  qty_off_shelf: z.int().describe('On hand but not on the shelf: picked, or to be put back'),
  count_request: countRequest.nullable().describe('Set if the count waits for a super; the stock has not changed yet'),
});
export type CountedStock = z.infer<typeof countedStock>;

/** Every line that holds items of a SKU, with its order locked until the unit of work ends. */
async function holdingsOf(ctx: Ctx, product_id: number): Promise<Holding[]> {
  const holds = and(
    gt(orderLines.qty_allocated, 0),
    or(eq(orderLines.picked_product_id, product_id), and(isNull(orderLines.picked_product_id), eq(orderLines.product_id, product_id))),
  );
  const orderIds = await ctx.db.selectDistinct({ order_id: orderLines.order_id }).from(orderLines).where(holds);
  if (!orderIds.length) return [];
  const ids = orderIds.map(({ order_id }) => order_id);
  await lockRows(ctx.db.select({ id: orders.id }).from(orders).where(inArray(orders.id, ids)).orderBy(asc(orders.id)));
  return ctx.db
    .select({
      order_line_id: orderLines.id,
      order_id: orderLines.order_id,
      qty_allocated: orderLines.qty_allocated,
      pick_line_id: sql<number | null>`case when ${picks.id} is not null then ${pickLines.id} end`,
      qty_picked: sql<number>`coalesce(${pickLines.qty_picked}, 0)`.mapWith(Number),
    })
    .from(orderLines)
    .leftJoin(picks, and(eq(picks.order_id, orderLines.order_id), isOpenPick()))
    .leftJoin(pickLines, and(eq(pickLines.pick_id, picks.id), eq(pickLines.order_line_id, orderLines.id)))
    .where(holds);
}

async function takenBack(ctx: Ctx, product_id: number, reductions: Reduction[]): Promise<CountedStock['taken_back']> {
  if (!reductions.length) return [];
  await emit(ctx, 'stock.short', reductions);
  await auditEach(
    ctx,
    'allocation.taken_back',
    reductions.map(({ order_id, order_line_id, qty }) => ({ on: { type: 'order', id: order_id }, after: { order_line_id, product_id, qty } })),
  );
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

/** Check that a SKU exists and that its stock can be counted or adjusted: 404 when there is none, 422 where it is a style with sizes. */
export async function findSku(ctx: Ctx, product_id: number, field: string): Promise<void> {
  const [product] = await ctx.db
    .select({ id: products.id, has_children: sql<number>`exists (select 1 from products child where child.parent_id = products.id)` })
    .from(products)
    .where(and(eq(products.id, product_id), isNull(products.deleted_at)));
  if (requireFound(product).has_children) throw invalid({ [field]: messages.count_a_size });
}

/**
 * Set a locked level to a counted number: the difference goes into the ledger, and where less is there than is allocated, the
 * allocation is taken back.
 */
export async function bringLevelTo(ctx: Ctx, { product_id, qty_available, qty_allocated }: Level, qty: number, reason: string) {
  const missing = Math.max(0, qty_allocated - qty);
  const reductions = missing > 0 ? takeBack(await holdingsOf(ctx, product_id), missing) : [];
  if (!reductions) throw conflict('order_picked', messages.count_below_picked);
  const taken_back = await takenBack(ctx, product_id, reductions);
  await move(ctx, [{ product_id, type: 'ADJUSTMENT', qty: qty - qty_available, qty_allocated: -missing, reason }]);
  return taken_back;
}

/** Close the open requests for a count of this SKU: the shelf was counted. */
async function supersedeRequests(ctx: Ctx, product_id: number, qty: number): Promise<void> {
  const answeredRequests = await ctx.db
    .update(countRequests)
    .set({ resolved_at: ctx.now, resolved_by: ctx.actor.id, choice: 'superseded' })
    .where(and(eq(countRequests.product_id, product_id), isNull(countRequests.resolved_at)))
    .returning({ m: countRequests.m });
  await auditEach(
    ctx,
    'stock.count_resolved',
    answeredRequests.map(({ m }) => ({ on: { type: 'product', id: product_id }, after: { choice: 'superseded', m, qty } })),
  );
}

/** The result of a count: all that is on hand, what lies on the shelf, or how much more there is than the stock says. */
type CountResult = { on_hand: number } | { on_shelf: number } | { difference: number };

function stockOnHand(count: CountResult, qty_available: number, qty_off_shelf: number): number {
  if ('on_hand' in count) return count.on_hand;
  return 'on_shelf' in count ? count.on_shelf + qty_off_shelf : Math.max(0, qty_available + count.difference);
}

/**
 * Accept a count as the truth: the difference goes into the ledger, and where less is there than is allocated, the allocation is
 * taken back. A count by the floor waits for a super and changes nothing where it and the counts since the last approved one add up
 * to more than the limit.
 */
export async function countStock(ctx: Ctx, product_id: number, count: CountResult): Promise<CountedStock> {
  authorize(policy.count_stock(ctx.actor));
  await findSku(ctx, product_id, 'value');
  const level = await lockLevel(ctx, product_id);
  const qty_off_shelf = (await offShelf(ctx.db, [product_id])).get(product_id) ?? 0;
  const qty = stockOnHand(count, level.qty_available, qty_off_shelf);
  const difference = qty - level.qty_available;
  if (needsApproval(ctx.actor.role, difference, level.qty_unapproved, ctx.services.settings.COUNT_APPROVAL_LIMIT)) {
    const request = await requestCount(ctx, { product_id, pick_line_id: null, qty: Math.max(0, qty - qty_off_shelf) });
    const [stock] = await stockOfProducts(ctx, [product_id]);
    return { ...requireFound(stock), taken_back: [], qty_off_shelf, count_request: request };
  }

  const taken_back = await bringLevelTo(ctx, level, qty, 'count');
  const isApproved = ctx.actor.role === 'super';
  if (isApproved || difference !== 0) await setUnapproved(ctx, product_id, isApproved ? 0 : level.qty_unapproved + Math.abs(difference));
  await ctx.db
    .update(stockChecks)
    .set({ closed_at: ctx.now, closed_by: ctx.actor.id })
    .where(and(eq(stockChecks.product_id, product_id), isNull(stockChecks.closed_at)));
  await supersedeRequests(ctx, product_id, qty);
  await audit(ctx, 'stock.counted', { type: 'product', id: product_id }, { qty_available: level.qty_available }, { qty_available: qty });
  const [stock] = await stockOfProducts(ctx, [product_id]);
  return { ...requireFound(stock), taken_back, qty_off_shelf, count_request: null };
}
