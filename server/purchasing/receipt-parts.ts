import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { among, idList } from '../db/among.ts';
import type { Db } from '../db/db.ts';
import { orderLines, orders, purchaseOrderLines, receiptAllocations, receiptLines, receipts } from '../db/tables/index.ts';

/** The SQL condition on `receipts`: the receipt has lines of the purchase order `id`. */
export const isReceivedOn = (id: number): SQL =>
  sql`exists (select 1 from ${receiptLines} join ${purchaseOrderLines} on ${purchaseOrderLines.id} = ${receiptLines.purchase_order_line_id}
    where ${receiptLines.receipt_id} = ${receipts.id} and ${purchaseOrderLines.purchase_order_id} = ${id})`;

/** The SQL condition on `receipts`: the receipt is `receipt_id` and has lines of the purchase order. */
export const isReceiptOf = (receipt_id: number, purchase_order_id: number): SQL | undefined =>
  and(eq(receipts.id, receipt_id), isReceivedOn(purchase_order_id));

/** The items of a receipt that are allocated to waiting orders, the earliest allocation first. `product_ids` limits the result to these SKUs. */
export async function allocationsOfReceipt({ db }: { db: Db }, receipt_id: number, product_ids?: readonly number[]) {
  const allocations = await db
    .select({ product_id: receiptAllocations.product_id, order_id: orderLines.order_id, order_uuid: orders.uuid, qty: receiptAllocations.qty })
    .from(receiptAllocations)
    .innerJoin(orderLines, eq(orderLines.id, receiptAllocations.order_line_id))
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .where(and(eq(receiptAllocations.receipt_id, receipt_id), product_ids ? among(receiptAllocations.product_id, idList(product_ids)) : undefined))
    .orderBy(asc(receiptAllocations.id));
  return allocations.map(({ order_id, ...allocation }) => ({ ...allocation, order_number: orderNumber(order_id) }));
}
