import { type SQLWrapper, sql } from 'drizzle-orm';
import type { OverflowBin } from '../../shared/stock/overflow-bin.ts';
import { jsonList, jsonObject } from './json-list.ts';

/** The overflow bins of a SKU with what each holds, in the sequence of their codes; null where it has none. */
export const overflowBins = (product_id: SQLWrapper) =>
  jsonList<OverflowBin>(
    jsonObject({ bin: sql`held.bin`, qty: sql`held.qty` }),
    sql`from product_bins held where held.product_id = ${product_id}`,
    sql`held.bin`,
  );
