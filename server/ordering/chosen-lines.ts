import { and, asc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { skuAttributes } from '../../shared/catalogue/sku-fields.ts';
import type { Ctx } from '../core/context.ts';
import { orderLines, products } from '../db/tables/index.ts';

/** An order line whose size is chosen, with its SKU. */
export const chosenLine = z.object({ id: z.int(), product_id: z.int(), attributes: skuAttributes });
export type ChosenLine = z.infer<typeof chosenLine>;

/** Those of these lines that belong to the wearer and whose size is chosen. */
export async function chosenLines(ctx: Ctx, order_id: number, employee_id: number, lines: readonly { id: number }[]): Promise<ChosenLine[]> {
  const rows = await ctx.db
    .select({
      id: orderLines.id,
      product_id: products.id,
      variation_colour: products.variation_colour,
      colour_hex: products.colour_hex,
      variation_size_1: products.variation_size_1,
      variation_size_2: products.variation_size_2,
      variation_all_size: products.variation_all_size,
    })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .where(
      and(
        eq(orderLines.order_id, order_id),
        eq(orderLines.employee_id, employee_id),
        eq(orderLines.is_size_selected, true),
        inArray(
          orderLines.id,
          lines.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(orderLines.id));
  return rows.map(({ id, product_id, ...attributes }) => ({ id, product_id, attributes }));
}
