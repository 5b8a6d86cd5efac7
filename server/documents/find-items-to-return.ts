import provider from '../../data/reference/provider.json' with { type: 'json' };
import type { Ctx } from '../core/context.ts';
import { itemsHeldBy } from '../wearers/issued-queries.ts';
import type { ItemsToReturn } from './items-to-return.ts';

/** The facts of the list of items that a person has to return; 404 if the person is outside the caller's scope. */
export async function findItemsToReturn(ctx: Ctx, employee_id: number): Promise<ItemsToReturn> {
  const { employee, account, items, is_complete } = await itemsHeldBy(ctx, employee_id);
  return {
    employee: employee.name,
    employee_number: employee.employee_number,
    leaves_on: employee.leaves_on,
    account: account.name,
    provider,
    printed_at: ctx.now,
    is_complete,
    lines: items.map(({ product, ordered_as, decoration, order, sent_at, qty_held, qty_returnable, is_non_returnable }) => ({
      sku: product.sku,
      product: product.name,
      colour: product.variation_colour,
      size: product.size,
      decoration,
      ordered_as,
      order_number: order.order_number,
      sent_at,
      quantity: qty_held,
      qty_in_return: is_non_returnable ? 0 : qty_held - qty_returnable,
      is_non_returnable,
    })),
  };
}
