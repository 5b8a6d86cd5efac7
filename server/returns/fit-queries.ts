import { sql } from 'drizzle-orm';
import { type Sized, sizeOf } from '../../shared/catalogue/size-of.ts';
import { FEWEST_SWAPS, isOftenSwapped, type SizeSwap, SWAPPED_PER_CENT } from '../../shared/returns/size-swap.ts';
import { EXCHANGED_PER_CENT, FEWEST_EXCHANGES, styleFit } from '../../shared/returns/style-fit.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
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

const sizeParts = ['variation_size_1', 'variation_size_2', 'variation_all_size'] as const;
const sizeColumns = (alias: string) => sql.raw(sizeParts.map((part) => `${alias}.${part}`).join(', '));
/** The condition that two rows have the same size, in any colour. */
const isSameSize = (alias: string, other: string) =>
  sql.raw(sizeParts.map((part) => `${alias}.${part} is not distinct from ${other}.${part}`).join(' and '));

/**
 * The sizes of these styles that others often exchanged for another size in the last 12 months, over all clients and colours, in the sequence of the
 * sizes. Each has the size for which it was exchanged most. Shipped items are counted as in `fitOfStyle`, up to the number that the most exchanged
 * size needs.
 */
export async function swapsOfStyles({ db, now }: Pick<Ctx, 'db' | 'now'>, style_ids: readonly number[]): Promise<SizeSwap[]> {
  if (style_ids.length === 0) return [];
  const since = yearBefore(now);
  const swapRows = await rows<{
    style_id: number | string;
    qty: number | string;
    qty_shipped: number | string;
    [part: string]: string | number | null;
  }>(
    db,
    sql`with exchanged as (
        select came.parent_id as style_id, ${sizeColumns('came')}, sent.variation_size_1 as other_1, sent.variation_size_2 as other_2,
          sent.variation_all_size as other_all, sum(${exchangedItems}) as qty, min(came.position) as position,
          row_number() over (
            partition by came.parent_id, ${sizeColumns('came')} order by sum(${exchangedItems}) desc, min(sent.position)
          ) as place
        from products came
        join return_lines on return_lines.product_id = came.id
        join products sent on sent.id = return_lines.exchange_product_id and sent.parent_id = came.parent_id and sent.id <> came.id
          and sent.variation_colour is not distinct from came.variation_colour
        join returns on returns.id = return_lines.return_id
        where ${among(sql.raw('came.parent_id'), idList(style_ids))} and returns.created_at >= ${since}
        group by came.parent_id, ${sizeColumns('came')}, sent.variation_size_1, sent.variation_size_2, sent.variation_all_size
      ), swapped as (
        select * from exchanged where place = 1 and qty >= cast(${FEWEST_SWAPS} as integer)
      )
      select style_id, ${sizeColumns('swapped')}, other_1, other_2, other_all, qty, (
          select coalesce(sum(shipped), 0) from (
            select -stock_movements.qty as shipped from products sold
            join stock_movements on stock_movements.product_id = sold.id
            where sold.parent_id = swapped.style_id and ${isSameSize('sold', 'swapped')}
              and stock_movements.type = 'DISPATCH' and stock_movements.created_at >= ${since}
            limit (select cast(max(qty) as integer) * 100 / cast(${SWAPPED_PER_CENT} as integer) + 1 from swapped)
          ) as counted
        ) as qty_shipped
      from swapped order by style_id, position`,
  );
  return swapRows.flatMap((row) => {
    const size = sizeOf(row as unknown as Sized);
    const other = sizeOf({ variation_size_1: row.other_1, variation_size_2: row.other_2, variation_all_size: row.other_all } as Sized);
    const isOften = isOftenSwapped({ qty_swapped: Number(row.qty), qty_shipped: Number(row.qty_shipped) });
    return isOften && size !== null && other !== null ? { style_id: Number(row.style_id), size, other } : [];
  });
}
