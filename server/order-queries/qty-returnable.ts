import { and, eq, gt } from 'drizzle-orm';
import { qtyReturnable } from '../../shared/returns/returnable.ts';
import type { Ctx } from '../core/context.ts';
import { alias } from '../db/db.ts';
import { orderLines, orders, products, returnLines } from '../db/tables/index.ts';
import { inReturns } from '../orders/in-returns.ts';
import { visibleLines } from '../orders/scope.ts';

const parent = alias(products, 'parent');

/** Items of an order that the caller may still return. */
export async function qtyReturnableOf(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  order_id: number,
  { qty_shipped }: { qty_shipped: number },
): Promise<number> {
  if (qty_shipped === 0) return 0;
  const lines = await db
    .select({
      qty_shipped: orderLines.qty_shipped,
      qty_undecided: inReturns(returnLines.qty_requested, 'null').as('qty_undecided'),
      qty_approved: inReturns(returnLines.qty_approved, 'not null').as('qty_approved'),
      is_non_returnable: products.is_non_returnable,
      is_style_non_returnable: parent.is_non_returnable,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .where(and(eq(orderLines.order_id, order_id), gt(orderLines.qty_shipped, 0), visibleLines(actor)));
  return lines.reduce(
    (sum, { is_style_non_returnable, ...line }) =>
      sum + qtyReturnable({ ...line, is_non_returnable: line.is_non_returnable || is_style_non_returnable === true }),
    0,
  );
}
