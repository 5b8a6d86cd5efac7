import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { returnNumber } from '../../shared/returns/return-number.ts';
import { returnStatus } from '../../shared/returns/return-status.ts';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { alias } from '../db/db.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { orderLines, orders, products, returnLines, returns, users } from '../db/tables/index.ts';
import { returnDecidedEmail, returnVerdict } from '../mail/email-templates/return-decided.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { notify } from '../notifications/notify.ts';

const exchange = alias(products, 'exchange');
const exchangeOrder = alias(orders, 'exchange_order');

/** Inform the requester of a return about the decision, in the app and by email. */
export async function announceDecision(ctx: Ctx, id: number): Promise<void> {
  const { db, services } = ctx;
  const [row] = await db
    .select({
      finalised_at: returns.finalised_at,
      comments: returns.approver_comments,
      order_id: returns.order_id,
      account_id: orders.account_id,
      creator_id: users.id,
      name: users.forenames,
      email: users.email,
      // The order of the exchange is submitted before the decision only if the client ordered it.
      is_exchange_sent: sql<boolean>`${exchangeOrder.submitted_at} is not null`.mapWith(Boolean),
    })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.order_id))
    .innerJoin(users, eq(users.id, returns.creator_id))
    .leftJoin(
      exchangeOrder,
      and(eq(exchangeOrder.id, returns.exchange_order_id), isNull(exchangeOrder.cancelled_at), isNull(exchangeOrder.deleted_at)),
    )
    .where(eq(returns.id, id));
  const { creator_id, email, account_id, order_id, finalised_at, comments, name, is_exchange_sent } = requireFound(row);
  const lines = await db
    .select({
      product: orderLines.product_name,
      colour: products.variation_colour,
      ...sizeColumns,
      qty_requested: returnLines.qty_requested,
      qty_approved: returnLines.qty_approved,
      qty_exchanged: returnLines.qty_exchanged,
      exchange: {
        id: exchange.id,
        variation_size_1: exchange.variation_size_1,
        variation_size_2: exchange.variation_size_2,
        variation_all_size: exchange.variation_all_size,
      },
    })
    .from(returnLines)
    .innerJoin(orderLines, eq(orderLines.id, returnLines.order_line_id))
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .leftJoin(exchange, eq(exchange.id, returnLines.exchange_product_id))
    .where(eq(returnLines.return_id, id))
    .orderBy(asc(returnLines.id));
  const sum = (of: 'qty_requested' | 'qty_approved'): number => lines.reduce((pieces, line) => pieces + line[of], 0);
  const status = returnStatus({ finalised_at, qty_requested: sum('qty_requested'), qty_approved: sum('qty_approved') });
  const return_number = returnNumber(id);
  const { title, means } = returnVerdict(return_number, status);
  await notify(ctx, [creator_id], { title, message: comments ?? means, url: `/returns/${id}` });
  if (!email) return;
  const mail = returnDecidedEmail({
    name,
    return_number,
    order_number: orderNumber(order_id),
    url: `${services.settings.public_url}/returns/${id}`,
    status,
    comments,
    qty_kept: is_exchange_sent ? lines.reduce((pieces, line) => (line.exchange ? pieces + line.qty_requested - line.qty_approved : pieces), 0) : 0,
    items: lines.map((line) => ({
      ...line,
      size: sizeOf(line),
      exchanged: line.exchange !== null && line.qty_approved > 0,
      exchange_size: line.exchange && sizeOf(line.exchange),
    })),
  });
  await queueMail(ctx, { ...mail, to: email, account_id, order_id });
}
