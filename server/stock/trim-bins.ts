import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { type Db, rows, run } from '../db/db.ts';
import { jsonRows } from '../db/json-rows.ts';

/** The SKUs that have more items in overflow bins than are on hand less those at a decorator. Each has the number of its overflow bins. */
const overfull = (db: Db, product_ids: readonly number[]) =>
  rows<{ product_id: number; bins: number }>(
    db,
    sql`select held.product_id, count(*) as bins from product_bins held join stock_levels level on level.product_id = held.product_id
      where ${among(sql`held.product_id`, idList(product_ids))} group by held.product_id, level.qty_available, level.qty_at_decorator
      having sum(held.qty) > level.qty_available - level.qty_at_decorator`,
  );

/** Request a count of each of these SKUs for which none is requested yet. */
export async function requestCounts(ctx: Ctx, product_ids: readonly number[]): Promise<void> {
  if (!product_ids.length) return;
  const { db, actor, now } = ctx;
  const requests = await rows<{ product_id: number }>(
    db,
    sql`insert into count_requests (m, product_id, requested_by, created_at)
      select value ->> 0, cast(value ->> 1 as bigint), ${actor.id}, ${now} from ${jsonRows(product_ids.map((id) => [randomUUID(), id]))}
      where not exists (select 1 from count_requests open where open.product_id = cast(value ->> 1 as bigint) and open.qty is null
        and open.resolved_at is null) returning product_id`,
  );
  await auditEach(
    ctx,
    'stock.count_requested',
    requests.map(({ product_id }) => ({ on: { type: 'product', id: Number(product_id) }, after: { qty: null } })),
  );
}

/**
 * Reduce overflow bins that hold more items of a SKU than are on hand less those at a decorator. Items that left are assumed to come first from the
 * pick bin, then from the overflow bin with the fewest items. With several overflow bins this is uncertain, so a count is requested. The caller has
 * locked the levels.
 */
export async function trimBins(ctx: Ctx, product_ids: readonly number[]): Promise<void> {
  if (!product_ids.length) return;
  const skus = await overfull(ctx.db, product_ids);
  if (!skus.length) return;
  const ids = idList(skus.map(({ product_id }) => Number(product_id)));
  await run(
    ctx.db,
    sql`with kept as (select held.product_id, held.bin, held.qty,
          level.qty_available - level.qty_at_decorator - sum(held.qty) over (partition by held.product_id order by held.qty desc, held.bin) + held.qty as qty_left
        from product_bins held join stock_levels level on level.product_id = held.product_id where ${among(sql`held.product_id`, ids)})
      update product_bins set qty = case when kept.qty_left <= 0 then 0 when kept.qty_left < kept.qty then kept.qty_left else kept.qty end
        from kept where kept.product_id = product_bins.product_id and kept.bin = product_bins.bin`,
  );
  await run(ctx.db, sql`delete from product_bins where qty = 0 and ${among(sql`product_id`, ids)}`);
  await requestCounts(
    ctx,
    skus.filter(({ bins }) => Number(bins) > 1).map(({ product_id }) => Number(product_id)),
  );
}
