import { and, asc, eq, gt } from 'drizzle-orm';
import provider from '../../data/reference/provider.json' with { type: 'json' };
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { policy } from '../../shared/policy.ts';
import { receiptReference } from '../../shared/purchasing/receipt.ts';
import { destinationsOf } from '../../shared/purchasing/receive-lines.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { personNameIfAny } from '../db/person-name.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { products, purchaseOrderLines, purchaseOrders, receiptLines, receipts, suppliers, users } from '../db/tables/index.ts';
import { allocationsOfReceipt, isReceiptOf } from '../purchasing/receipt-parts.ts';
import type { GoodsReceivedNote } from './goods-received-note.ts';

/** Divides the receipt's allocations of a SKU among the receipt's lines of that SKU, beginning with the first. */
function ordersOfLines(
  lines: readonly { product_id: number; qty: number; bin: string | null }[],
  allocations: Awaited<ReturnType<typeof allocationsOfReceipt>>,
): { order_number: string; quantity: number }[][] {
  const rest = allocations.map((allocation) => ({ ...allocation }));
  return lines.map((line) =>
    destinationsOf([line], rest).flatMap(({ order_number, qty, product_id }) => {
      if (order_number === null) return [];
      const allocation = rest.find((one) => one.product_id === product_id && one.order_number === order_number && one.qty > 0);
      if (allocation) allocation.qty -= qty;
      return [{ order_number, quantity: qty }];
    }),
  );
}

/** The facts of the goods received note of a receipt, with the lines of all purchase orders on it. Only callers who may receive goods get them. */
export async function goodsReceivedNoteView(ctx: Ctx, purchase_order_id: number, receipt_id: number): Promise<GoodsReceivedNote> {
  const { db, actor } = ctx;
  authorize(policy.receive_goods(actor));
  const [head] = await db
    .select({
      supplier: suppliers.name,
      delivery_note_number: receipts.delivery_note_number,
      received_at: receipts.created_at,
      received_by: personNameIfAny(users).as('received_by'),
      reversed_at: receipts.reversed_at,
      reverse_reason: receipts.reverse_reason,
    })
    .from(receipts)
    .leftJoin(suppliers, eq(suppliers.id, receipts.supplier_id))
    .leftJoin(users, eq(users.id, receipts.created_by))
    .where(isReceiptOf(receipt_id, purchase_order_id));
  const receipt = requireFound(head);
  const lines = await db
    .select({
      product_id: products.id,
      bin: products.bin,
      sku: products.sku,
      product: products.name,
      colour: products.variation_colour,
      ...sizeColumns,
      our_reference: purchaseOrders.our_reference,
      qty: receiptLines.qty,
    })
    .from(receiptLines)
    .innerJoin(products, eq(products.id, receiptLines.product_id))
    .leftJoin(purchaseOrderLines, eq(purchaseOrderLines.id, receiptLines.purchase_order_line_id))
    .leftJoin(purchaseOrders, eq(purchaseOrders.id, purchaseOrderLines.purchase_order_id))
    .where(and(eq(receiptLines.receipt_id, receipt_id), gt(receiptLines.qty, 0)))
    .orderBy(asc(receiptLines.id));
  const orders = ordersOfLines(lines, await allocationsOfReceipt(ctx, receipt_id));
  return {
    ...receipt,
    reference: receiptReference(receipt_id),
    provider,
    supplier: policy.see_suppliers(actor) ? receipt.supplier : null,
    our_references: [...new Set(lines.flatMap(({ our_reference }) => our_reference ?? []))],
    lines: lines.map((line, n) => ({
      bin: line.bin,
      sku: line.sku,
      product: line.product,
      colour: line.colour,
      size: sizeOf(line),
      our_reference: line.our_reference,
      quantity: line.qty,
      orders: orders[n] ?? [],
    })),
  };
}
