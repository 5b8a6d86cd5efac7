import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { openStatuses } from '../../shared/ordering/order-status.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { accounts, orderLines, orders, products, purchaseOrderLines, purchaseOrders, suppliers } from '../db/tables/index.ts';
import { isSupply, lineDueOn, qtyOrdered } from '../stock/qty-owed.ts';

export const stockDetails = z.object({
  orders: z
    .array(
      z.object({
        uuid: z.string(),
        order_number: z.string(),
        account: z.string(),
        submitted_at: z.string().nullable(),
        required_on: z.string().nullable(),
        qty_requested: z.int().describe('Less what is cancelled and shipped'),
        qty_allocated: z.int(),
        qty_short: z.int(),
        url: z.string(),
      }),
    )
    .describe('Open orders that want it, oldest first'),
  purchase_orders: z
    .array(
      z.object({
        id: z.int(),
        our_reference: z.string(),
        supplier: z.string().nullable().describe('null for those who may not see it'),
        due_on: z.string().nullable(),
        approved_at: z.string().nullable(),
        qty_requested: z.int(),
        qty_received: z.int(),
        qty_due: z.int(),
        url: z.string(),
      }),
    )
    .describe('Open purchase orders that bring it, earliest first'),
});

/** An answer has at most this many rows of each kind. */
const MAX_ROWS = 200;

/** The open orders that contain a SKU, and the open purchase orders that bring it. */
export async function stockDetailsOf(ctx: Ctx, id: number): Promise<z.infer<typeof stockDetails>> {
  authorize(policy.count_stock(ctx.actor));
  const { db } = ctx;
  const [product] = await db.select({ id: products.id }).from(products).where(eq(products.id, id));
  requireFound(product);
  const isOfSku = or(eq(orderLines.picked_product_id, id), and(isNull(orderLines.picked_product_id), eq(orderLines.product_id, id)));
  const openQty = sql<number>`sum(${orderLines.qty_requested} - ${orderLines.qty_cancelled} - ${orderLines.qty_shipped})`.mapWith(Number);
  const allocated = sql<number>`sum(${orderLines.qty_allocated})`.mapWith(Number);
  const openOrders = await db
    .select({
      id: orders.id,
      uuid: orders.uuid,
      account: accounts.name,
      submitted_at: orders.submitted_at,
      required_on: orders.required_on,
      qty_requested: openQty,
      qty_allocated: allocated,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .innerJoin(accounts, eq(accounts.id, orders.account_id))
    .where(
      and(
        isOfSku,
        inArray(orders.status, openStatuses),
        isNull(orders.deleted_at),
        sql`${orderLines.qty_requested} > ${orderLines.qty_cancelled} + ${orderLines.qty_shipped}`,
      ),
    )
    .groupBy(orders.id, accounts.name)
    .orderBy(asc(orders.submitted_at), asc(orders.id))
    .limit(MAX_ROWS);
  const bringing = await db
    .select({
      id: purchaseOrders.id,
      our_reference: purchaseOrders.our_reference,
      supplier: suppliers.name,
      due_on: lineDueOn,
      approved_at: purchaseOrders.approved_at,
      qty_requested: qtyOrdered.mapWith(Number),
      qty_received: purchaseOrderLines.qty_received,
    })
    .from(purchaseOrderLines)
    .innerJoin(purchaseOrders, eq(purchaseOrders.id, purchaseOrderLines.purchase_order_id))
    .innerJoin(suppliers, eq(suppliers.id, purchaseOrders.supplier_id))
    .where(
      and(
        eq(purchaseOrderLines.product_id, id),
        isNull(purchaseOrders.cancelled_at),
        isNull(purchaseOrders.closed_at),
        sql`${purchaseOrderLines.qty_received} < ${qtyOrdered}`,
        isSupply,
      ),
    )
    .orderBy(sql`${isNull(lineDueOn)}`, asc(lineDueOn), desc(purchaseOrders.id))
    .limit(MAX_ROWS);
  return {
    orders: openOrders.map(({ id: order_id, ...order }) => ({
      ...order,
      order_number: orderNumber(order_id),
      qty_short: order.qty_requested - order.qty_allocated,
      url: `/admin/orders/${order.uuid}/edit`,
    })),
    purchase_orders: bringing.map((purchase) => ({
      ...purchase,
      supplier: policy.see_suppliers(ctx.actor) ? purchase.supplier : null,
      qty_due: purchase.qty_requested - purchase.qty_received,
      url: `/admin/purchase-orders/${purchase.id}/edit`,
    })),
  };
}
