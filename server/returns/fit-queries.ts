import { sql } from 'drizzle-orm';
import { type Sized, sizeOf } from '../../shared/catalogue/size-of.ts';
import { FEWEST_SWAPS, isOftenSwapped, SWAPPED_PER_CENT } from '../../shared/returns/size-swap.ts';
import { EXCHANGED_PER_CENT, FEWEST_EXCHANGES, styleFit } from '../../shared/returns/style-fit.ts';
import type { Ctx } from '../core/context.ts';
import { rows } from '../db/db.ts';

/** The same moment one year before. */
function yearBefore(now: string): string {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  return date.toISOString();
}

/** Items of a line that were exchanged: the exchanged part if the office has split the line, otherwise all that were sent back. */
const exchangedItems = sql.raw('coalesce(return_lines.qty_exchanged, return_lines.qty_requested)');

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
        select coalesce(sum(case when sent.position > came.position then ${exchangedItems} else 0 end), 0) as too_small,
          coalesce(sum(case when sent.position < came.position then ${exchangedItems} else 0 end), 0) as too_big
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

/** The condition that a product has the size of `worn`, in any colour. */
const isSameSize = (alias: string) =>
  sql.raw(
    ['variation_size_1', 'variation_size_2', 'variation_all_size'].map((part) => `${alias}.${part} is not distinct from worn.${part}`).join(' and '),
  );

/**
 * The size for which others often exchanged the size of a product in the last 12 months, over all clients and colours; null if there is none. Shipped
 * items are counted as in `fitOfStyle`.
 */
export async function swapOfSize({ db, now }: Pick<Ctx, 'db' | 'now'>, product_id: number): Promise<string | null> {
  const since = yearBefore(now);
  const [row] = await rows<Sized & { qty: number | string; qty_shipped: number | string }>(
    db,
    sql`with worn as (
        select parent_id, variation_size_1, variation_size_2, variation_all_size from products where id = ${product_id}
      ), swapped as (
        select sent.variation_size_1, sent.variation_size_2, sent.variation_all_size, sum(${exchangedItems}) as qty
        from worn
        join products came on came.parent_id = worn.parent_id and ${isSameSize('came')}
        join return_lines on return_lines.product_id = came.id
        join products sent on sent.id = return_lines.exchange_product_id and sent.parent_id = came.parent_id and sent.id <> came.id
          and sent.variation_colour is not distinct from came.variation_colour
        join returns on returns.id = return_lines.return_id
        where returns.created_at >= ${since}
        group by sent.variation_size_1, sent.variation_size_2, sent.variation_all_size
        order by sum(${exchangedItems}) desc, min(sent.position)
        limit 1
      )
      select variation_size_1, variation_size_2, variation_all_size, qty, case when qty < cast(${FEWEST_SWAPS} as integer) then 0 else (
          select coalesce(sum(shipped), 0) from (
            select -stock_movements.qty as shipped from worn
            join products sold on sold.parent_id = worn.parent_id and ${isSameSize('sold')}
            join stock_movements on stock_movements.product_id = sold.id
            where stock_movements.type = 'DISPATCH' and stock_movements.created_at >= ${since}
            limit (select cast(qty as integer) * 100 / cast(${SWAPPED_PER_CENT} as integer) + 1 from swapped)
          ) as counted
        ) end as qty_shipped
      from swapped`,
  );
  if (!row) return null;
  return isOftenSwapped({ qty_swapped: Number(row.qty), qty_shipped: Number(row.qty_shipped) }) ? sizeOf(row) : null;
}
