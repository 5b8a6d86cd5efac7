import { and, eq, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import type { DecorationChange } from '../../shared/ordering/usual-input.ts';
import { audit } from '../audit/audit.ts';
import { offerOf } from '../catalogue/permitted-products.ts';
import type { Ctx } from '../core/context.ts';
import { invalid } from '../core/problem.ts';
import { byOf } from '../core/stale-version.ts';
import { among, idList } from '../db/among.ts';
import { lastEditAfter } from '../db/last-edit.ts';
import { orderLines } from '../db/tables/index.ts';
import { orderView } from '../order-queries/order-queries.ts';
import type { OrderView } from '../order-queries/order-view.ts';
import { nextVersion } from '../ordering/next-version.ts';
import { heldFor } from '../ordering/offer.ts';
import { findFillable } from './add-usual.ts';

/**
 * Give the lines of a draft that have one decoration another one. Lines with which the new decoration is not offered stay as they are; 422 if it is
 * offered with none of them.
 */
export async function changeDecoration(ctx: Ctx, uuid: string, { from, to }: DecorationChange): Promise<OrderView> {
  const order = await findFillable(ctx, uuid);
  if (from === to) return orderView(ctx, uuid);
  const lines = await ctx.db
    .select({
      id: orderLines.id,
      employee_id: orderLines.employee_id,
      product_id: orderLines.product_id,
      variation_colour: orderLines.variation_colour,
    })
    .from(orderLines)
    .where(and(eq(orderLines.order_id, order.id), eq(orderLines.decoration, from)))
    .orderBy(orderLines.id);
  const offers = await heldFor(ctx, order, lines);
  const ids = lines
    .filter(({ employee_id, product_id, variation_colour }) =>
      offerOf(offers.get(employee_id) ?? new Map(), product_id, variation_colour)?.decorations.includes(to),
    )
    .map(({ id }) => id);
  if (!ids.length) throw invalid({ to: messages.decoration_not_offered });
  await ctx.db
    .update(orderLines)
    .set({ decoration: to, version: sql`${orderLines.version} + 1`, last_edit: lastEditAfter(orderLines, byOf(ctx)) })
    .where(among(orderLines.id, idList(ids)));
  await nextVersion(ctx, [order]);
  await audit(ctx, 'order.lines_decorated', { type: 'order', id: order.id }, { decoration: from }, { decoration: to, lines: ids });
  return orderView(ctx, uuid);
}
