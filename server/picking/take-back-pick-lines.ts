import { sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { run } from '../db/db.ts';

/**
 * Reduce the quantities that open picks may take off the shelf, all in one statement. The pickers' tablets receive the reduction as a changed fact.
 */
export async function takeBackPickLines(ctx: Pick<Ctx, 'db'>, pickLines: readonly { pick_line_id: number; qty: number }[]): Promise<void> {
  if (!pickLines.length) return;
  const values = sql.join(
    pickLines.map(({ pick_line_id, qty }) => sql`(cast(${pick_line_id} as bigint), cast(${qty} as bigint))`),
    sql`, `,
  );
  await run(
    ctx.db,
    sql`with taken (pick_line_id, pieces) as (values ${values})
      update pick_lines set qty_allocated = qty_allocated - taken.pieces, fact_version = fact_version + 1,
        code = case when qty_picked < qty_allocated - taken.pieces then code end,
        other_reason = case when qty_picked < qty_allocated - taken.pieces then other_reason end
      from taken where taken.pick_line_id = pick_lines.id`,
  );
}
