import { eq, inArray, or } from 'drizzle-orm';
import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { notFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { orderLines, products } from '../db/tables/index.ts';
import type { Order } from '../orders/find-order.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { dropLines } from './drop-lines.ts';
import { findEditable } from './find-editable.ts';
import { findLine } from './find-line.ts';
import { nextVersion } from './next-version.ts';

export interface Deleted {
  /** The ids of the lines that no longer exist. A line for which a pick took items stays, with all of its quantity cancelled. */
  deleted: number[];
}

/** Store the status of a submitted order that has fewer lines. */
async function refreshAfterDeletion(ctx: Ctx, order: Order): Promise<void> {
  if (!order.submitted_at) return;
  await refreshStatus(ctx, [order.id]);
  await emit(ctx, 'order.lines_reduced', { order_id: order.id });
}

/** Remove a line from an order, unless items of the line are allocated or shipped. */
export async function deleteLine(ctx: Ctx, uuid: string, line_id: number): Promise<Deleted> {
  const order = await findEditable(ctx, uuid);
  const line = await findLine(ctx, order, line_id);
  const { gone: deletedLine, keptIds: remaining } = await dropLines(ctx, order, eq(orderLines.id, line.id));
  await refreshAfterDeletion(ctx, order);
  await nextVersion(ctx, [order]);
  await audit(ctx, 'order_line.deleted', { type: 'order', id: order.id }, line, remaining.length ? { kept: remaining } : null);
  return { deleted: deletedLine };
}

/** The lines to remove, as ids with commas between them. */
export const linesQuery = z.object({
  ids: z
    .string()
    .max(10_000)
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(z.int().positive()).min(1).max(limits.lines_per_order)),
});

/** Remove several lines from an order, for any of its wearers, unless some of them is allocated or shipped. 404 if it has none of them. */
export async function deleteLines(ctx: Ctx, uuid: string, ids: readonly number[]): Promise<Deleted> {
  const order = await findEditable(ctx, uuid);
  const { lines, gone, keptIds } = await dropLines(ctx, order, among(orderLines.id, idList(ids)));
  if (!lines.length) throw notFound();
  if (order.submitted_at) await refreshStatus(ctx, [order.id]);
  await nextVersion(ctx, [order]);
  await audit(ctx, 'order.lines_deleted', { type: 'order', id: order.id }, lines, keptIds.length ? { kept: keptIds } : null);
  return { deleted: gone };
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
  await refreshAfterDeletion(ctx, order);
  await nextVersion(ctx, [order]);
  await audit(ctx, 'order.product_removed', { type: 'order', id: order.id }, lines, remaining.length ? { kept: remaining } : null);
  return { deleted: deletedLine };
}
