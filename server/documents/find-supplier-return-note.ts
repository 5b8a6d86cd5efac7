import { and, asc, eq, gt } from 'drizzle-orm';
import provider from '../../data/reference/provider.json' with { type: 'json' };
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { policy } from '../../shared/policy.ts';
import { supplierReturnNumber } from '../../shared/supplier-returns/supplier-return.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import type { Db } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { products, supplierReturnLines, supplierReturns, suppliers, users } from '../db/tables/index.ts';
import { onSupplierReturn, supplierSkuOrStyle } from '../suppliers/supplier-sku.ts';
import type { SupplierReturnNote } from './supplier-return-note.ts';

/** The facts for the note of a supplier return. The caller must be allowed to return goods to suppliers. */
export function supplierReturnNoteView({ db, actor }: Ctx, id: number): Promise<SupplierReturnNote> {
  authorize(policy.return_to_suppliers(actor));
  return findSupplierReturnNote(db, id);
}

/**
 * The facts for the note of a supplier return, which `supplierReturnNoteView` and the email to the supplier need. No permission is checked.
 * Lines that are not filled in are left out.
 */
export async function findSupplierReturnNote(db: Db, id: number): Promise<SupplierReturnNote> {
  const [head] = await db
    .select({
      created_at: supplierReturns.created_at,
      approved_at: supplierReturns.approved_at,
      approver: personName(users).as('approver'),
      name: suppliers.name,
      code: suppliers.code,
      contact_name: suppliers.contact_name,
      contact_phone: suppliers.sales_phone,
      address_line_1: suppliers.address_line_1,
      address_line_2: suppliers.address_line_2,
      address_line_3: suppliers.address_line_3,
      postcode: suppliers.address_line_4,
    })
    .from(supplierReturns)
    .innerJoin(suppliers, eq(suppliers.id, supplierReturns.supplier_id))
    .leftJoin(users, eq(users.id, supplierReturns.approver_id))
    .where(eq(supplierReturns.id, id));
  const { created_at, approved_at, approver, ...supplier } = requireFound(head);
  const lines = await db
    .select({
      sku: products.sku,
      supplier_sku: onSupplierReturn(supplierSkuOrStyle),
      product: products.name,
      colour: products.variation_colour,
      ...sizeColumns,
      reason: supplierReturnLines.reason,
      quantity: supplierReturnLines.qty_requested,
    })
    .from(supplierReturnLines)
    .innerJoin(supplierReturns, eq(supplierReturns.id, supplierReturnLines.supplier_return_id))
    .innerJoin(products, eq(products.id, supplierReturnLines.product_id))
    .where(and(eq(supplierReturnLines.supplier_return_id, id), gt(supplierReturnLines.qty_requested, 0)))
    .orderBy(asc(supplierReturnLines.id));
  return {
    number: supplierReturnNumber(id),
    provider,
    supplier: { ...supplier, address_line_1: supplier.address_line_1 ?? '', postcode: supplier.postcode ?? '' },
    created_at,
    approved_at,
    approver,
    lines: lines.map((line) => ({ ...line, size: sizeOf(line) })),
  };
}
