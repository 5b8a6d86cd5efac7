import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { decorationsOf } from '../../shared/clothing-sets/decorations.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { tenthsSent } from '../../shared/money.ts';
import { policy } from '../../shared/policy.ts';
import { checkCancelPart, checkDeleteLine } from '../../shared/purchasing/change-lines.ts';
import { checkDraft, checkOpen } from '../../shared/purchasing/editable.ts';
import type { NewPurchaseOrderLine, PurchaseOrderLine, PurchaseOrderLineChange } from '../../shared/purchasing/purchase-order.ts';
import { chosenDecoration } from '../../shared/purchasing/work-order.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid, requireFound } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { isSku } from '../db/sku-columns.ts';
import { clothingSets, products, purchaseOrderLines, purchaseOrders } from '../db/tables/index.ts';
import { announcingDates } from './announce-dates.ts';
import { findPurchaseOrder, type LockedPurchaseOrder, type StoredLine, writePurchaseOrder } from './find-purchase-order.ts';
import { decorationOf } from './line-decoration.ts';
import { listDiscrepanciesOfLine } from './list-discrepancies.ts';
import { purchaseOrderOf } from './purchase-order-queries.ts';

/** A line as it is sent, with its price in tenths of a penny. */
type LineInput = Omit<NewPurchaseOrderLine, 'unit_price'>;
/** Columns of a line that are written. The database computes the pence of its price. */
type LineColumns = Partial<Omit<StoredLine, 'unit_price'>>;

function lineInput({ unit_price, unit_price_tenths, ...input }: NewPurchaseOrderLine, stored: Parameters<typeof tenthsSent>[1]): LineInput {
  const tenths = tenthsSent({ pence: unit_price, tenths: unit_price_tenths }, stored);
  return { ...input, ...(tenths !== undefined && { unit_price_tenths: tenths }) };
}

/** The prices of a SKU; refuses an id that is not a SKU's. */
async function requireSku(ctx: Ctx, product_id: number, field: keyof NewPurchaseOrderLine = 'product_id') {
  const [sku] = await ctx.db
    .select({ cost: products.cost, supplier_price_tenths: products.supplier_price_tenths })
    .from(products)
    .where(and(eq(products.id, product_id), isNull(products.deleted_at), isSku));
  if (!sku) throw invalid({ [field]: messages.choose_sku });
  return sku;
}

/** What the supplier of a purchase order charges for a SKU, in tenths of a penny. */
async function priceOf(ctx: Ctx, product_id: number): Promise<number> {
  const { supplier_price_tenths, cost } = await requireSku(ctx, product_id);
  return supplier_price_tenths ?? cost * 10;
}

/** 422 unless the clothing set of a line belongs to the account of the order. */
async function enforceSet(ctx: Ctx, account_id: number | null, id: number | null | undefined): Promise<void> {
  if (!id) return;
  const ofAccount = and(eq(clothingSets.id, id), eq(clothingSets.account_id, account_id ?? 0), isNull(clothingSets.deleted_at));
  if (!(await ctx.db.$count(clothingSets, ofAccount))) throw invalid({ clothing_set_id: messages.set_of_other_account });
}

/** The work of a work order's line: the product that comes back, the one that is sent out, the clothing set and the decoration. */
type Work = Pick<StoredLine, 'product_id' | 'source_product_id' | 'clothing_set_id' | 'decoration'>;

/** The decorations that a set has for a product, each on its own line. */
async function decorationsFor(ctx: Ctx, { product_id, clothing_set_id }: Work): Promise<string | null> {
  if (product_id === null || clothing_set_id === null) return null;
  const [row] = await ctx.db
    .select({ decoration: decorationOf(sql`${clothingSets.id}`) })
    .from(products)
    .innerJoin(clothingSets, eq(clothingSets.id, clothing_set_id))
    .where(eq(products.id, product_id));
  return row?.decoration ?? null;
}

/** This decorator's latest price for a decoration, in tenths of a penny; null if there is none. */
async function priceOfDecoration(ctx: Ctx, supplier_id: number, decoration: string | null): Promise<number | null> {
  if (decoration === null) return null;
  const [line] = await ctx.db
    .select({ unit_price_tenths: purchaseOrderLines.unit_price_tenths })
    .from(purchaseOrderLines)
    .innerJoin(purchaseOrders, eq(purchaseOrders.id, purchaseOrderLines.purchase_order_id))
    .where(
      and(
        eq(purchaseOrders.supplier_id, supplier_id),
        eq(purchaseOrderLines.decoration, decoration),
        isNotNull(purchaseOrderLines.unit_price_tenths),
      ),
    )
    .orderBy(desc(purchaseOrderLines.id))
    .limit(1);
  return line?.unit_price_tenths ?? null;
}

/**
 * The columns of a work order's line with the sent values. Unless another source is given, the line sends out the SKU that comes back. The
 * decoration has to be in the line's clothing set. If the decoration changes and no price is sent, the line gets the latest price that this
 * decorator charged for the decoration, without the cost of the garment.
 */
async function workColumns(ctx: Ctx, order: LockedPurchaseOrder, line: Work, input: LineInput): Promise<LineColumns> {
  const { product_id = line.product_id, clothing_set_id = line.clothing_set_id } = input;
  const isSameAsProduct = line.source_product_id === null || line.source_product_id === line.product_id;
  const source_product_id = input.source_product_id ?? (isSameAsProduct ? product_id : line.source_product_id);
  if (source_product_id !== null) await requireSku(ctx, source_product_id, 'source_product_id');
  if (product_id !== null) await requireSku(ctx, product_id);
  const offered = await decorationsFor(ctx, { product_id, source_product_id, clothing_set_id, decoration: null });
  if (input.decoration && !decorationsOf(offered).includes(input.decoration)) throw invalid({ decoration: messages.decoration_of_set });
  const decoration = chosenDecoration(offered, input.decoration === undefined ? line.decoration : input.decoration);
  const isNew = decoration !== line.decoration;
  const unit_price_tenths = isNew && input.unit_price_tenths === undefined ? await priceOfDecoration(ctx, order.supplier_id, decoration) : null;
  return { source_product_id, decoration, ...(unit_price_tenths !== null && { unit_price_tenths }) };
}

/** The columns that store `input` for a line. Only a line of a work order names the SKU that is sent out and the decoration that the SKU gets. */
async function columnsFor(ctx: Ctx, order: LockedPurchaseOrder, line: Work, input: LineInput): Promise<LineColumns> {
  if (order.work_order) return { ...input, ...(await workColumns(ctx, order, line, input)) };
  const isNewProduct = input.product_id !== undefined && input.product_id !== line.product_id;
  const unit_price_tenths = isNewProduct && input.product_id ? await priceOf(ctx, input.product_id) : undefined;
  return { ...(unit_price_tenths !== undefined && { unit_price_tenths }), ...input, source_product_id: null, decoration: null };
}

const answer = async (ctx: Ctx, id: number, line_id: number): Promise<PurchaseOrderLine> =>
  requireFound((await purchaseOrderOf(ctx, id)).lines.find((line) => line.id === line_id));

/**
 * Add a line to a draft: an empty one, or with the given fields. If no price is sent, the line gets the supplier’s price for the SKU, or the
 * decorator’s latest price for the decoration.
 */
export async function addPurchaseOrderLine(ctx: Ctx, id: number, input: NewPurchaseOrderLine): Promise<PurchaseOrderLine> {
  authorize(policy.edit_purchase_orders(ctx.actor));
  const order = await findPurchaseOrder(ctx, id);
  enforce(checkDraft(order));
  if (order.lines.length >= limits.purchase_order_lines) throw invalid({ lines: messages.purchase_order_full(limits.purchase_order_lines) });
  await enforceSet(ctx, order.account_id, input.clothing_set_id);
  const empty = { product_id: null, source_product_id: null, clothing_set_id: null, decoration: null };
  const values = { ...(await columnsFor(ctx, order, empty, lineInput(input, {}))) };
  const [row] = await ctx.db
    .insert(purchaseOrderLines)
    .values({ purchase_order_id: id, ...values })
    .returning({ id: purchaseOrderLines.id });
  const line_id = requireFound(row).id;
  await writePurchaseOrder(ctx, id);
  await audit(ctx, 'purchase_order.line_added', { type: 'purchase_order', id }, null, { line_id, ...values });
  return answer(ctx, id, line_id);
}

const workFields = ['product_id', 'source_product_id', 'clothing_set_id', 'decoration'] as const;

/** The columns of `line` that `change` updates. */
async function changedColumns(ctx: Ctx, order: LockedPurchaseOrder, line: StoredLine, sent: NewPurchaseOrderLine): Promise<LineColumns> {
  const change = lineInput(sent, { pence: line.unit_price, tenths: line.unit_price_tenths });
  if (change.clothing_set_id !== line.clothing_set_id) await enforceSet(ctx, order.account_id, change.clothing_set_id);
  const isWork = workFields.some((field) => change[field] !== undefined && change[field] !== line[field]);
  const columns = order.work_order && !isWork ? change : await columnsFor(ctx, order, line, change);
  return Object.fromEntries(Object.entries(columns).filter(([name, value]) => value !== undefined && value !== line[name as keyof StoredLine]));
}

/**
 * Change a line. In a draft every field of the line can be changed; in an approved order only its date, and how many of its items are
 * cancelled.
 */
export async function changePurchaseOrderLine(ctx: Ctx, id: number, line_id: number, change: PurchaseOrderLineChange): Promise<PurchaseOrderLine> {
  authorize(policy.edit_purchase_orders(ctx.actor));
  const order = await findPurchaseOrder(ctx, id);
  const line = requireFound(order.lines.find((one) => one.id === line_id));
  enforce(checkOpen(order));
  const { qty_cancelled = line.qty_cancelled, version, ...fields } = change;
  await enforceVersion(ctx, version, order, () => purchaseOrderOf(ctx, id));
  const columns = await changedColumns(ctx, order, line, fields);
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
  const { product_id, qty_requested, unit_price_tenths } = line;
  const before = { line_id, product_id, qty_requested, unit_price_tenths };
  await audit(ctx, 'purchase_order.line_deleted', { type: 'purchase_order', id }, before);
  return { id: line_id, deleted: true };
}
