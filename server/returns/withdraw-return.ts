import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import { returnNumber } from '../../shared/returns/return-number.ts';
import { checkWithdrawReturn } from '../../shared/returns/withdraw-return.ts';
import { unallocateLines } from '../allocation/unallocate-lines.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, requireFound } from '../core/problem.ts';
import { nameToClients } from '../core/shown-person.ts';
import { orderLines, orders, returns } from '../db/tables/index.ts';
import { withdrawMails } from '../mail/queue-mail.ts';
import { settle } from '../notifications/settle.ts';
import { findOrder } from '../orders/find-order.ts';
import { orderFacts } from '../orders/order-facts.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { lockLevels } from '../stock/change-levels.ts';
import { exchangeTopic } from './create-exchange.ts';
import { findReturn } from './find-return.ts';
import { labelTopic } from './mail-return-label.ts';
import { returnView } from './return-queries.ts';

export const withdrawalSchema = z.object({ id: z.int(), withdrawn: z.literal(true) });
export type Withdrawal = z.infer<typeof withdrawalSchema>;

/** The order that sends the exchange of a return, unless it is cancelled or deleted. */
async function openExchange(ctx: Ctx, exchange_order_id: number | null) {
  if (exchange_order_id === null) return null;
  const [order] = await ctx.db
    .select({ id: orders.id, uuid: orders.uuid, status: orders.status })
    .from(orders)
    .where(and(eq(orders.id, exchange_order_id), isNull(orders.cancelled_at), isNull(orders.deleted_at)));
  return order ? { ...order, facts: requireFound((await orderFacts(ctx.db, [order.id]))[0]) } : null;
}

/** Lock the stock of the order that sends the exchange of a return. */
async function lockExchangeStock(ctx: Ctx, return_id: number): Promise<void> {
  const skus = await ctx.db
    .select({ product_id: pickedSku })
    .from(returns)
    .innerJoin(orderLines, eq(orderLines.order_id, returns.exchange_order_id))
    .where(eq(returns.id, return_id));
  await lockLevels(
    ctx,
    skus.map(({ product_id }) => product_id),
  );
}

/** Withdraw a return whose items have not arrived, and cancel the order of its exchange, which must not be on the floor. The return is deleted. */
export async function withdrawReturn(ctx: Ctx, id: number): Promise<Withdrawal> {
  await returnView(ctx, id);
  await lockExchangeStock(ctx, id);
  const current = await findReturn(ctx, id);
  authorize(policy.withdraw_return(ctx.actor, current, await findOrder(ctx, current.order_id)));
  const exchange = await openExchange(ctx, current.exchange_order_id);
  const is_received = current.lines.some(({ qty_approved, outcome }) => qty_approved > 0 || outcome !== null);
  enforce(checkWithdrawReturn({ finalised_at: current.finalised_at, is_received, exchange: exchange?.facts ?? null }));

  if (exchange) {
    await unallocateLines(ctx, { id: exchange.id, pick_id: null }, 'cancelled');
    await ctx.db.update(orders).set({ cancelled_at: ctx.now, cancelled_by: ctx.actor.id }).where(eq(orders.id, exchange.id));
    await refreshStatus(ctx, [exchange.id]);
    await audit(ctx, 'order.cancelled', { type: 'order', id: exchange.id }, { status: exchange.status }, { part: false });
    await settle(ctx, exchangeTopic(id), {
      title: `Order ${orderNumber(exchange.id)} was cancelled`,
      message: `${nameToClients(ctx.actor)} withdrew the exchange.`,
      url: `/orders/${exchange.uuid}`,
    });
  }
  await ctx.db.delete(returns).where(eq(returns.id, id));
  await withdrawMails(ctx, [labelTopic(id)]);
  const lines = current.lines.map(({ order_line_id, product_id, qty_requested }) => ({ order_line_id, product_id, qty_requested }));
  await audit(ctx, 'order.return_withdrawn', { type: 'order', id: current.order_id }, { return_number: returnNumber(id), lines });
  return { id, withdrawn: true };
}
