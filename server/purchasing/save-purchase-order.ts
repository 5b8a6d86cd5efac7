import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { checkDraft, checkOpen } from '../../shared/purchasing/editable.ts';
import {
  type ChangedPurchaseOrder,
  isGivenReference,
  type NewPurchaseOrder,
  type PurchaseOrder,
  type PurchaseOrderChange,
  purchaseOrderReference,
} from '../../shared/purchasing/purchase-order.ts';
import type { receiptFields } from '../../shared/purchasing/receipt.ts';
import { allow } from '../../shared/verdict.ts';
import { audit } from '../audit/audit.ts';
import { didLast } from '../audit/is-done.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid, requireFound } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { accounts, products, purchaseOrderLines, purchaseOrders, suppliers } from '../db/tables/index.ts';
import { announcingDates } from './announce-dates.ts';
import { changeStage, isStageDone } from './change-stage.ts';
import { findPurchaseOrder, type LockedPurchaseOrder, writePurchaseOrder } from './find-purchase-order.ts';
import { purchaseOrderOf } from './purchase-order-queries.ts';
import { receiveOrder } from './receive-order.ts';
import { enforceNothingOut, sendOut, takeBackUndecorated } from './work-order.ts';

/** The defaults that a new purchase order gets from its supplier, as columns of a query on `suppliers`. */
export const supplierDefaults = {
  contact_name: suppliers.contact_name,
  contact_phone: suppliers.sales_phone,
  contact_email: suppliers.sales_email,
  work_order: suppliers.work_order,
};

/** The defaults that a purchase order gets from its supplier. Refuses an archived supplier. */
async function fromSupplier(ctx: Ctx, supplier_id: number) {
  const [supplier] = await ctx.db
    .select(supplierDefaults)
    .from(suppliers)
    .where(and(eq(suppliers.id, supplier_id), isNull(suppliers.archived_at)));
  if (!supplier) throw invalid({ supplier_id: messages.unknown_supplier });
  return supplier;
}

async function enforceAccount(ctx: Ctx, account_id: number | null | undefined): Promise<void> {
  if (!account_id) return;
  const isActive = and(eq(accounts.id, account_id), isNull(accounts.deleted_at));
  if (!(await ctx.db.$count(accounts, isActive))) throw invalid({ account_id: messages.unknown_account });
}

/** Refuses a reference that looks generated, and a reference that another order has. */
async function enforceReference(ctx: Ctx, our_reference: string, id?: number): Promise<void> {
  if (isGivenReference(our_reference)) throw invalid({ our_reference: messages.purchase_order_reference_given });
  const others = and(eq(purchaseOrders.our_reference, our_reference), id === undefined ? undefined : ne(purchaseOrders.id, id));
  if (await ctx.db.$count(purchaseOrders, others)) throw invalid({ our_reference: messages.purchase_order_reference_taken });
}

/** Create a draft of a purchase order, or of a work order if the supplier takes work orders. Contact details default to the supplier’s. */
export async function createPurchaseOrder(ctx: Ctx, { our_reference, ...input }: NewPurchaseOrder): Promise<PurchaseOrder> {
  authorize(policy.edit_purchase_orders(ctx.actor));
  const values = { ...(await fromSupplier(ctx, input.supplier_id)), ...input };
  await enforceAccount(ctx, input.account_id);
  if (our_reference) await enforceReference(ctx, our_reference);
  const [row] = await ctx.db
    .insert(purchaseOrders)
    .values({ ...values, our_reference: our_reference || randomUUID(), created_by: ctx.actor.id, created_at: ctx.now })
    .onConflictDoNothing()
    .returning({ id: purchaseOrders.id });
  if (!row) throw invalid({ our_reference: messages.purchase_order_reference_taken });
  const { id } = row;
  const reference = our_reference || purchaseOrderReference(id);
  if (!our_reference) await ctx.db.update(purchaseOrders).set({ our_reference: reference }).where(eq(purchaseOrders.id, id));
  await audit(ctx, 'purchase_order.created', { type: 'purchase_order', id }, null, { our_reference: reference, ...values });
  return purchaseOrderOf(ctx, id);
}

type Header = Omit<
  PurchaseOrderChange,
  'approved' | 'cancelled' | 'closed' | 'send' | 'sent_out' | 'not_decorated' | 'version' | keyof typeof receiptFields.shape
>;

/**
 * The columns that a change of the header writes. With a new supplier, the order also gets the supplier's contact and kind of order, except in fields
 * that the header names.
 */
async function changedColumns(ctx: Ctx, order: LockedPurchaseOrder, { our_reference, ...header }: Header) {
  const isNewSupplier = header.supplier_id !== undefined && header.supplier_id !== order.supplier_id;
  const reference =
    our_reference === undefined || our_reference === order.our_reference ? undefined : our_reference || purchaseOrderReference(order.id);
  if (isNewSupplier || reference !== undefined) enforce(checkDraft(order));
  const supplier = isNewSupplier ? await fromSupplier(ctx, requireFound(header.supplier_id)) : {};
  if (header.account_id !== undefined && header.account_id !== order.account_id) {
    if (order.lines.some(({ clothing_set_id }) => clothing_set_id !== null)) throw invalid({ account_id: messages.sets_keep_account });
    await enforceAccount(ctx, header.account_id);
  }
  if (reference !== undefined && our_reference) await enforceReference(ctx, reference, order.id);
  return { ...supplier, ...header, ...(reference !== undefined && { our_reference: reference }) };
}

/**
 * Revise the lines of a draft that becomes a work order or a purchase order. In a work order, each line sends out the SKU that it brings back, and
 * has no price until a decoration is chosen. In a purchase order, each line buys its SKU at the supplier's price, else at the SKU's cost.
 */
const reviseLines = (ctx: Ctx, id: number, work_order: boolean) =>
  ctx.db
    .update(purchaseOrderLines)
    .set({
      decoration: null,
      ...(work_order
        ? { source_product_id: sql`${purchaseOrderLines.product_id}`, unit_price_tenths: null }
        : {
            source_product_id: null,
            unit_price_tenths: sql`(select coalesce(supplier_price_tenths, cost * 10) from ${products} where ${products.id} = ${purchaseOrderLines.product_id})`,
          }),
    })
    .where(eq(purchaseOrderLines.purchase_order_id, id));

async function changeHeader(ctx: Ctx, order: LockedPurchaseOrder, header: Header): Promise<void> {
  enforce(checkOpen(order));
  const columns = await changedColumns(ctx, order, header);
  const names = (Object.keys(columns) as (keyof typeof columns)[]).filter((name) => JSON.stringify(columns[name]) !== JSON.stringify(order[name]));
  if (!names.length) return;
  const before = Object.fromEntries(names.map((name) => [name, order[name]]));
  const after = Object.fromEntries(names.map((name) => [name, columns[name]]));
  const write = async () => {
    await writePurchaseOrder(ctx, order.id, after);
    if ('work_order' in after) await reviseLines(ctx, order.id, Boolean(after.work_order));
  };
  if (names.includes('due_on')) await announcingDates(ctx, order, write);
  else await write();
  await audit(ctx, 'purchase_order.changed', { type: 'purchase_order', id: order.id }, before, after);
}

/**
 * Send garments of a work order to the decorator. A repeated request with the same version changes nothing and is answered with the present order.
 */
async function sendOutOnce(ctx: Ctx, id: number, { sent_out = [], version }: PurchaseOrderChange): Promise<PurchaseOrder> {
  authorize(policy.edit_purchase_orders(ctx.actor));
  const order = await findPurchaseOrder(ctx, id);
  const isSame = ({ lines }: { lines: readonly object[] }) =>
    isDeepStrictEqual(
      lines,
      sent_out.map(({ line_id, quantity: qty }) => ({ line_id, qty })),
    );
  const isRepeated = version === order.version - 1 && (await didLast(ctx, ['purchase_order.sent_out'], { type: 'purchase_order', id }, isSame));
  if (isRepeated) return purchaseOrderOf(ctx, id);
  await enforceVersion(ctx, version, order, () => purchaseOrderOf(ctx, id));
  await sendOut(ctx, order, sent_out);
  return purchaseOrderOf(ctx, id);
}

/** Change the header of a purchase order; approve, cancel or close it; send garments of a work order out; or receive goods of an order. */
export async function changePurchaseOrder(ctx: Ctx, id: number, change: PurchaseOrderChange): Promise<ChangedPurchaseOrder> {
  const { lines, delivery_note_number, confirm_over_receipt, ...changeOfOrder } = change;
  if (lines) return receiveOrder(ctx, id, { lines, delivery_note_number, confirm_over_receipt, version: change.version });
  if (change.sent_out) return sendOutOnce(ctx, id, change);
  authorize(policy.edit_purchase_orders(ctx.actor));
  const order = await findPurchaseOrder(ctx, id);
  const { version, approved, cancelled, closed, send = true, sent_out: _, not_decorated = [], ...header } = changeOfOrder;
  const transition = approved ? 'approve' : cancelled ? 'cancel' : closed ? 'close' : null;
  if (!transition) enforce(not_decorated.length ? allow : checkOpen(order));
  else if (await isStageDone(ctx, order, transition, { send, header })) return purchaseOrderOf(ctx, id);
  await enforceVersion(ctx, version, order, () => purchaseOrderOf(ctx, id));
  const isHeader = Object.keys(header).length > 0;
  if (isHeader) await changeHeader(ctx, order, header);
  if (transition === 'cancel' || transition === 'close') enforceNothingOut(order, not_decorated);
  await takeBackUndecorated(ctx, order, not_decorated, { isClosed: transition === 'close' });
  const isChanged = isHeader || not_decorated.length > 0;
  if (transition) await changeStage(ctx, isChanged ? await findPurchaseOrder(ctx, id) : order, transition, send);
  return purchaseOrderOf(ctx, id);
}
