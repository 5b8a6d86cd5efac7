import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { balanceExchange } from '../../shared/returns/balance-exchange.ts';
import type { Ctx } from '../core/context.ts';
import { alias, run } from '../db/db.ts';
import { jsonRows } from '../db/json-rows.ts';
import { orderLines, orders, returnLines, returns } from '../db/tables/index.ts';

const returnedLines = alias(orderLines, 'returned_line');

/**
 * Store again which items of an exchange are neither charged nor credited, after its return was decided or its order has fewer items. The caller has
 * locked the order. An order that is no exchange, or whose exchange was charged from the start, does not change.
 */
export async function balanceExchangeOrder(ctx: Pick<Ctx, 'db'>, { order_id }: { order_id: number }): Promise<void> {
  const { db } = ctx;
  const [one] = await db
    .select({
      id: returnLines.id,
      employee_id: returnedLines.employee_id,
      qty_requested: returnLines.qty_requested,
      qty_approved: returnLines.qty_approved,
      finalised_at: returns.finalised_at,
      qty_uncredited: returnLines.qty_uncredited,
    })
    .from(returns)
    .innerJoin(returnLines, eq(returnLines.return_id, returns.id))
    .innerJoin(returnedLines, eq(returnedLines.id, returnLines.order_line_id))
    .where(and(eq(returns.exchange_order_id, order_id), isNotNull(returnLines.exchange_product_id)))
    .orderBy(asc(returnLines.id))
    .limit(1);
  if (!one) return;
  const lines = await db
    .select({
      id: orderLines.id,
      employee_id: orderLines.employee_id,
      qty_uncharged: orderLines.qty_uncharged,
      qty: sql<number>`(${orderLines.qty_requested} - ${orderLines.qty_cancelled})`.mapWith(Number).as('qty'),
      cancelled_at: orders.cancelled_at,
      deleted_at: orders.deleted_at,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .where(and(eq(orderLines.order_id, order_id), gt(orderLines.qty_uncharged, 0)))
    .orderBy(asc(orderLines.id));
  if (!lines.length && one.qty_uncredited === 0) return;
  const ordered = lines.map(({ id, qty_uncharged, qty, employee_id, cancelled_at, deleted_at }) => ({
    id,
    qty_uncharged,
    qty_ordered: cancelled_at || deleted_at || employee_id !== one.employee_id ? 0 : qty,
  }));
  const { qty_uncharged, qty_uncredited } = balanceExchange({ ...one, is_finalised: one.finalised_at !== null }, ordered);
  const changed = ordered.flatMap(({ id, qty_uncharged: before }) => {
    const qty = qty_uncharged.get(id) ?? 0;
    return qty === before ? [] : [[id, qty]];
  });
  if (changed.length)
    await run(
      db,
      sql`with change as (select cast(value ->> 0 as bigint) as line_id, cast(value ->> 1 as integer) as qty from ${jsonRows(changed)})
        update order_lines set qty_uncharged = change.qty from change where change.line_id = order_lines.id`,
    );
  if (qty_uncredited !== one.qty_uncredited) await db.update(returnLines).set({ qty_uncredited }).where(eq(returnLines.id, one.id));
}
