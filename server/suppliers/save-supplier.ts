import { and, eq, ne, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { type NewSupplier, type SupplierChange, type SupplierWithComments, supplierPostcodeFault } from '../../shared/suppliers/supplier.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { foldedKey, keyColumn } from '../db/folded.ts';
import { lockRows } from '../db/lock.ts';
import { suppliers } from '../db/tables/index.ts';
import { findSupplier, supplierOf } from './supplier-queries.ts';

function enforcePostcode(address: Parameters<typeof supplierPostcodeFault>[0]): void {
  const fault = supplierPostcodeFault(address);
  if (fault) throw invalid({ address_line_4: fault });
}

/** Add a supplier. */
export async function createSupplier(ctx: Ctx, input: NewSupplier): Promise<SupplierWithComments> {
  authorize(policy.edit_suppliers(ctx.actor));
  enforcePostcode(input);
  const values = { ...input, created_at: ctx.now };
  const [supplier] = await ctx.db.insert(suppliers).values(values).onConflictDoNothing().returning({ id: suppliers.id });
  if (!supplier) throw invalid({ code: messages.supplier_code_taken });
  await audit(ctx, 'supplier.created', { type: 'supplier', id: supplier.id }, null, input);
  return supplierOf(ctx, supplier.id);
}

/** Change a supplier, archive it or restore it. Open purchase orders of an archived supplier stay open. */
export async function changeSupplier(ctx: Ctx, id: number, change: SupplierChange): Promise<SupplierWithComments> {
  authorize(policy.edit_suppliers(ctx.actor));
  await lockRows(ctx.db.select({ id: suppliers.id }).from(suppliers).where(eq(suppliers.id, id)));
  const before = await findSupplier(ctx, id);
  const { version, archived = before.archived, ...fields } = change;
  await enforceVersion(ctx, version, before, () => before);
  if (fields.code !== undefined) {
    const others = and(eq(keyColumn(suppliers.code), foldedKey(fields.code)), ne(suppliers.id, id));
    if (await ctx.db.$count(suppliers, others)) throw invalid({ code: messages.supplier_code_taken });
  }
  if (fields.address_line_3 !== undefined || fields.address_line_4 !== undefined) enforcePostcode({ ...before, ...fields });
  const archival = archived === before.archived ? {} : { archived_at: archived ? ctx.now : null };
  await ctx.db
    .update(suppliers)
    .set({ ...fields, ...archival, version: sql`${suppliers.version} + 1` })
    .where(eq(suppliers.id, id));
  const event = archived === before.archived ? 'supplier.changed' : archived ? 'supplier.archived' : 'supplier.restored';
  await audit(ctx, event, { type: 'supplier', id }, before, await findSupplier(ctx, id));
  return supplierOf(ctx, id);
}
