import { asc, eq, sql } from 'drizzle-orm';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { run } from '../db/db.ts';
import { jsonRows } from '../db/json-rows.ts';
import { lockRows } from '../db/lock.ts';
import { orderLines, receiptPutAways } from '../db/tables/index.ts';

/** The pattern of names under which surplus items in a tote are resolved: items that the tote's order does not get. */
const strayName = /^00000000-0000-4000-a000-(\d{12})$/i;

/** The id of the order line whose surplus items have the name `m`; null if `m` is not such a name. */
export const orderLineOfStrays = (m: string): number | null => {
  const [, digits] = strayName.exec(m) ?? [];
  return digits ? Number(digits) : null;
};

/** A subquery of the order lines that have more items in totes than they get, and the name under which the surplus of each line is resolved. */
export const strays = sql`(select '00000000-0000-4000-a000-' || substr(cast(1000000000000 + line.id as text), 2) as name, line.id as order_line_id, line.order_id,
    sum(away.qty) - line.qty_allocated - line.qty_shipped as qty, max(away.tote) as tote, max(away.changed_at) as at
  from receipt_put_aways away join order_lines line on line.id = away.order_line_id where away.qty > 0
  group by line.id, line.order_id, line.qty_allocated, line.qty_shipped having sum(away.qty) > line.qty_allocated + line.qty_shipped)`;

/**
 * Records that somebody has put back the surplus items of a tote; the items that were put in last count as removed first. Returns false if there
 * are none.
 */
export async function takeOutStrays(ctx: Ctx, order_line_id: number): Promise<boolean> {
  const [line] = await lockRows(ctx.db.select().from(orderLines).where(eq(orderLines.id, order_line_id)));
  const inTotes = await lockRows(
    ctx.db.select().from(receiptPutAways).where(eq(receiptPutAways.order_line_id, order_line_id)).orderBy(asc(receiptPutAways.id)),
  );
  if (!line) return false;
  let qtyDue = line.qty_allocated + line.qty_shipped;
  const parts = inTotes.map(({ id, qty }) => {
    const part = Math.min(qtyDue, qty);
    qtyDue -= part;
    return [id, part, qty] as const;
  });
  const qty = parts.reduce((sum, [, part, before]) => sum + before - part, 0);
  if (qty === 0) return false;
  await run(
    ctx.db,
    sql`with change as (select cast(value ->> 0 as bigint) as id, cast(value ->> 1 as bigint) as qty from ${jsonRows(parts.map(([id, part]) => [id, part]))})
      update receipt_put_aways set qty = change.qty, changed_at = ${ctx.now} from change where change.id = receipt_put_aways.id`,
  );
  await audit(ctx, 'order.strays_returned', { type: 'order', id: line.order_id }, null, { order_line_id, qty });
  return true;
}
