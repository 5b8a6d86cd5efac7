import { messages } from '../../shared/messages.ts';
import type { NewLine } from '../../shared/ordering/order-input.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import { offerOf } from '../catalogue/permitted-products.ts';
import type { Ctx } from '../core/context.ts';
import { invalid, notFound } from '../core/problem.ts';
import { orderLines } from '../db/tables/index.ts';
import { type Line, linesOfOrder } from '../order-queries/line-queries.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { chargedRole, rolesOf } from './charged-role.ts';
import { enforceRoom } from './enforce-room.ts';
import { findEditable } from './find-editable.ts';
import { isWearer } from './is-wearer.ts';
import { nextVersion } from './next-version.ts';
import { offerFor, refusalWords } from './offer.ts';
import { officeCharge } from './office-charge.ts';

async function add(ctx: Ctx, uuid: string, employee_id: number, inputs: readonly NewLine[]): Promise<{ lines: Line[] }> {
  const order = await findEditable(ctx, uuid, { pieces: true });
  if (!(await isWearer(ctx, order.id, employee_id))) throw notFound();
  await enforceRoom(ctx, order.id, inputs.length);
  const permitted = await offerFor(
    ctx,
    order,
    employee_id,
    inputs.map(({ product_id }) => product_id),
  );
  const refusedProducts = inputs.flatMap(({ product_id }) => (offerOf(permitted, product_id) ? [] : product_id));
  const wordsFor = await refusalWords(ctx, order, employee_id, refusedProducts);
  const roles = await rolesOf(ctx, employee_id);
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
  if (Object.keys(faults).length) throw invalid(faults);

  const newLines = await ctx.db.insert(orderLines).values(values).returning({ id: orderLines.id });
  if (order.submitted_at) await refreshStatus(ctx, [order.id]);
  await nextVersion(ctx, [order]);
  await audit(ctx, 'order.lines_added', { type: 'order', id: order.id }, null, { employee_id, lines: inputs });
  const visible = { prices: policy.see_order_prices(ctx.actor, order), costs: policy.see_costs(ctx.actor) };
  return { lines: await linesOfOrder(ctx, order.id, visible, Math.min(...newLines.map(({ id }) => id))) };
}

/** Order products for one wearer of an order. Returns the new lines. */
export const addLines = (ctx: Ctx, uuid: string, employee_id: number, inputs: readonly NewLine[], force?: boolean): Promise<{ lines: Line[] }> =>
  officeCharge(ctx, uuid, { employee_id, force }, () => add(ctx, uuid, employee_id, inputs));
