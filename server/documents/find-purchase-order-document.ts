import { and, asc, eq, isNotNull } from 'drizzle-orm';
import provider from '../../data/reference/provider.json' with { type: 'json' };
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { alias, type Db } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { accounts, clothingSets, products, purchaseOrderLines, purchaseOrders, suppliers, users } from '../db/tables/index.ts';
import { deliverTo } from '../purchasing/deliver-to.ts';
import { lineDecoration } from '../purchasing/line-decoration.ts';
import { lineDueOn, qtyOrdered } from '../stock/qty-owed.ts';
import { onPurchaseOrder, supplierSkuOrStyle } from '../suppliers/supplier-sku.ts';
import type { PurchaseOrderDocument } from './purchase-order-document.ts';

/** The facts of a purchase order’s document. Only callers who may edit purchase orders get them, because the document has the prices. */
export function purchaseOrderDocumentView({ db, actor }: Ctx, id: number): Promise<PurchaseOrderDocument> {
  authorize(policy.edit_purchase_orders(actor));
  return findPurchaseOrderDocument(db, id);
}

/** As `purchaseOrderDocumentView`, for a work order only; 404 if the order is not a work order. */
export async function workOrderDocumentView(ctx: Ctx, id: number): Promise<PurchaseOrderDocument> {
  const order = await purchaseOrderDocumentView(ctx, id);
  return requireFound(order.work_order ? order : undefined);
}

const source = alias(products, 'source');

const linesOf = (db: Db, id: number) =>
  db
    .select({
      supplier_sku: onPurchaseOrder(supplierSkuOrStyle),
      sku: products.sku,
      product: products.name,
      colour: products.variation_colour,
      ...sizeColumns,
      notes: purchaseOrderLines.notes,
      decoration: lineDecoration,
      source_sku: source.sku,
      source_name: source.name,
      due_on: lineDueOn,
      quantity: qtyOrdered.mapWith(Number),
      qty_cancelled: purchaseOrderLines.qty_cancelled,
      unit_price_tenths: purchaseOrderLines.unit_price_tenths,
    })
    .from(purchaseOrderLines)
    .innerJoin(purchaseOrders, eq(purchaseOrders.id, purchaseOrderLines.purchase_order_id))
    .innerJoin(products, eq(products.id, purchaseOrderLines.product_id))
    .leftJoin(source, eq(source.id, purchaseOrderLines.source_product_id))
    .leftJoin(clothingSets, eq(clothingSets.id, purchaseOrderLines.clothing_set_id))
    .where(and(eq(purchaseOrderLines.purchase_order_id, id), isNotNull(purchaseOrderLines.product_id)))
    .orderBy(asc(purchaseOrderLines.id));

/**
 * The facts of a purchase order’s document, without lines that have no product. This function checks no permission, because the email to the supplier
 * also calls it; `purchaseOrderDocumentView` checks the permission of a caller.
 */
export async function findPurchaseOrderDocument(db: Db, id: number): Promise<PurchaseOrderDocument> {
  const [head] = await db
    .select({
      order: {
        our_reference: purchaseOrders.our_reference,
        supplier_reference: purchaseOrders.supplier_reference,
        work_order: purchaseOrders.work_order,
        contact_email: purchaseOrders.contact_email,
        approved_at: purchaseOrders.approved_at,
        cancelled_at: purchaseOrders.cancelled_at,
        public_notes: purchaseOrders.public_notes,
      },
      delivery_address: purchaseOrders.delivery_address,
      client: accounts.name,
      approver: personName(users).as('approver'),
      supplier: {
        name: suppliers.name,
        code: suppliers.code,
        contact_name: purchaseOrders.contact_name,
        contact_phone: purchaseOrders.contact_phone,
        address_line_1: suppliers.address_line_1,
        address_line_2: suppliers.address_line_2,
        address_line_3: suppliers.address_line_3,
        postcode: suppliers.address_line_4,
      },
    })
    .from(purchaseOrders)
    .innerJoin(suppliers, eq(suppliers.id, purchaseOrders.supplier_id))
    .leftJoin(accounts, eq(accounts.id, purchaseOrders.account_id))
    .leftJoin(users, eq(users.id, purchaseOrders.approved_by))
    .where(eq(purchaseOrders.id, id));
  const { order, delivery_address, client, approver, supplier } = requireFound(head);
  const lines = await linesOf(db, id);
  return {
    ...order,
    provider,
    supplier: { ...supplier, address_line_1: supplier.address_line_1 ?? '', postcode: supplier.postcode ?? '' },
    deliver_to: { ...deliverTo(delivery_address), contact_phone: delivery_address ? null : provider.contact_phone },
    client: order.work_order ? client : null,
    approver: order.approved_at ? approver : null,
    lines: lines.map(({ source_sku, source_name, ...line }) => ({
      ...line,
      decoration: order.work_order ? line.decoration : null,
      goes_out: source_sku === null ? null : { sku: source_sku, product: source_name ?? '' },
      size: sizeOf(line),
    })),
  };
}
