import { and, eq, isNull } from 'drizzle-orm';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import type { NewPurchaseOrderLine, PurchaseOrderLine, PurchaseOrderLineChange } from '../../shared/purchasing/purchase-order.ts';
import { checkCancelPart, checkDeleteLine, checkDraft, checkOpen } from '../../shared/purchasing/rules.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid, requireFound } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { isSku } from '../db/sku-columns.ts';
import { clothingSets, products, purchaseOrderLines } from '../db/tables/index.ts';
import { announcingDates } from './announce-dates.ts';
import { findPurchaseOrder, type StoredLine, writePurchaseOrder } from './find-purchase-order.ts';
import { listDiscrepanciesOfLine } from './list-discrepancies.ts';
import { purchaseOrderOf } from './purchase-order-queries.ts';

/** What the supplier charges for a SKU; refuses what is no SKU. */
async function priceOf(ctx: Ctx, product_id: number): Promise<number> {
  const [sku] = await ctx.db
    .select({ cost: products.cost, supplier_price: products.supplier_price })
    .from(products)
    .where(and(eq(products.id, product_id), isNull(products.deleted_at), isSku));
  if (!sku) throw invalid({ product_id: messages.choose_sku });
  return sku.supplier_price ?? sku.cost;
}

/** A line’s clothing set is one of the account that the order is for. */
async function enforceSet(ctx: Ctx, account_id: number | null, id: number | null | undefined): Promise<void> {
  if (!id) return;
  const ofAccount = and(eq(clothingSets.id, id), eq(clothingSets.account_id, account_id ?? 0), isNull(clothingSets.deleted_at));
  if (!(await ctx.db.$count(clothingSets, ofAccount))) throw invalid({ clothing_set_id: messages.set_of_other_account });
}

const answer = async (ctx: Ctx, id: number, line_id: number): Promise<PurchaseOrderLine> =>
  requireFound((await purchaseOrderOf(ctx, id)).lines.find((line) => line.id === line_id));

/** Add a line to a draft: an empty one, or with the given fields. A SKU without a price gets the supplier’s. */
export async function addPurchaseOrderLine(ctx: Ctx, id: number, input: NewPurchaseOrderLine): Promise<PurchaseOrderLine> {
  authorize(policy.edit_purchase_orders(ctx.actor));
  const order = await findPurchaseOrder(ctx, id);
  enforce(checkDraft(order));
  if (order.lines.length >= limits.purchase_order_lines) throw invalid({ lines: messages.purchase_order_full(limits.purchase_order_lines) });
  await enforceSet(ctx, order.account_id, input.clothing_set_id);
  const price = input.product_id ? await priceOf(ctx, input.product_id) : null;
  const values = { ...input, unit_price: input.unit_price === undefined ? price : input.unit_price };
  const [row] = await ctx.db
    .insert(purchaseOrderLines)
    .values({ purchase_order_id: id, ...values })
    .returning({ id: purchaseOrderLines.id });
  const line_id = requireFound(row).id;
  await writePurchaseOrder(ctx, id);
  await audit(ctx, 'purchase_order.line_added', { type: 'purchase_order', id }, null, { line_id, ...values });
  return answer(ctx, id, line_id);
}

/** The columns of a line that a change writes. */
async function changedColumns(ctx: Ctx, account_id: number | null, line: StoredLine, change: NewPurchaseOrderLine): Promise<Partial<StoredLine>> {
  const isNewProduct = change.product_id !== undefined && change.product_id !== line.product_id;
  const price = isNewProduct && change.product_id ? await priceOf(ctx, change.product_id) : undefined;
  const columns = { ...(price !== undefined && { unit_price: price }), ...change };
  if (columns.clothing_set_id !== line.clothing_set_id) await enforceSet(ctx, account_id, columns.clothing_set_id);
  return Object.fromEntries(Object.entries(columns).filter(([name, value]) => value !== undefined && value !== line[name as keyof StoredLine]));
}

/**
 * Change a line. In a draft everything of it can be changed; of an approved order only its date, and how many items will not
 * come.
 */
export async function changePurchaseOrderLine(ctx: Ctx, id: number, line_id: number, change: PurchaseOrderLineChange): Promise<PurchaseOrderLine> {
  authorize(policy.edit_purchase_orders(ctx.actor));
  const order = await findPurchaseOrder(ctx, id);
  const line = requireFound(order.lines.find((one) => one.id === line_id));
  enforce(checkOpen(order));
  const { qty_cancelled = line.qty_cancelled, version, ...fields } = change;
  await enforceVersion(ctx, version, order, () => purchaseOrderOf(ctx, id));
  const columns = await changedColumns(ctx, order.account_id, line, fields);
  const names = Object.keys(columns) as (keyof typeof columns)[];
  if (names.some((name) => name !== 'due_on')) enforce(checkDraft(order));
  const isCancelled = qty_cancelled !== line.qty_cancelled;
  if (isCancelled) enforce(checkCancelPart(order, line, qty_cancelled));
  if (!names.length && !isCancelled) return answer(ctx, id, line_id);

  await announcingDates(ctx, { ...order, lines: [line] }, () =>
    ctx.db
      .update(purchaseOrderLines)
      .set({ ...columns, qty_cancelled })
      .where(eq(purchaseOrderLines.id, line_id)),
  );
  if (isCancelled) await listDiscrepanciesOfLine(ctx, line_id);
  await writePurchaseOrder(ctx, id);
  const subject = { type: 'purchase_order', id } as const;
  const before = Object.fromEntries(names.map((name) => [name, line[name]]));
  if (names.length) await audit(ctx, 'purchase_order.line_changed', subject, { line_id, ...before }, { line_id, ...columns });
  if (isCancelled)
    await audit(ctx, 'purchase_order.line_cancelled', subject, { line_id, qty_cancelled: line.qty_cancelled }, { line_id, qty_cancelled });
  return answer(ctx, id, line_id);
}

/** Remove a line from a draft. */
export async function deletePurchaseOrderLine(ctx: Ctx, id: number, line_id: number): Promise<{ id: number; deleted: true }> {
  authorize(policy.edit_purchase_orders(ctx.actor));
  const order = await findPurchaseOrder(ctx, id);
  const line = requireFound(order.lines.find((one) => one.id === line_id));
  enforce(checkDeleteLine(order, line));
  await ctx.db.delete(purchaseOrderLines).where(eq(purchaseOrderLines.id, line_id));
  await writePurchaseOrder(ctx, id);
  const { product_id, qty_requested, unit_price } = line;
  const before = { line_id, product_id, qty_requested, unit_price };
  await audit(ctx, 'purchase_order.line_deleted', { type: 'purchase_order', id }, before);
  return { id: line_id, deleted: true };
}
