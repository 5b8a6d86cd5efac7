import { asc, eq, sql } from 'drizzle-orm';
import { eachReference } from '../../shared/ordering/order-references.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { orderLines, orders } from '../db/tables/index.ts';
import { beginDraft, type Started } from '../ordering/start-order.ts';
import type { Order } from '../orders/find-order.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { enforceWearers } from '../people/enforce-wearers.ts';

interface Exchanged {
  order_line_id: number;
  product_id: number;
  qty: number;
}

interface ExchangeOf {
  /** The order from which the items are returned. */
  order_id: number;
  return_number: string;
}

interface Exchange extends ExchangeOf {
  lines: readonly (Exchanged & { qty_uncharged: number })[];
}

/** Create the draft of `exchangeOrder`, with the order from which the items are returned. */
async function draftExchange(ctx: Ctx, { order_id, return_number, lines: exchanged }: Exchange): Promise<{ started: Started; earlier: Order }> {
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
  await enforceWearers(
    ctx,
    wearers.map(({ id }) => id),
    () => 'order_line_id',
  );
  const started = await beginDraft(ctx, account_id, wearers, { delivery_site_id, delivery_address, contact_name, contact_email, contact_phone });
  const { requester_id } = earlier;
  const customer_notes = `Exchange for return ${return_number}`;
  await ctx.db
    .update(orders)
    .set({ requester_id, ...eachReference((name) => earlier[name]), customer_notes })
    .where(eq(orders.id, started.id));
  await ctx.db.insert(orderLines).values(
    exchanged.map(({ order_line_id, product_id, qty, qty_uncharged }) => {
      const { employee_id, product_name, employee_role_id, decoration, unit_price, vat_rate } = requireFound(lineOf.get(order_line_id));
      return {
        order_id: started.id,
        employee_id,
        product_id,
        product_name,
        employee_role_id,
        decoration,
        qty_requested: qty,
        qty_uncharged,
        unit_price,
        is_manually_priced: true,
        vat_rate,
        is_size_selected: true,
        created_at: ctx.now,
      };
    }),
  );
  const lineNotes = exchanged.map(({ order_line_id, product_id, qty }) => ({ order_line_id, product_id, qty }));
  await audit(ctx, 'order.exchanges', { type: 'order', id: started.id }, null, { from: order_id, return_number, lines: lineNotes });
  return { started, earlier };
}

/**
 * Create the draft order that sends other items in exchange for returned ones: to the same people at the same place, under the same references and at
 * the price that is credited. The draft has the requester of the original order; the office submits it.
 */
export async function exchangeOrder(ctx: Ctx, of: ExchangeOf, exchanged: readonly Exchanged[]): Promise<{ id: number }> {
  return (await draftExchange(ctx, { ...of, lines: exchanged.map((line) => ({ ...line, qty_uncharged: 0 })) })).started;
}

/**
 * Create and submit the order that sends other items in exchange for items that are still to come back. Budgets are not charged for it. A person who
 * sees only their own lines of the original order is not its creator, so that they see no prices of it either.
 */
export async function submitExchange(ctx: Ctx, of: ExchangeOf, exchanged: Exchanged): Promise<Started> {
  const { started, earlier } = await draftExchange(ctx, { ...of, lines: [{ ...exchanged, qty_uncharged: exchanged.qty }] });
  const { requester_id, is_sample, account_id } = earlier;
  const creator_id = policy.see_whole_order(ctx.actor, earlier) ? ctx.actor.id : requester_id;
  await ctx.db
    .update(orders)
    .set({ creator_id, is_sample, submitted_at: ctx.now, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, started.id));
  await refreshStatus(ctx, [started.id]);
  await audit(ctx, 'order.submitted', { type: 'order', id: started.id }, null, { sub_total: 0, over_budget: [] });
  await emit(ctx, 'order.submitted', { order: { id: started.id, uuid: started.uuid, account_id, requester_id }, lines_with_no_sizes: 0 });
  return started;
}
