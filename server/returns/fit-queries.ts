import { sql } from 'drizzle-orm';
import { EXCHANGED_PER_CENT, FEWEST_EXCHANGES, styleFit } from '../../shared/returns/style-fit.ts';
import type { Ctx } from '../core/context.ts';
import { rows } from '../db/db.ts';

/** The same moment one year before. */
function yearBefore(now: string): string {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  return date.toISOString();
}

/**
 * Whether others found a style small or big in the last 12 months, over all clients. An exchange counts if it is for another size in the same colour. Shipped
 * items are counted only where there are enough exchanges, and only up to the number at which the exchanges are too few: each movement has at least
 * one item.
 */
export async function fitOfStyle({ db, now }: Pick<Ctx, 'db' | 'now'>, style_id: number): Promise<'small' | 'big' | null> {
  const since = yearBefore(now);
  const [counts] = await rows<{ qty_too_small: number | string; qty_too_big: number | string; qty_shipped: number | string }>(
    db,
    sql`with exchanged as (
        select coalesce(sum(case when sent.position > came.position then return_lines.qty_requested else 0 end), 0) as too_small,
          coalesce(sum(case when sent.position < came.position then return_lines.qty_requested else 0 end), 0) as too_big
        from products came
        join return_lines on return_lines.product_id = came.id
        join products sent on sent.id = return_lines.exchange_product_id and sent.parent_id = came.parent_id
          and sent.variation_colour is not distinct from came.variation_colour
        join returns on returns.id = return_lines.return_id
        where came.parent_id = ${style_id} and returns.created_at >= ${since}
      ), enough as (
        select too_small, too_big, case when too_small > too_big then too_small else too_big end as most from exchanged
      )
      select too_small as qty_too_small, too_big as qty_too_big, case when most < cast(${FEWEST_EXCHANGES} as integer) then 0 else (
          select coalesce(sum(qty), 0) from (
            select -stock_movements.qty as qty from products sold
            join stock_movements on stock_movements.product_id = sold.id
            where sold.parent_id = ${style_id} and stock_movements.type = 'DISPATCH' and stock_movements.created_at >= ${since}
            limit (select most * 100 / cast(${EXCHANGED_PER_CENT} as integer) + 1 from enough)
          ) as counted
        ) end as qty_shipped
      from enough`,
  );
  if (!counts) return null;
  return styleFit({
    qty_shipped: Number(counts.qty_shipped),
    qty_too_small: Number(counts.qty_too_small),
    qty_too_big: Number(counts.qty_too_big),
  });
}
