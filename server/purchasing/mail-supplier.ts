import { and, asc, eq, inArray } from 'drizzle-orm';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { purchaseOrderFile } from '../../shared/documents/document-urls.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { checkChasePurchaseOrder, checkSendPurchaseOrder, lateLines } from '../../shared/purchasing/mail-supplier.ts';
import type { PurchaseOrder } from '../../shared/purchasing/purchase-order.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid, requireFound } from '../core/problem.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { products, purchaseOrderLines, purchaseOrders, suppliers } from '../db/tables/index.ts';
import type { MailAttachment } from '../db/tables/platform.ts';
import { purchaseOrderChaseEmail, purchaseOrderEmail } from '../mail/email-templates/purchase-order.ts';
import { queueMail, withdrawMails } from '../mail/queue-mail.ts';
import { onPurchaseOrder, supplierSkuOrStyle } from '../suppliers/supplier-sku.ts';
import { findPurchaseOrder, type LockedPurchaseOrder, writePurchaseOrder } from './find-purchase-order.ts';
import { purchaseOrderOf } from './purchase-order-queries.ts';

/** Where an order is mailed: to its contact, else to its supplier’s sales address. */
export interface Recipient {
  to: string;
  supplier: string;
}

/** The recipient of a purchase order; null if the order and its supplier both lack an email address. */
export async function recipientOf(ctx: Ctx, { contact_email, supplier_id }: LockedPurchaseOrder): Promise<Recipient | null> {
  const [row] = await ctx.db
    .select({ name: suppliers.name, sales_email: suppliers.sales_email })
    .from(suppliers)
    .where(eq(suppliers.id, supplier_id));
  const supplier = requireFound(row);
  const to = contact_email?.trim() || supplier.sales_email?.trim();
  return to ? { to, supplier: supplier.name } : null;
}

async function requireRecipient(ctx: Ctx, order: LockedPurchaseOrder): Promise<Recipient> {
  const recipient = await recipientOf(ctx, order);
  if (!recipient) throw invalid({ contact_email: messages.purchase_order_no_address });
  return recipient;
}

const topicsOf = (id: number) => ({ order: `purchase_order:${id}`, chase: `purchase_order_chase:${id}` });

const aboutOrder = (order: LockedPurchaseOrder, supplier: string) => ({
  contact: order.contact_name,
  supplier,
  reference: order.our_reference,
  supplier_reference: order.supplier_reference,
  work_order: order.work_order,
});

const attachmentOf = (order: LockedPurchaseOrder): MailAttachment => ({
  kind: 'purchase_order',
  id: order.id,
  name: `${purchaseOrderFile(order)}.pdf`,
});

/** Mail an order with its PDF, which is drawn when the email is sent. This email replaces a pending one about the same order. */
export async function mailPurchaseOrder(ctx: Ctx, order: LockedPurchaseOrder, { to, supplier }: Recipient): Promise<void> {
  const topic = topicsOf(order.id).order;
  await withdrawMails(ctx, [topic]);
  const ordered = order.lines.map(({ qty_requested, qty_cancelled }) => qty_requested - qty_cancelled).filter((quantity) => quantity > 0);
  const items = ordered.reduce((sum, quantity) => sum + quantity, 0);
  const email = purchaseOrderEmail({ ...aboutOrder(order, supplier), items, lines: ordered.length });
  await queueMail(ctx, { ...email, to, account_id: null, topic, attachment: attachmentOf(order) });
}

/** Withdraw the pending emails about an order that is cancelled or closed, so that its supplier does not deliver on them. */
export const withdrawPurchaseMails = (ctx: Ctx, id: number): Promise<void> => withdrawMails(ctx, Object.values(topicsOf(id)));

/** Mail an approved order to its supplier again. */
export async function sendPurchaseOrder(ctx: Ctx, id: number): Promise<PurchaseOrder> {
  authorize(policy.edit_purchase_orders(ctx.actor));
  const order = await findPurchaseOrder(ctx, id);
  enforce(checkSendPurchaseOrder(order));
  const recipient = await requireRecipient(ctx, order);
  await mailPurchaseOrder(ctx, order, recipient);
  await audit(ctx, 'purchase_order.mailed', { type: 'purchase_order', id }, null, { to: recipient.to });
  return purchaseOrderOf(ctx, id);
}

/** Email the supplier about the late lines of an order, at most once a day. */
export async function chasePurchaseOrder(ctx: Ctx, id: number): Promise<PurchaseOrder> {
  authorize(policy.edit_purchase_orders(ctx.actor));
  const order = await findPurchaseOrder(ctx, id);
  const today = ukDate(ctx.now);
  enforce(checkChasePurchaseOrder(order, order.lines, today));
  const { to, supplier } = await requireRecipient(ctx, order);
  const dates = new Map(lateLines(order, order.lines, today).map(({ id: line_id, due_on }) => [line_id, due_on]));
  const rows = await ctx.db
    .select({
      id: purchaseOrderLines.id,
      sku: products.sku,
      supplier_sku: onPurchaseOrder(supplierSkuOrStyle),
      product: products.name,
      colour: products.variation_colour,
      ...sizeColumns,
      qty_requested: purchaseOrderLines.qty_requested,
      qty_cancelled: purchaseOrderLines.qty_cancelled,
      qty_received: purchaseOrderLines.qty_received,
    })
    .from(purchaseOrderLines)
    .innerJoin(purchaseOrders, eq(purchaseOrders.id, purchaseOrderLines.purchase_order_id))
    .innerJoin(products, eq(products.id, purchaseOrderLines.product_id))
    .where(and(eq(purchaseOrderLines.purchase_order_id, id), inArray(purchaseOrderLines.id, [...dates.keys()])))
    .orderBy(asc(purchaseOrderLines.id));
  const late = rows.map((row) => ({
    ...row,
    size: sizeOf(row),
    due_on: dates.get(row.id) ?? today,
    quantity: row.qty_requested - row.qty_cancelled - row.qty_received,
  }));
  const email = purchaseOrderChaseEmail({ ...aboutOrder(order, supplier), late });
  await queueMail(ctx, { ...email, to, account_id: null, topic: topicsOf(id).chase, attachment: attachmentOf(order) });
  await writePurchaseOrder(ctx, id, { chased_at: ctx.now });
  await audit(ctx, 'purchase_order.chased', { type: 'purchase_order', id }, null, {
    to,
    lines: late.map(({ id: line_id, due_on, quantity }) => ({ line_id, due_on, quantity })),
  });
  return purchaseOrderOf(ctx, id);
}
