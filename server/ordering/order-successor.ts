import { and, eq, isNull, ne, type SQLWrapper } from 'drizzle-orm';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { checkEdit } from '../../shared/ordering/editable.ts';
import type { SuccessorChoice } from '../../shared/ordering/order-input.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import { discontinuedProducts } from '../catalogue/orderable.ts';
import { offerOf } from '../catalogue/permitted-products.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { lockRows } from '../db/lock.ts';
import { orderLines } from '../db/tables/index.ts';
import type { Line } from '../order-queries/line-queries.ts';
import { findOrder, type Order } from '../orders/find-order.ts';
import { dropLines } from './drop-lines.ts';
import { findLine, lineView, type StoredLine } from './find-line.ts';
import { offerFor } from './offer.ts';
import { storeLine } from './store-line.ts';

/** Says why a line with this decoration cannot change to the successor of its product; null if it can. */
export function decorationFault(successor: string, decorations: readonly string[], decoration: string | null): string | null {
  if (!decorations.length || (decoration && decorations.includes(decoration))) return null;
  return decoration ? messages.successor_other_decoration(successor, decoration) : messages.successor_decoration(successor);
}

const same = <Value>(column: SQLWrapper, value: Value | null) => (value === null ? isNull(column) : eq(column, value));

/** Finds and locks the line that orders `product_id` in `colour` with the wearer, the charge and the decoration of `line`. */
async function lineLike(ctx: Ctx, order: Order, line: StoredLine, product_id: number, colour: string | null): Promise<StoredLine | undefined> {
  const query = ctx.db
    .select()
    .from(orderLines)
    .where(
      and(
        eq(orderLines.order_id, order.id),
        eq(orderLines.employee_id, line.employee_id),
        eq(orderLines.product_id, product_id),
        ne(orderLines.id, line.id),
        same(orderLines.employee_role_id, line.employee_role_id),
        same(orderLines.decoration, line.decoration),
        same(orderLines.variation_colour, colour),
      ),
    )
    .orderBy(orderLines.id)
    .limit(1);
  return (await lockRows(query))[0];
}

/** Joins the notes of two order lines, each on a line of text. If the result is too long, returns the notes of the order line that stays. */
function joinedNotes(staying: StoredLine, leaving: StoredLine): string | null {
  const notes = [...new Set([staying.notes, leaving.notes].filter((text) => text !== null))].join('\n');
  return notes.length > limits.notes ? staying.notes : notes || null;
}

/**
 * On a draft or a request, order the successor of a discontinued product instead of that product. The line keeps its quantity; if an otherwise
 * equal line already orders the successor, the quantity is added to that line.
 */
export async function orderSuccessor(ctx: Ctx, uuid: string, line_id: number, { version }: SuccessorChoice): Promise<Line> {
  const order = await findOrder(ctx, uuid, { lock: true });
  authorize(policy.edit_draft(ctx.actor, order));
  enforce(checkEdit(order, { approve: policy.approve_request(ctx.actor, order) }));
  const line = await findLine(ctx, order, line_id);
  await enforceVersion(ctx, version, line, () => lineView(ctx, order, line_id));
  const { product_id, variation_colour, decoration, employee_id, qty_requested } = line;

  const successor = (await discontinuedProducts(ctx, [product_id])).get(product_id)?.successor;
  if (!successor) throw invalid({ product_id: messages.no_successor(line.product_name) });
  const offer = offerOf(await offerFor(ctx, order, employee_id, [successor.id]), successor.id, variation_colour);
  if (!offer) throw invalid({ product_id: messages.unknown_product });
  const fault = decorationFault(successor.name, offer.decorations, decoration);
  if (fault) throw invalid({ decoration: fault });

  const colour = offer.is_size_selected ? null : variation_colour;
  const joined = await lineLike(ctx, order, line, successor.id, colour);
  if (!joined) {
    await storeLine(ctx, order, line, {
      product_id: successor.id,
      product_name: offer.name,
      is_size_selected: offer.is_size_selected,
      variation_colour: colour,
      unit_price: offer.price,
      vat_rate: offer.vat_rate ?? ctx.services.settings.VAT_RATE,
      is_manually_priced: false,
    });
    return lineView(ctx, order, line_id);
  }
  const sum = joined.qty_requested + qty_requested;
  if (sum > limits.line_quantity) throw invalid({ qty_requested: messages.qty_too_high(limits.line_quantity) });
  const { keptIds } = await dropLines(ctx, order, eq(orderLines.id, line_id));
  await audit(ctx, 'order_line.deleted', { type: 'order', id: order.id }, line, keptIds.length ? { kept: keptIds } : null);
  await storeLine(ctx, order, joined, { qty_requested: sum, notes: joinedNotes(joined, line) });
  return lineView(ctx, order, joined.id);
}
