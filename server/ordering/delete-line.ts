import { eq, inArray, or } from 'drizzle-orm';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { notFound } from '../core/problem.ts';
import { orderLines, products } from '../db/tables/index.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { dropLines } from './drop-lines.ts';
import { findEditable } from './find-editable.ts';
import { findLine } from './find-line.ts';
import { nextVersion } from './next-version.ts';

export interface Deleted {
  /** The ids of the lines that no longer exist. A line for which a pick took items stays, with all of its quantity cancelled. */
  deleted: number[];
}

/** Remove a line from an order, unless items of the line are allocated or shipped. */
export async function deleteLine(ctx: Ctx, uuid: string, line_id: number): Promise<Deleted> {
  const order = await findEditable(ctx, uuid);
  const line = await findLine(ctx, order, line_id);
  const { gone: deletedLine, keptIds: remaining } = await dropLines(ctx, order, eq(orderLines.id, line.id));
  if (order.submitted_at) await refreshStatus(ctx, [order.id]);
  await nextVersion(ctx, [order]);
  await audit(ctx, 'order_line.deleted', { type: 'order', id: order.id }, line, remaining.length ? { kept: remaining } : null);
  return { deleted: deletedLine };
}

/** Remove a product from an order for all its wearers: one SKU, or a style in every size. */
export async function removeProduct(ctx: Ctx, uuid: string, product_id: number): Promise<Deleted> {
  const order = await findEditable(ctx, uuid);
  const sizes = ctx.db
    .select({ id: products.id })
    .from(products)
    .where(or(eq(products.id, product_id), eq(products.parent_id, product_id)));
  const { lines, gone: deletedLine, keptIds: remaining } = await dropLines(ctx, order, inArray(orderLines.product_id, sizes));
  if (!lines.length) throw notFound();
  if (order.submitted_at) await refreshStatus(ctx, [order.id]);
  await nextVersion(ctx, [order]);
  await audit(ctx, 'order.product_removed', { type: 'order', id: order.id }, lines, remaining.length ? { kept: remaining } : null);
  return { deleted: deletedLine };
}
