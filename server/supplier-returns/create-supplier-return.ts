import { and, eq, isNull } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import type { NewSupplierReturn } from '../../shared/supplier-returns/supplier-return.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, requireFound } from '../core/problem.ts';
import { supplierReturns, suppliers } from '../db/tables/index.ts';
import { type SupplierReturnView, supplierReturnOf } from './supplier-return-queries.ts';

/** Create a draft of a return to a supplier. The supplier gets an email on approval, unless `email` is false or the supplier has no address. */
export async function createSupplierReturn(ctx: Ctx, { supplier_id, email }: NewSupplierReturn): Promise<SupplierReturnView> {
  authorize(policy.return_to_suppliers(ctx.actor));
  const [supplier] = await ctx.db
    .select({ sales_email: suppliers.sales_email })
    .from(suppliers)
    .where(and(eq(suppliers.id, supplier_id), isNull(suppliers.archived_at)));
  if (!supplier) throw invalid({ supplier_id: messages.unknown_supplier });
  const [newReturn] = await ctx.db
    .insert(supplierReturns)
    .values({ supplier_id, creator_id: ctx.actor.id, email: email ?? supplier.sales_email !== null, created_at: ctx.now })
    .returning({ id: supplierReturns.id });
  const { id } = requireFound(newReturn);
  await audit(ctx, 'supplier_return.created', { type: 'supplier_return', id }, null, { supplier_id });
  return supplierReturnOf(ctx, id);
}
