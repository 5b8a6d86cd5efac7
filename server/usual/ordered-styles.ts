import { eq, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { orderLines, products } from '../db/tables/index.ts';
import type { Order } from '../orders/find-order.ts';

/** A key for a style in a colour, ordered for a wearer. */
export const styleKey = (employee_id: number, { style_id, variation_colour }: { style_id: number; variation_colour: string | null }): string =>
  JSON.stringify([employee_id, style_id, variation_colour]);

/** The keys of the styles that an order already has for its wearers. */
export async function orderedStyles({ db }: Pick<Ctx, 'db'>, { id }: Pick<Order, 'id'>): Promise<Set<string>> {
  const rows = await db
    .select({
      employee_id: orderLines.employee_id,
      style_id: sql<number>`coalesce(${products.parent_id}, ${products.id})`.mapWith(Number).as('line_style_id'),
      variation_colour: sql<string | null>`coalesce(${products.variation_colour}, ${orderLines.variation_colour})`.as('line_colour'),
    })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .where(eq(orderLines.order_id, id));
  return new Set(rows.map(({ employee_id, ...style }) => styleKey(employee_id, style)));
}
