import { sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { run } from '../db/db.ts';
import { picks } from '../db/tables/index.ts';
import { pickedSku } from '../orders/picked-sku.ts';

/**
 * Open a pick with a line for everything that is allocated, in the tote in which the order's items wait. The caller locks the order, stores its
 * status afterwards, and has checked that no pick is open.
 */
export async function openPick(ctx: Pick<Ctx, 'db' | 'now'>, order_id: number): Promise<number> {
  const tote = sql<string | null>`(select tote from orders where id = ${order_id})`;
  const [pick] = await ctx.db.insert(picks).values({ order_id, released_at: ctx.now, tote }).returning({ id: picks.id });
  const { id } = requireFound(pick);
  await run(
    ctx.db,
    sql`insert into pick_lines (pick_id, order_line_id, product_id, qty_allocated)
      select cast(${id} as bigint), id, ${pickedSku}, qty_allocated from order_lines
      where order_id = ${order_id} and qty_allocated > 0 order by id`,
  );
  return id;
}
