import { and, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { messages } from '../../shared/messages.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import { checkExchange, exchangeSizes } from '../../shared/returns/create-exchange.ts';
import { checkCreateReturn } from '../../shared/returns/create-return.ts';
import type { NewExchangeInput } from '../../shared/returns/exchange-input.ts';
import { returnReasonOf } from '../../shared/returns/exchange-reasons.ts';
import { returnNumber } from '../../shared/returns/return-number.ts';
import { qtyReturnable } from '../../shared/returns/returnable.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid, requireFound } from '../core/problem.ts';
import { returns, sites } from '../db/tables/index.ts';
import { notify } from '../notifications/notify.ts';
import { lineSchema, linesOfOrder } from '../order-queries/line-queries.ts';
import { findOrder, type Order } from '../orders/find-order.ts';
import { reasonId, storeReturns } from './create-return.ts';
import { findExchangeable } from './exchange-choices-queries.ts';
import { submitExchange } from './exchange-order.ts';
import { returnSchema, returnView } from './return-queries.ts';
import { returnableLines } from './returnable-queries.ts';

export const exchangeSchema = z.object({
  return: returnSchema,
  order: z.object({ uuid: z.string(), order_number: z.string(), line: lineSchema }),
});
export type ExchangeView = z.infer<typeof exchangeSchema>;

/** The topic under which the requester of an order is notified that somebody else exchanged items of it. */
export const exchangeTopic = (return_id: number): string => `exchange:${return_id}`;

/** Refuses an exchange that could reach nobody: its wearer or its site is archived. */
async function enforceReachable(ctx: Ctx, order: Order, wearer: { name: string; is_archived: boolean }): Promise<void> {
  if (wearer.is_archived) throw invalid({ order_line_id: messages.exchange_wearer_archived(wearer.name) });
  if (order.delivery_site_id === null) return;
  const [closed] = await ctx.db
    .select({ id: sites.id })
    .from(sites)
    .where(and(eq(sites.id, order.delivery_site_id), isNotNull(sites.deleted_at)));
  if (closed) throw invalid({ order_line_id: messages.exchange_no_address });
}

/**
 * Exchange items of a dispatched line: request their return and order another size at once. Requests for one order run one after the other, so that no
 * item is exchanged twice.
 */
export async function createExchange(ctx: Ctx, uuid: string, input: NewExchangeInput): Promise<ExchangeView> {
  const order = await findOrder(ctx, uuid, { lock: true });
  authorize(policy.create_return(ctx.actor));
  enforce(checkCreateReturn(order));
  const lines = await returnableLines(ctx, [order.id]);
  if (!lines.has(input.order_line_id)) throw invalid({ order_line_id: messages.unknown_line });
  const { line, facts, wearer, sizes } = await findExchangeable(ctx, lines, input.order_line_id);
  enforce(checkExchange(facts, { is_office: policy.decide_returns(ctx.actor) }));
  if (input.quantity > qtyReturnable(line)) throw invalid({ quantity: messages.returnable(qtyReturnable(line)) });
  const sent = exchangeSizes(sizes, line.shipped_product_id, input.reason).find(({ id }) => id === input.product_id);
  if (!sent) throw invalid({ product_id: messages.exchange_size });
  await enforceReachable(ctx, order, wearer);

  const return_reason = await reasonId(ctx, returnReasonOf[input.reason]);
  const back = [{ id: line.id, qty_to_return: input.quantity, return_reason }];
  const checked = { order_id: order.id, lines: back, customer_comments: input.customer_comments, exchange_product_id: sent.id };
  const return_id = requireFound((await storeReturns(ctx, [checked], lines))[0]);
  const of = { order_id: order.id, return_number: returnNumber(return_id) };
  const started = await submitExchange(ctx, of, { order_line_id: line.id, product_id: sent.id, qty: input.quantity });
  await ctx.db.update(returns).set({ exchange_order_id: started.id }).where(eq(returns.id, return_id));
  if (order.requester_id !== ctx.actor.id)
    await notify(
      ctx,
      [order.requester_id],
      {
        title: `Exchange for ${wearer.name}`,
        message: `${line.product_name}${sizeOf(sent.attributes) ? `, size ${sizeOf(sent.attributes)},` : ''} is on order ${orderNumber(started.id)}.`,
        url: `/orders/${started.uuid}`,
      },
      exchangeTopic(return_id),
    );
  return exchangeView(ctx, return_id, started);
}

/** An exchange as its client reads it: the return, and the line of the order that sends another size. */
async function exchangeView(ctx: Ctx, return_id: number, { id, uuid, order_number }: { id: number; uuid: string; order_number: string }) {
  const order = await findOrder(ctx, id);
  const see = { prices: policy.see_order_prices(ctx.actor, order), costs: policy.see_costs(ctx.actor) };
  const [line] = await linesOfOrder(ctx, id, see);
  return { return: await returnView(ctx, return_id), order: { uuid, order_number, line: requireFound(line) } };
}
