import { eq, sql } from 'drizzle-orm';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { byOf } from '../core/stale-version.ts';
import { lastEditAfter } from '../db/last-edit.ts';
import { orderLines } from '../db/tables/index.ts';
import type { Order } from '../orders/find-order.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import type { StoredLine } from './find-line.ts';
import { nextVersion } from './next-version.ts';

/** Stores the changed values of a line, if any, and then the status or the version of its order. */
export async function storeLine(ctx: Ctx, order: Order, line: StoredLine, values: Partial<StoredLine>): Promise<void> {
  if (!Object.keys(values).length) return;
  await ctx.db
    .update(orderLines)
    .set({ ...values, version: sql`${orderLines.version} + 1`, last_edit: lastEditAfter(orderLines, byOf(ctx)) })
    .where(eq(orderLines.id, line.id));
  if (order.submitted_at) await refreshStatus(ctx, [order.id]);
  await nextVersion(ctx, [order]);
  const before = Object.fromEntries(Object.keys(values).map((key) => [key, line[key as keyof StoredLine]]));
  await audit(ctx, 'order_line.changed', { type: 'order_line', id: line.id }, before, values);
  if (order.submitted_at && (values.qty_requested !== undefined || values.employee_id !== undefined))
    await emit(ctx, 'order.lines_reduced', { order_id: order.id });
  if (order.submitted_at && values.is_size_selected && !line.is_size_selected) await emit(ctx, 'order.size_chosen', { order });
}
