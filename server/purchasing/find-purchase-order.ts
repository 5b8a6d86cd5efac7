import { asc, eq, sql } from 'drizzle-orm';
import type { PurchaseFacts } from '../../shared/purchasing/stage.ts';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { lockRows } from '../db/lock.ts';
import { purchaseOrderLines, purchaseOrders } from '../db/tables/index.ts';

/** A stored line of a purchase order. */
export type StoredLine = typeof purchaseOrderLines.$inferSelect;
/** A locked purchase order with its lines and the facts on which its rules decide. */
export type LockedPurchaseOrder = typeof purchaseOrders.$inferSelect & PurchaseFacts & { lines: StoredLine[] };

/** A purchase order with its lines, locked until the unit of work ends; 404 if it does not exist. */
export async function findPurchaseOrder(ctx: Ctx, id: number): Promise<LockedPurchaseOrder> {
  const [row] = await lockRows(ctx.db.select().from(purchaseOrders).where(eq(purchaseOrders.id, id)));
  const order = requireFound(row);
  const lines = await lockRows(
    ctx.db.select().from(purchaseOrderLines).where(eq(purchaseOrderLines.purchase_order_id, id)).orderBy(asc(purchaseOrderLines.id)),
  );
  const sum = (of: (line: StoredLine) => number): number => lines.reduce((total, line) => total + of(line), 0);
  return {
    ...order,
    lines,
    qty_received: sum(({ qty_received }) => qty_received),
    qty_cancelled: sum(({ qty_cancelled }) => qty_cancelled),
    qty_out: sum(({ qty_out }) => qty_out),
    qty_pending: sum(({ qty_requested, qty_received, qty_cancelled }) => Math.max(0, qty_requested - qty_cancelled - qty_received)),
  };
}

/** Write columns of a purchase order and increment its version. */
export const writePurchaseOrder = (ctx: Ctx, id: number, values: Partial<typeof purchaseOrders.$inferInsert> = {}) =>
  ctx.db
    .update(purchaseOrders)
    .set({ ...values, version: sql`${purchaseOrders.version} + 1` })
    .where(eq(purchaseOrders.id, id));
