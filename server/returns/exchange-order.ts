import { asc, eq } from 'drizzle-orm';
import { eachReference } from '../../shared/ordering/order-references.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { orderLines, orders } from '../db/tables/index.ts';
import { beginDraft } from '../ordering/start-order.ts';

interface Exchanged {
  order_line_id: number;
  product_id: number;
  qty: number;
}

/**
 * Create the draft order that sends other items in exchange for returned ones: to the same people at the same place, under the same references and at
 * the price that is credited. The draft has the requester of the original order; the office submits it.
 */
export async function exchangeOrder(
  ctx: Ctx,
  { order_id, return_number }: { order_id: number; return_number: string },
  exchanged: readonly Exchanged[],
): Promise<{ id: number }> {
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, order_id));
  const earlier = requireFound(order);
  const lines = await ctx.db
    .select()
    .from(orderLines)
    .where(among(orderLines.id, idList(exchanged.map(({ order_line_id }) => order_line_id))))
    .orderBy(asc(orderLines.id));
  const lineOf = new Map(lines.map((line) => [line.id, line]));
  const { account_id, delivery_site_id, delivery_address, contact_name, contact_email, contact_phone } = earlier;
  const wearers = [...new Set(lines.map(({ employee_id }) => employee_id))].map((id) => ({ id, account_id }));
  const started = await beginDraft(ctx, account_id, wearers, { delivery_site_id, delivery_address, contact_name, contact_email, contact_phone });
  const { requester_id } = earlier;
  const customer_notes = `Exchange for return ${return_number}`;
  await ctx.db
    .update(orders)
    .set({ requester_id, ...eachReference((name) => earlier[name]), customer_notes })
    .where(eq(orders.id, started.id));
  await ctx.db.insert(orderLines).values(
    exchanged.map(({ order_line_id, product_id, qty }) => {
      const { employee_id, product_name, employee_role_id, decoration, unit_price, vat_rate } = requireFound(lineOf.get(order_line_id));
      return {
        order_id: started.id,
        employee_id,
        product_id,
        product_name,
        employee_role_id,
        decoration,
        qty_requested: qty,
        unit_price,
        is_manually_priced: true,
        vat_rate,
        is_size_selected: true,
        created_at: ctx.now,
      };
    }),
  );
  await audit(ctx, 'order.exchanges', { type: 'order', id: started.id }, null, { from: order_id, return_number, lines: exchanged });
  return started;
}
