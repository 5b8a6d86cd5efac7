import { and, eq, type SQL, sql } from 'drizzle-orm';
import { checkUnpromised } from '../../shared/ordering/editable.ts';
import { all } from '../../shared/verdict.ts';
import type { Ctx } from '../core/context.ts';
import { enforce } from '../core/problem.ts';
import { byOf } from '../core/stale-version.ts';
import { among, idList } from '../db/among.ts';
import { lastEditAfter } from '../db/last-edit.ts';
import { lockRows } from '../db/lock.ts';
import { orderLines, pickLines } from '../db/tables/index.ts';
import type { Order } from '../orders/find-order.ts';
import type { StoredLine } from './find-line.ts';

/** The result of removing lines from an order. */
export interface LineRemoval {
  /** All removed lines, as they were stored before the removal. */
  lines: StoredLine[];
  /** The ids of the lines that no longer exist. */
  gone: number[];
  /** The ids of the lines that stay, with all of their quantity cancelled, as the record of the items that a picker took for them. */
  keptIds: number[];
}

const idsOf = (lines: readonly { id: number }[]): number[] => lines.map(({ id }) => id);

/** The ids of those lines for which pickers took items, or whose items are still on a trolley: their picks are the only record of these items. */
async function handled(ctx: Ctx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await ctx.db
    .selectDistinct({ id: pickLines.order_line_id })
    .from(pickLines)
    .where(
      and(
        among(pickLines.order_line_id, idList(ids)),
        sql`(${pickLines.qty_picked} > 0 or exists (select 1 from shelf_tasks where shelf_tasks.pick_line_id = ${pickLines.id}))`,
      ),
    );
  return new Set(idsOf(rows));
}

/**
 * Remove these lines from a locked order. Refused if one of their items is allocated or shipped. A line for which nothing was taken is deleted, also
 * from picks that are no longer open. A line for which items were taken stays, with its whole quantity cancelled. The caller stores the order's
 * status afterwards.
 */
export async function dropLines(ctx: Ctx, order: Pick<Order, 'id'>, which: SQL): Promise<LineRemoval> {
  const lines = await lockRows(
    ctx.db
      .select()
      .from(orderLines)
      .where(and(eq(orderLines.order_id, order.id), which))
      .orderBy(orderLines.id),
  );
  enforce(all(...lines.map(checkUnpromised)));
  const ids = idsOf(lines);
  if (!ids.length) return { lines, gone: [], keptIds: [] };
  const stay = await handled(ctx, ids);
  const keptIds = ids.filter((id) => stay.has(id));
  const droppedIds = ids.filter((id) => !stay.has(id));
  if (droppedIds.length) {
    await ctx.db.delete(pickLines).where(among(pickLines.order_line_id, idList(droppedIds)));
    await ctx.db.delete(orderLines).where(among(orderLines.id, idList(droppedIds)));
  }
  if (keptIds.length)
    await ctx.db
      .update(orderLines)
      .set({
        qty_cancelled: sql`${orderLines.qty_requested}`,
        version: sql`${orderLines.version} + 1`,
        last_edit: lastEditAfter(orderLines, byOf(ctx)),
      })
      .where(among(orderLines.id, idList(keptIds)));
  return { lines, gone: droppedIds, keptIds };
}
