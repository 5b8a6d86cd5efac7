import { and, count, eq, sql } from 'drizzle-orm';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { checkDraft, type SupplierReturnLine } from '../../shared/supplier-returns/supplier-return.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid, requireFound } from '../core/problem.ts';
import { supplierReturnLines, supplierReturns } from '../db/tables/index.ts';
import { findSupplierReturn } from './find-supplier-return.ts';
import { isOfSupplier, type SupplierReturnLineView, supplierReturnOf } from './supplier-return-queries.ts';

/** Finds a supplier return that is still a draft, so that its lines may be changed. Locks the draft. */
async function findDraft(ctx: Ctx, id: number) {
  authorize(policy.return_to_suppliers(ctx.actor));
  const draft = await findSupplierReturn(ctx, id);
  enforce(checkDraft(draft));
  return draft;
}

const raise = (ctx: Ctx, id: number) =>
  ctx.db
    .update(supplierReturns)
    .set({ version: sql`${supplierReturns.version} + 1` })
    .where(eq(supplierReturns.id, id));

async function enforceProduct(ctx: Ctx, product_id: number | null | undefined, supplier_id: number): Promise<void> {
  if (product_id && !(await isOfSupplier(ctx, product_id, supplier_id))) throw invalid({ product_id: messages.not_of_supplier });
}

const lineOf = async (ctx: Ctx, id: number, line_id: number): Promise<SupplierReturnLineView> =>
  requireFound((await supplierReturnOf(ctx, id)).lines.find((line) => line.id === line_id));

/** Add a line to a draft, empty or with the given fields. */
export async function addSupplierReturnLine(ctx: Ctx, id: number, line: SupplierReturnLine): Promise<SupplierReturnLineView> {
  const { supplier_id } = await findDraft(ctx, id);
  await enforceProduct(ctx, line.product_id, supplier_id);
  const [product] = await ctx.db.select({ n: count() }).from(supplierReturnLines).where(eq(supplierReturnLines.supplier_return_id, id));
  if ((product?.n ?? 0) >= limits.supplier_return_lines) throw invalid({ lines: messages.supplier_return_full(limits.supplier_return_lines) });
  const values = { product_id: line.product_id ?? null, qty_requested: line.qty_requested ?? 0, reason: line.reason || null };
  const [newLine] = await ctx.db
    .insert(supplierReturnLines)
    .values({ supplier_return_id: id, ...values })
    .returning({ id: supplierReturnLines.id });
  const { id: line_id } = requireFound(newLine);
  await raise(ctx, id);
  await audit(ctx, 'supplier_return.line_added', { type: 'supplier_return', id }, null, { line_id, ...values });
  return lineOf(ctx, id, line_id);
}

async function findLine(ctx: Ctx, id: number, line_id: number) {
  const [line] = await ctx.db
    .select({ product_id: supplierReturnLines.product_id, qty_requested: supplierReturnLines.qty_requested, reason: supplierReturnLines.reason })
    .from(supplierReturnLines)
    .where(and(eq(supplierReturnLines.id, line_id), eq(supplierReturnLines.supplier_return_id, id)));
  return requireFound(line);
}

/** Set the SKU, the quantity or the reason of a draft's line. */
export async function changeSupplierReturnLine(ctx: Ctx, id: number, line_id: number, change: SupplierReturnLine): Promise<SupplierReturnLineView> {
  const { supplier_id } = await findDraft(ctx, id);
  const before = await findLine(ctx, id, line_id);
  await enforceProduct(ctx, change.product_id, supplier_id);
  const after = {
    product_id: change.product_id === undefined ? before.product_id : change.product_id,
    qty_requested: change.qty_requested ?? before.qty_requested,
    reason: change.reason === undefined ? before.reason : change.reason || null,
  };
  await ctx.db.update(supplierReturnLines).set(after).where(eq(supplierReturnLines.id, line_id));
  await raise(ctx, id);
  await audit(ctx, 'supplier_return.line_changed', { type: 'supplier_return', id }, { line_id, ...before }, { line_id, ...after });
  return lineOf(ctx, id, line_id);
}

/** Remove a line from a draft. */
export async function deleteSupplierReturnLine(ctx: Ctx, id: number, line_id: number): Promise<{ id: number; deleted: true }> {
  await findDraft(ctx, id);
  const before = await findLine(ctx, id, line_id);
  await ctx.db.delete(supplierReturnLines).where(eq(supplierReturnLines.id, line_id));
  await raise(ctx, id);
  await audit(ctx, 'supplier_return.line_deleted', { type: 'supplier_return', id }, { line_id, ...before });
  return { id: line_id, deleted: true };
}
