import { type SQLWrapper, sql } from 'drizzle-orm';
import type { OverflowBin } from '../../shared/stock/overflow-bin.ts';
import { pg } from './dialect.ts';

const decode = (value: OverflowBin[] | string): OverflowBin[] => (typeof value === 'string' ? JSON.parse(value) : value);

/** The overflow bins of a SKU with what each holds, in the sequence of their codes; null where it has none. */
export const overflowBins = (product_id: SQLWrapper) =>
  (pg
    ? sql<OverflowBin[] | null>`(select json_agg(json_build_object('bin', held.bin, 'qty', held.qty) order by held.bin)
        from product_bins held where held.product_id = ${product_id})`
    : sql<OverflowBin[] | null>`(select nullif(json_group_array(json_object('bin', held.bin, 'qty', held.qty)), '[]')
        from (select bin, qty from product_bins where product_id = ${product_id} order by bin) held)`
  ).mapWith(decode);
