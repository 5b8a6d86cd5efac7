import { sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { run } from '../db/db.ts';
import { jsonRows, timeAt } from '../db/json-rows.ts';
import type { MovementType } from '../db/tables/stock.ts';
import { changeLevels, type Level } from './change-levels.ts';
import { trimBins } from './trim-bins.ts';

/** Items that came into stock or left it. */
export interface Movement {
  product_id: number;
  type: MovementType;
  /** Items that came in; negative for items that went out. */
  qty: number;
  /** How many of the items that go out are allocated, as a negative number. The same statement removes the allocation. */
  qty_allocated?: number;
  /** Items that go to a decorator; negative for items that come back. Items at a decorator still count as on hand. */
  qty_at_decorator?: number;
  reference?: string | null;
  reason?: string | null;
  dispatch_id?: number | null;
  receipt_id?: number | null;
  /** When the shelf was counted, for a movement that a count caused. */
  counted_at?: string | null;
}

/** Append to the ledger, change the levels by the same amounts, and reduce overflow bins that would hold too much. Returns the changed levels. */
export async function move(ctx: Ctx, movements: readonly Movement[]): Promise<Level[]> {
  const realMovements = movements.filter(({ qty }) => qty !== 0);
  if (realMovements.length)
    await run(
      ctx.db,
      sql`insert into stock_movements (product_id, type, qty, reference, reason, dispatch_id, receipt_id, user_id, created_at, counted_at)
        select cast(value ->> 0 as bigint), value ->> 1, cast(value ->> 2 as bigint), value ->> 3, value ->> 4, cast(value ->> 5 as bigint),
          cast(value ->> 6 as bigint), cast(value ->> 7 as bigint), ${timeAt(8)}, ${timeAt(9)}
        from ${jsonRows(
          realMovements.map(
            ({ product_id, type, qty, reference = null, reason = null, dispatch_id = null, receipt_id = null, counted_at = null }) => [
              product_id,
              type,
              qty,
              reference,
              reason,
              dispatch_id,
              receipt_id,
              ctx.actor.id,
              ctx.now,
              counted_at,
            ],
          ),
        )}`,
    );
  await emit(ctx, 'stock.moved', movements);
  const levels = await changeLevels(
    ctx,
    movements.map(({ product_id, qty, qty_allocated = 0, qty_at_decorator = 0 }) => ({
      product_id,
      qty_available: qty,
      qty_allocated,
      qty_at_decorator,
    })),
  );
  const out = movements.flatMap(({ product_id, qty, qty_at_decorator = 0 }) => (qty < 0 || qty_at_decorator > 0 ? [product_id] : []));
  await trimBins(ctx, out);
  return levels;
}
