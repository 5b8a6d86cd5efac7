import { eq } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { checkDraft } from '../../shared/supplier-returns/supplier-return.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce } from '../core/problem.ts';
import { supplierReturns } from '../db/tables/index.ts';
import { findSupplierReturn, storedLines } from './find-supplier-return.ts';

/** Delete a draft with its lines. An approved return cannot be deleted. */
export async function deleteSupplierReturn(ctx: Ctx, id: number): Promise<{ id: number; deleted: true }> {
  authorize(policy.return_to_suppliers(ctx.actor));
  const { supplier, ...draft } = await findSupplierReturn(ctx, id);
  enforce(checkDraft(draft));
  const lines = await storedLines(ctx, id);
  await ctx.db.delete(supplierReturns).where(eq(supplierReturns.id, id));
  await audit(ctx, 'supplier_return.deleted', { type: 'supplier_return', id }, { supplier_id: supplier.id, lines });
  return { id, deleted: true };
}
