import { sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { byOf, type Caller } from '../core/stale-version.ts';
import { run } from '../db/db.ts';
import { jsonRows } from '../db/json-rows.ts';
import { lastEditAfter } from '../db/last-edit.ts';
import { orderLines } from '../db/tables/index.ts';

export interface AllocationChange {
  order_line_id: number;
  /** How many more items are allocated; negative if fewer are. */
  by: number;
}

/** Change the allocation of order lines by relative amounts, in one statement. The caller changes the stock accordingly. */
export async function changeAllocation(ctx: Pick<Ctx, 'db'> & Caller, changes: readonly AllocationChange[]): Promise<void> {
  const changed = changes.filter(({ by }) => by !== 0);
  if (!changed.length) return;
  await run(
    ctx.db,
    sql`with change as (select cast(value ->> 0 as bigint) as order_line_id, cast(value ->> 1 as bigint) as pieces
        from ${jsonRows(changed.map(({ order_line_id, by }) => [order_line_id, by]))})
      update order_lines set qty_allocated = qty_allocated + change.pieces, version = version + 1, last_edit = ${lastEditAfter(orderLines, byOf(ctx))}
      from change where change.order_line_id = order_lines.id`,
  );
}
