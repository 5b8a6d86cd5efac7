import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { policy } from '../../shared/policy.ts';
import { qtyReturnable, type ReturnableFacts } from '../../shared/returns/returnable.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { alias } from '../db/db.ts';
import { dispatches, dispatchLines, orderLines, orders, products, returnLines } from '../db/tables/index.ts';
import { findOrder } from '../orders/find-order.ts';
import { inReturns } from '../orders/in-returns.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { visibleLines } from '../orders/scope.ts';

const parent = alias(products, 'parent');

/** A line with the facts that decide how many of its items may be returned, and the SKU that would come back. */
export interface ReturnableLine extends ReturnableFacts {
  id: number;
  order_id: number;
  employee_id: number;
  /** The SKU that was shipped. */
  shipped_product_id: number;
  product_name: string;
  decoration: string | null;
}

/** The lines of these orders that the actor may see, by id. A command that creates a return locks the orders first. */
export async function returnableLines(ctx: Pick<Ctx, 'db' | 'actor'>, order_ids: readonly number[]): Promise<Map<number, ReturnableLine>> {
  const lines = await ctx.db
    .select({
      id: orderLines.id,
      order_id: orderLines.order_id,
      employee_id: orderLines.employee_id,
      product_id: pickedSku,
      product_name: orderLines.product_name,
      decoration: orderLines.decoration,
      qty_shipped: orderLines.qty_shipped,
      qty_undecided: inReturns(returnLines.qty_requested, 'null'),
      qty_approved: inReturns(returnLines.qty_approved, 'not null'),
      is_non_returnable: products.is_non_returnable,
      is_style_non_returnable: parent.is_non_returnable,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .where(and(among(orderLines.order_id, idList(order_ids)), visibleLines(ctx.actor)))
    .orderBy(asc(orderLines.id));
  const dispatchedLines = await ctx.db
    .select({ id: dispatchLines.order_line_id, product_id: dispatchLines.product_id })
    .from(dispatchLines)
    .innerJoin(dispatches, eq(dispatches.id, dispatchLines.dispatch_id))
    .where(and(among(dispatchLines.order_line_id, idList(lines.map(({ id }) => id))), eq(dispatches.state, 'shipped')))
    .orderBy(asc(dispatchLines.id));
  const sentProducts = new Map(dispatchedLines.map(({ id, product_id }) => [id, product_id]));
  return new Map(
    lines.map(({ product_id, is_style_non_returnable, ...line }) => [
      line.id,
      {
        ...line,
        is_non_returnable: line.is_non_returnable || is_style_non_returnable === true,
        shipped_product_id: sentProducts.get(line.id) ?? product_id,
      },
    ]),
  );
}

export const returnableSchema = z.object({
  lines: z.array(z.object({ id: z.int(), qty_returnable: z.int(), is_non_returnable: z.boolean() })),
});

/** How much of each line of an order may still be returned. */
export async function returnableOf(ctx: Ctx, uuid: string): Promise<z.infer<typeof returnableSchema>> {
  const order = await findOrder(ctx, uuid);
  authorize(policy.create_return(ctx.actor));
  const lines = await returnableLines(ctx, [order.id]);
  return {
    lines: [...lines.values()].map((line) => ({ id: line.id, qty_returnable: qtyReturnable(line), is_non_returnable: line.is_non_returnable })),
  };
}
