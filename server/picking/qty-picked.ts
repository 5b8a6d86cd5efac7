import { eq, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { type Db, prepared } from '../db/db.ts';
import { pickLines } from '../db/tables/index.ts';

const pickedOfPick = prepared('qty_picked_of_round', (db: Db) =>
  db
    .select({ qty: sql<number>`coalesce(sum(${pickLines.qty_picked}), 0)`.mapWith(Number) })
    .from(pickLines)
    .where(eq(pickLines.pick_id, sql.placeholder('pick_id'))),
);

/** Items that a pick has taken from the shelf; 0 if there is no pick. */
export async function qtyPicked(ctx: Pick<Ctx, 'db'>, pick_id: number | null): Promise<number> {
  if (pick_id === null) return 0;
  const [sum] = await pickedOfPick(ctx.db, { pick_id });
  return sum?.qty ?? 0;
}
