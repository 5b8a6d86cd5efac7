import { and, eq, inArray, or } from 'drizzle-orm';
import { checkUnpromised } from '../../shared/ordering/moment.ts';
import { all } from '../../shared/verdict.ts';
import { audit } from '../audit/audit.ts';
import { orderLines, products } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { enforce, notFound } from '../http/problem.ts';
import { findEditable } from './find-editable.ts';
import { findLine } from './find-line.ts';
import { nextVersion } from './next-version.ts';
import { refreshStatus } from './refresh-status.ts';

export interface Deleted {
  deleted: number[];
}

/** Take a line off an order; not once something of it is allocated or shipped. */
export async function deleteLine(ctx: Ctx, uuid: string, line_id: number): Promise<Deleted> {
  const order = await findEditable(ctx, uuid);
  const line = await findLine(ctx, order, line_id);
  enforce(checkUnpromised(line));
  await ctx.db.delete(orderLines).where(eq(orderLines.id, line.id));
  if (order.submitted_at) await refreshStatus(ctx, [order.id]);
  await nextVersion(ctx, [order]);
  await audit(ctx, 'order_line.deleted', { type: 'order', id: order.id }, line);
  return { deleted: [line.id] };
}

/** Take a product off an order for all its wearers: one SKU, or a style in every size. */
export async function removeProduct(ctx: Ctx, uuid: string, product_id: number): Promise<Deleted> {
  const order = await findEditable(ctx, uuid);
  const sizes = ctx.db
    .select({ id: products.id })
    .from(products)
    .where(or(eq(products.id, product_id), eq(products.parent_id, product_id)));
  const gone = await ctx.db
    .delete(orderLines)
    .where(and(eq(orderLines.order_id, order.id), inArray(orderLines.product_id, sizes)))
    .returning();
  if (!gone.length) throw notFound();
  enforce(all(...gone.map(checkUnpromised)));
  if (order.submitted_at) await refreshStatus(ctx, [order.id]);
  await nextVersion(ctx, [order]);
  await audit(ctx, 'order.product_removed', { type: 'order', id: order.id }, gone);
  return { deleted: gone.map(({ id }) => id) };
}
