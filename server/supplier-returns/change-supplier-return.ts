import { eq, sql } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { approvalFaults, checkDraft, type SupplierReturnChange, supplierReturnNumber } from '../../shared/supplier-returns/supplier-return.ts';
import { audit } from '../audit/audit.ts';
import { isDone } from '../audit/is-done.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { supplierReturns } from '../db/tables/index.ts';
import { supplierReturnEmail } from '../mail/email-templates/supplier-return.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { lockLevels } from '../stock/change-levels.ts';
import { move } from '../stock/move.ts';
import { freeOf } from '../stock/qty-free.ts';
import { findSupplierReturn, storedLines } from './find-supplier-return.ts';
import { type SupplierReturnView, supplierReturnOf } from './supplier-return-queries.ts';

type LockedSupplierReturn = Awaited<ReturnType<typeof findSupplierReturn>>;

/** Finds and locks a draft. 409 if the return is approved, or if `version` is not the current version. */
async function findCurrent(ctx: Ctx, id: number, version: number | undefined): Promise<LockedSupplierReturn> {
  const current = await findSupplierReturn(ctx, id);
  enforce(checkDraft(current));
  await enforceVersion(ctx, version, current, () => supplierReturnOf(ctx, id));
  return current;
}

async function mailSupplier(ctx: Ctx, { id, supplier }: LockedSupplierReturn, lines: Awaited<ReturnType<typeof storedLines>>): Promise<void> {
  if (!supplier.sales_email) return;
  const number = supplierReturnNumber(id);
  const mail = supplierReturnEmail({
    contact: supplier.contact_name,
    supplier: supplier.name,
    number,
    pieces: lines.reduce((sum, { qty_requested }) => sum + qty_requested, 0),
    lines: lines.length,
  });
  const attachment = { kind: 'supplier_return' as const, id, name: `supplier-return-${number}.pdf` };
  await queueMail(ctx, { ...mail, to: supplier.sales_email, account_id: null, attachment });
}

/** Approve a supplier return: its items leave stock, its supplier is notified if that was requested, and the return becomes read-only. */
async function approve(ctx: Ctx, id: number, change: SupplierReturnChange): Promise<void> {
  const productIds = (await storedLines(ctx, id)).flatMap(({ product_id }) => product_id ?? []);
  const levels = await lockLevels(ctx, productIds);
  const locked = await findSupplierReturn(ctx, id);
  const isSame = (after: { emailed_to: string | null }) => (after.emailed_to !== null) === (change.email ?? locked.email);
  if (await isDone(ctx, checkDraft(locked), ['supplier_return.approved'], { type: 'supplier_return', id }, isSame)) return;
  const current = await findCurrent(ctx, id, change.version);
  const email = change.email ?? current.email;
  const lines = await storedLines(ctx, id);
  const free = new Map([...levels].map(([product_id, level]) => [product_id, freeOf(level)]));
  const faults = approvalFaults({ email, sales_email: current.supplier.sales_email, lines }, free);
  if (Object.keys(faults).length) throw invalid(faults);

  const reference = supplierReturnNumber(id);
  await move(
    ctx,
    lines.flatMap(({ product_id, qty_requested, reason }) =>
      product_id === null ? [] : { product_id, type: 'SUPPLIER_RETURN' as const, qty: -qty_requested, reference, reason },
    ),
  );
  const emailed_to = email ? current.supplier.sales_email : null;
  await ctx.db
    .update(supplierReturns)
    .set({ approved_at: ctx.now, approver_id: ctx.actor.id, email, emailed_to, version: sql`${supplierReturns.version} + 1` })
    .where(eq(supplierReturns.id, id));
  const quantities = lines.map(({ product_id, qty_requested }) => ({ product_id, qty_requested }));
  await audit(ctx, 'supplier_return.approved', { type: 'supplier_return', id }, null, { emailed_to, lines: quantities });
  if (email) await mailSupplier(ctx, current, lines);
}

/** Change a draft, or approve it. */
export async function changeSupplierReturn(ctx: Ctx, id: number, change: SupplierReturnChange): Promise<SupplierReturnView> {
  authorize(policy.return_to_suppliers(ctx.actor));
  if (change.approved) {
    await approve(ctx, id, change);
    return supplierReturnOf(ctx, id);
  }
  const { email: before } = await findCurrent(ctx, id, change.version);
  const { email } = change;
  if (email !== undefined && email !== before) {
    await ctx.db
      .update(supplierReturns)
      .set({ email, version: sql`${supplierReturns.version} + 1` })
      .where(eq(supplierReturns.id, id));
    await audit(ctx, 'supplier_return.changed', { type: 'supplier_return', id }, { email: before }, { email });
  }
  return supplierReturnOf(ctx, id);
}
