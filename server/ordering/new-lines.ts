import { messages } from '../../shared/messages.ts';
import type { NewLine } from '../../shared/ordering/order-input.ts';
import { policy } from '../../shared/policy.ts';
import { offerOf, type PermittedProduct } from '../catalogue/permitted-products.ts';
import type { Ctx } from '../core/context.ts';
import { orderLines } from '../db/tables/index.ts';
import { type Line, linesOfOrder } from '../order-queries/line-queries.ts';
import type { Order } from '../orders/find-order.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { chargedRole, type HeldRole } from './charged-role.ts';
import { nextVersion } from './next-version.ts';

interface NewLines {
  employee_id: number;
  inputs: readonly NewLine[];
  /** What the wearer may have on the order. */
  permitted: ReadonlyMap<number, PermittedProduct>;
  roles: readonly HeldRole[];
}

type LineValues = typeof orderLines.$inferInsert;

/**
 * The stored values of new lines of one wearer, and the faults of those that cannot be ordered, by the field of the input. `wordsFor` says why a
 * product is refused.
 */
export function newLineValues(
  ctx: Ctx,
  order: Pick<Order, 'id'>,
  { employee_id, inputs, permitted, roles }: NewLines,
  wordsFor: (product_id: number) => string,
): { values: LineValues[]; faults: Record<string, string> } {
  const faults: Record<string, string> = {};
  const values = inputs.flatMap((line, n) => {
    const colour = line.variation_colour || null;
    const offer = offerOf(permitted, line.product_id, colour);
    const uncoloured = offer ?? (colour && offerOf(permitted, line.product_id));
    const employee_role_id = chargedRole(roles, line.budget);
    if (!offer && colour && uncoloured) faults[`lines.${n}.variation_colour`] = messages.colour_not_offered(uncoloured.name, colour);
    else if (!offer) faults[`lines.${n}.product_id`] = wordsFor(line.product_id);
    else if (line.is_size_selected !== undefined && line.is_size_selected !== offer.is_size_selected)
      faults[`lines.${n}.product_id`] = offer.is_size_selected ? messages.size_chosen : messages.size_needed;
    if (offer?.decorations.length && !line.decoration) faults[`lines.${n}.decoration`] = messages.decoration_needed;
    if (employee_role_id === undefined) faults[`lines.${n}.budget`] = messages.unknown_role;
    if (!offer) return [];
    return {
      order_id: order.id,
      employee_id,
      product_id: line.product_id,
      product_name: offer.name,
      employee_role_id: employee_role_id ?? null,
      decoration: line.decoration || null,
      notes: line.notes || null,
      qty_requested: line.quantity,
      unit_price: offer.price,
      vat_rate: offer.vat_rate ?? ctx.services.settings.VAT_RATE,
      is_size_selected: offer.is_size_selected,
      variation_colour: offer.is_size_selected ? null : colour,
      created_at: ctx.now,
    };
  });
  return { values, faults };
}

/** Store new lines of a locked order. Returns them as the caller may see them. */
export async function storeNewLines(ctx: Ctx, order: Order, values: readonly LineValues[]): Promise<Line[]> {
  const newLines = await ctx.db
    .insert(orderLines)
    .values([...values])
    .returning({ id: orderLines.id });
  if (order.submitted_at) await refreshStatus(ctx, [order.id]);
  await nextVersion(ctx, [order]);
  const visible = { prices: policy.see_order_prices(ctx.actor, order), costs: policy.see_costs(ctx.actor) };
  return linesOfOrder(ctx, order.id, visible, Math.min(...newLines.map(({ id }) => id)));
}
