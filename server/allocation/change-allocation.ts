import { sql } from 'drizzle-orm';
import { run } from '../db/db.ts';
import type { Ctx } from '../http/context.ts';

export interface AllocationChange {
  order_line_id: number;
  /** Pieces more, or fewer when negative. */
  by: number;
}

/** Change what order lines hold by relative amounts, all in one statement; stock is changed with it by the caller. */
export async function changeAllocation(ctx: Pick<Ctx, 'db'>, changes: readonly AllocationChange[]): Promise<void> {
  const told = changes.filter(({ by }) => by !== 0);
  if (!told.length) return;
  const values = sql.join(
    told.map(({ order_line_id, by }) => sql`(cast(${order_line_id} as bigint), cast(${by} as bigint))`),
    sql`, `,
  );
  await run(
    ctx.db,
    sql`with change (order_line_id, pieces) as (values ${values})
      update order_lines set qty_allocated = qty_allocated + change.pieces, version = version + 1
      from change where change.order_line_id = order_lines.id`,
  );
}
