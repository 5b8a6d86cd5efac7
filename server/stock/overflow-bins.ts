import { type SQLWrapper, sql } from 'drizzle-orm';
import type { OverflowBin } from '../../shared/stock/overflow-bin.ts';
import { jsonList, jsonObject } from '../db/json-list.ts';

/** The overflow bins of a SKU with what each holds, in the sequence of their codes; null where it has none. */
export const overflowBins = (product_id: SQLWrapper) =>
  jsonList<OverflowBin>(
    jsonObject({ bin: sql`overflow.bin`, qty: sql`overflow.qty` }),
    sql`from product_bins overflow where overflow.product_id = ${product_id}`,
    sql`overflow.bin`,
  );
