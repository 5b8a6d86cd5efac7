import { asc, eq } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { lockRows } from '../db/lock.ts';
import { products, supplierReturnLines, supplierReturns, suppliers } from '../db/tables/index.ts';

/** The lines of a supplier return in the order in which they were added. */
export const storedLines = (ctx: Pick<Ctx, 'db'>, id: number) =>
  ctx.db
    .select({
      id: supplierReturnLines.id,
      product_id: supplierReturnLines.product_id,
      qty_requested: supplierReturnLines.qty_requested,
      reason: supplierReturnLines.reason,
      sku: products.sku,
    })
    .from(supplierReturnLines)
    .leftJoin(products, eq(products.id, supplierReturnLines.product_id))
    .where(eq(supplierReturnLines.supplier_return_id, id))
    .orderBy(asc(supplierReturnLines.id));

/**
 * A supplier return with its supplier, locked until the unit of work ends; 404 if it does not exist. A command that moves stock locks the stock
 * first.
 */
export async function findSupplierReturn(ctx: Ctx, id: number) {
  const [row] = await lockRows(ctx.db.select().from(supplierReturns).where(eq(supplierReturns.id, id)));
  const one = requireFound(row);
  const [supplier] = await ctx.db.select().from(suppliers).where(eq(suppliers.id, one.supplier_id));
  return { ...one, supplier: requireFound(supplier) };
}
